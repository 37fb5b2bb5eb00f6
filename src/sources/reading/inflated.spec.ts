import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { MAX_DELIVERY_BYTES } from '../../contract/limits';
import { decodeBody } from './decode-body';
import { inflated } from './inflated';

const LEAD = { telefone: '11987654321', nome: 'Ana=Lima' };
const JSON_BODY = Buffer.from(JSON.stringify(LEAD));
const FORM_BODY = Buffer.from('telefone=11987654321&nome=Ana');

const WAYS: readonly (readonly [encoding: string, deflate: (bytes: Buffer) => Buffer])[] = [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  [' GZIP ', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
];

it.each(WAYS)('inflates %j, up to the bytes of a delivery', async (encoding, deflate) => {
  expect(await inflated(deflate(JSON_BODY), encoding)).toEqual(JSON_BODY);
  const most = Buffer.alloc(MAX_DELIVERY_BYTES, 'a');
  expect(await inflated(deflate(most), encoding)).toEqual(most);
  await expect(inflated(deflate(Buffer.alloc(MAX_DELIVERY_BYTES + 1)), encoding)).rejects.toMatchObject({
    code: 'payload_too_large',
  });
});

it.each(['', 'identity', 'gzip, br', 'zstd', 'constructor'])('leaves what came in %j as it is', async (encoding) => {
  const bytes = gzipSync(JSON_BODY);
  expect(await inflated(bytes, encoding)).toBe(bytes);
});

it.each(['gzip', 'deflate', 'br'])('leaves a body as it is that only says to be %s', async (encoding) => {
  for (const bytes of [JSON_BODY, FORM_BODY, Buffer.alloc(0)]) expect(await inflated(bytes, encoding)).toBe(bytes);
});

/** Compressed bodies of one lead each, also cut off. Of Brotli without a compression the text would be left. */
const compressed = Array.from({ length: 300 }, (_, n) => {
  const form = Buffer.from(`telefone=119${80_000_000 + n * 7919}&nome=Ana${'+Lima'.repeat(n % 40)}`);
  const level = n % 10;
  const deflated = [gzipSync, deflateSync, deflateRawSync].map((deflate) => deflate(form, { level }));
  const brotli = brotliCompressSync(form, { params: { [constants.BROTLI_PARAM_QUALITY]: level } });
  return [...deflated, ...deflated.map((bytes) => bytes.subarray(0, -5)), brotli];
}).flat();

it('what is still compressed is not taken for a form', async () => {
  const read = await Promise.all(compressed.map((bytes) => decodeBody(bytes)));
  expect(read.filter((decoded) => !('unreadable' in decoded))).toEqual([]);
});

it('sixty bombs at once take the memory of one', async () => {
  const bomb = brotliCompressSync(Buffer.alloc(64 << 20), {
    params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_QUALITY]: 5 },
  });
  const before = process.memoryUsage().rss;
  let most = 0;
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss - before)), 1);
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => inflated(bomb, 'br')));
  clearInterval(timer);
  expect(results.every(({ status }) => status === 'rejected')).toBe(true);
  expect(most).toBeLessThan(200 << 20);
});
