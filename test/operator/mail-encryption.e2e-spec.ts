import { Mailer } from '../../src/notices/mailer';
import { log } from '../../src/common/process/log';
import { Config } from '../../src/config/config';
import { mailFailureOf } from '../../src/notices/mail-failure';
import { MailServer } from '../support/mail-server';

/** Mails through another machine need an address that others can open. */
const PUBLIC = { PUBLIC_URL: 'https://leads.example' };

const MAIL = { subject: 's', text: 't', html: '<p>t</p>' };
const servers: MailServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function listen(options: { offersTls: boolean }): Promise<MailServer> {
  const server = new MailServer();
  server.offersTls = options.offersTls;
  await server.open();
  servers.push(server);
  return server;
}

/** Sends a mail to this address of a server. Returns the reason of the failure, or how the mail arrived. */
async function send(server: MailServer, smtpUrl: string): Promise<string> {
  const mailer = new Mailer(Config.from({ ...PUBLIC, SMTP_URL: smtpUrl, MAIL_FROM: 'a@example.com' }));
  try {
    await mailer.send('1', 'b@example.com', MAIL, {
      beforeEnd: () => Promise.resolve(),
      signal: new AbortController().signal,
    });
  } catch (error) {
    return mailFailureOf(error, { host: '0.0.0.0', recipient: 'b@example.com', isHandedOver: false }).reason;
  } finally {
    mailer.onApplicationShutdown();
  }
  expect(server.mails).toHaveLength(1);
  return server.mails[0]?.isEncrypted ? 'encrypted' : 'in the open';
}

// 0.0.0.0 reaches this machine without being a loopback address, so it counts as another host.
describe('a server without TLS', () => {
  it.each([
    ['gets no mail', 'smtp://0.0.0.0:PORT', 'TLS: the server answered STARTTLS with 500 Error: command not recognized'],
    [
      'gets none by smtps either',
      'smtps://0.0.0.0:PORT',
      'TLS: 0.0.0.0 does not begin with TLS: smtp:// instead of smtps:// uses STARTTLS (ERR_SSL_WRONG_VERSION_NUMBER)',
    ],
    ['gets mail where the setting says so', 'smtp://0.0.0.0:PORT?tls=off', 'in the open'],
    ['gets mail on this host', 'smtp://127.0.0.1:PORT', 'in the open'],
  ])('%s', async (_name, url, outcome) => {
    const server = await listen({ offersTls: false });
    expect(await send(server, url.replace('PORT', String(server.port)))).toBe(outcome);
    if (outcome.startsWith('TLS')) expect(server.mails).toEqual([]);
  });
});

describe('a server whose certificate no authority has signed', () => {
  it.each([
    ['gets no mail', 'smtp://0.0.0.0:PORT', 'TLS: the certificate of 0.0.0.0 '],
    ['gets mail in the open where the setting says so', 'smtp://0.0.0.0:PORT?tls=off', 'in the open'],
  ])('%s', async (_name, url, outcome) => {
    const server = await listen({ offersTls: true });
    // The library's certificate may also have expired.
    expect((await send(server, url.replace('PORT', String(server.port)))).slice(0, outcome.length)).toBe(outcome);
    if (outcome.startsWith('TLS')) expect(server.mails).toEqual([]);
  });
});

it('the log says so when mails leave unencrypted by the setting, and only then', () => {
  const warn = jest.spyOn(log, 'warn');
  for (const query of ['', '?tls=off']) {
    const mailer = new Mailer(
      Config.from({ ...PUBLIC, SMTP_URL: `smtp://mail.example${query}`, MAIL_FROM: 'a@example.com' }),
    );
    mailer.onApplicationBootstrap();
    expect(warn).toHaveBeenCalledTimes(query === '' ? 0 : 1);
  }
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('tls=off'));
});
