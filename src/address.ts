import { createServer } from 'node:net';
import type { Config } from './config';

type Address = Pick<Config, 'host' | 'port'>;

/** Throws a sentence that names the setting when the service could not listen on HOST and PORT. */
export async function requireFreeAddress(address: Address): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => reject(addressError(error, address)));
    probe.listen({ ...address, exclusive: true }, () => probe.close(() => resolve()));
  });
}

/** What an error of `listen` says about HOST and PORT; any other error as it is. */
export function addressError(error: NodeJS.ErrnoException, { host, port }: Address): Error {
  const { code, syscall } = error;
  if (code === 'EADDRINUSE') return new Error(`PORT: ${port} is in use on ${host} by another program`);
  if (code === 'EACCES') return new Error(`PORT: this user may not listen on ${port}`);
  const isNoHost =
    code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo' || code === 'EINVAL' || code === 'EAFNOSUPPORT';
  return isNoHost ? new Error(`HOST: ${host} is not an address of this machine`) : error;
}
