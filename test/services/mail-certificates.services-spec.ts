import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OutboxMailView } from '../../src/contract/mail';
import { newAccount } from '../support/app';
import { HttpClient } from '../support/http-client';
import { MailServer } from '../support/mail-server';
import { StartedService } from '../support/started-service';
import { until } from '../support/waiting';

const OPERATOR_TOKEN = 'operator-token-of-the-mail-suite-0123456789';

const folder = mkdtempSync(join(tmpdir(), 'entrada-mail-'));
const server = new MailServer();
server.offersTls = true;
let service: StartedService;
let operator: HttpClient;

const openssl = (...args: string[]): void => void execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

function makeAuthority(name: string): void {
  openssl('req', '-x509', ...NEW_KEY, '-keyout', `${name}.key`, '-out', `${name}.pem`, '-subj', `/CN=${name}`);
}

/** Makes a certificate for a host, signed by the authority or by itself. */
function certificate({ host = 'localhost', days = 2, authority = 'known' }): { key: string; cert: string } {
  const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  if (authority === '') openssl('req', '-x509', ...NEW_KEY, '-keyout', 'mail.key', '-out', 'mail.pem', ...names);
  else {
    openssl('req', ...NEW_KEY, '-keyout', 'mail.key', '-out', 'mail.csr', ...names);
    const signed = ['-CA', `${authority}.pem`, '-CAkey', `${authority}.key`, '-CAcreateserial', '-days', String(days)];
    openssl('x509', '-req', '-in', 'mail.csr', ...signed, '-copy_extensions', 'copy', '-out', 'mail.pem');
  }
  return { key: read('mail.key'), cert: read('mail.pem') };
}

const lastErrors = async (): Promise<(string | null)[]> =>
  (await operator.get<OutboxMailView[]>('/outbox?state=pending')).data.map(({ last_error }) => last_error);

beforeAll(async () => {
  chmodSync(folder, 0o755);
  for (const name of ['known', 'unknown']) makeAuthority(name);
  await server.open();
  service = new StartedService(folder, {
    OPERATOR_TOKEN,
    SMTP_URL: server.url.replace('127.0.0.1', 'localhost'),
    MAIL_FROM: 'a@entrada.example',
    NODE_EXTRA_CA_CERTS: join(folder, 'known.pem'),
  });
  operator = new HttpClient(`${await service.address()}/admin/v1`, OPERATOR_TOKEN);
});
afterAll(async () => {
  await service.stop('SIGINT');
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

it('a mail waits while the certificate is wrong, log and outbox say what is wrong with it, and it is sent when it is right', async () => {
  const told = async (files: { key: string; cert: string }, reason: string): Promise<void> => {
    server.certificate = files;
    await until(async () => (await lastErrors()).join() === reason);
    await service.prints(new RegExp(reason.replace(/[()]/g, '\\$&')));
  };
  server.certificate = certificate({ days: -1 });
  const { id } = (await operator.post<{ id: string }>('/accounts', newAccount())).data;
  const key = { name: 'site', permissions: ['leads:read'] };
  expect((await operator.with({ 'X-Account-Id': id }).post('/api-keys', key)).status).toBe(201);

  await told(certificate({ days: -1 }), 'TLS: the certificate of localhost has expired (CERT_HAS_EXPIRED)');
  await told(
    certificate({ host: 'mail.example.com' }),
    'TLS: the certificate is not for localhost (ERR_TLS_CERT_ALTNAME_INVALID)',
  );
  await told(
    certificate({ authority: '' }),
    'TLS: the certificate of localhost is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)',
  );
  await told(
    certificate({ authority: 'unknown' }),
    'TLS: the certificate of localhost is of an authority that is not known here, or localhost does not send those in between (UNABLE_TO_VERIFY_LEAF_SIGNATURE)',
  );
  expect(server.mails).toEqual([]);

  server.certificate = certificate({});
  await until(() => server.mails.length === 1);
  expect(server.mails[0]?.isEncrypted).toBe(true);
  expect(service.output).not.toContain('dona-');
});
