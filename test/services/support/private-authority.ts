import { join } from 'node:path';
import { mustRun } from '../../fault/support/processes';

/** Files of a private certificate authority, as a managed PostgreSQL has, and of a server on this machine that it certifies. */
export interface PrivateAuthority {
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
}

const NEW_KEY = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];

export async function makeAuthority(folder: string): Promise<PrivateAuthority> {
  const file = (name: string): string => join(folder, name);
  const made = { authority: file('authority.pem'), certificate: file('server.pem'), key: file('server.key') };
  const itsKey = file('authority.key');
  await mustRun('openssl', [...NEW_KEY, '-subj', '/CN=Private', '-keyout', itsKey, '-out', made.authority]);
  const server = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const signed = ['-addext', 'basicConstraints=critical,CA:FALSE', '-CA', made.authority, '-CAkey', itsKey];
  await mustRun('openssl', [...NEW_KEY, ...server, ...signed, '-keyout', made.key, '-out', made.certificate]);
  return made;
}
