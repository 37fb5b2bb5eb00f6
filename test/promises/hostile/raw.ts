import type { RawRequest } from '../../support/raw-http';
import { bearer, freshPhone, type World } from './case';

export const body = (bytes: number): string => `{"phone":"${freshPhone()}"}`.padEnd(bytes);

/** Makes a POST /leads whose `headers` follow Host, Connection and Authorization. `rest` is sent unchanged. */
export const framed =
  (headers: readonly string[], rest: string) =>
  ({ key }: World): string[] => [
    ['POST /api/v1/leads HTTP/1.1', 'Host: x', 'Connection: close', `Authorization: Bearer ${key}`, ...headers].join(
      '\r\n',
    ) + `\r\n\r\n${rest}`,
  ];

export const CHUNKED = 'Transfer-Encoding: chunked';

export const get = (world: World, more: Partial<RawRequest> = {}): RawRequest => ({
  target: '/api/v1/pipelines',
  ...more,
  headers: { ...bearer(world.key), ...more.headers },
});

export const open = { Connection: 'keep-alive' };
