import { createServer } from 'node:net';
import type { Config } from '../config/config';

type Address = Pick<Config, 'host' | 'port'>;

/** Throws an error that names the setting when HOST and PORT cannot be listened on. */
export async function requireFreeAddress(address: Address): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => reject(addressError(error, address)));
    probe.listen({ ...address, exclusive: true }, () => probe.close(() => resolve()));
  });
}

/** Explains an error of `listen` about HOST and PORT; returns other errors unchanged. */
export function addressError(error: NodeJS.ErrnoException, { host, port }: Address): Error {
  const { code, syscall } = error;
  if (code === 'EADDRINUSE') return new Error(`PORT: ${port} is in use on ${host} by another program`);
  if (code === 'EACCES') return new Error(`PORT: this user may not listen on ${port}`);
  const isNoHost =
    code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo' || code === 'EINVAL' || code === 'EAFNOSUPPORT';
  return isNoHost ? new Error(`HOST: ${host} is not an address of this machine`) : error;
}
