import {
  MAX_ADDRESS_OVERLAP_HOURS,
  MAX_DELIVERED_PEOPLE,
  MAX_DELIVERY_BYTES,
  MAX_FORM_TEXT,
  MAX_GOOGLE_KEY,
  MAX_PAGE_SIZE,
  MAX_SOURCE_NAME,
  MAX_SOURCES,
} from '../../src/contract/limits';
import { idOf } from './full-ids';
import { largest, type LargestCall } from './largest-call';
import { own, wideText } from './largest-texts';

const FULL = `limit=${MAX_PAGE_SIZE}`;
const first = { id: () => idOf('source', 1) };
/** A hundred sources, each with a mapping and a form as long as their bodies may be. */
const ALL_SOURCES = MAX_SOURCES * 35_000;

export const SOURCE_READS: readonly LargestCall[] = [
  largest('GET /admin/v1/sources', 200, { most: ALL_SOURCES }),
  largest('GET /admin/v1/sources/{id}', 200, first),
  largest('GET /admin/v1/sources/{id}/deliveries', 200, { ...first, query: FULL }),
  largest('GET /admin/v1/deliveries', 200, { query: `result=held&${FULL}` }),
  largest('GET /admin/v1/deliveries/{id}', 200, { id: () => idOf('delivery', 1) }),
  largest('GET /in/{token}', 200),
];

const items = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

/** The text with the most items that fits a body. */
function fullest(most: number, write: (count: number) => string): string {
  let [count, above] = [1, most + 1];
  while (above - count > 1) {
    const middle = Math.floor((count + above) / 2);
    if (Buffer.byteLength(write(middle)) <= MAX_DELIVERY_BYTES) count = middle;
    else above = middle;
  }
  return write(count);
}

const deep = (value: object, levels: number): object => (levels === 0 ? value : { a: deep(value, levels - 1) });
/** A phone of its own, so that each delivery is another person's. */
const phone = (n: number, k = 0): string => `119${80_000_000 + 100 * n + k}`;
const answers = (count: number, value: (k: number) => string): object =>
  Object.fromEntries(items(count, (k) => [`Qual é a sua dúvida ${k}`, value(k)]));

const partOf = (k: number, value: string): string =>
  `--b\r\nContent-Disposition: form-data; name="t${k}"\r\n\r\n${value}\r\n`;

/** Shapes of bodies whose reading takes the longest. */
const BODIES: readonly (readonly [about: string, body: (n: number) => string, more?: Partial<LargestCall>])[] = [
  [
    'answers',
    (n) =>
      fullest(1_998, (count) => JSON.stringify({ telefone: phone(n), ...answers(count, (k) => `resposta ${k} aqui`) })),
  ],
  [
    'consents',
    (n) =>
      fullest(1_998, (count) =>
        JSON.stringify({
          telefone: phone(n),
          ...Object.fromEntries(items(count, (k) => [`Autorizo o contato ${k}`, 'Autorizo o contato'])),
        }),
      ),
  ],
  [
    'deep objects',
    (n) =>
      fullest(998, (count) =>
        JSON.stringify({ n, x: items(count, (k) => deep({ celular: phone(k), e: 'x@x.co' }, 8)) }),
      ),
  ],
  [
    'a hundred people',
    (n) =>
      fullest(18, (count) =>
        JSON.stringify({
          leads: items(MAX_DELIVERED_PEOPLE, (k) => ({
            telefone: phone(n, k),
            ...answers(count, () => 'sim, talvez'),
          })),
        }),
      ),
    { isLongChange: true },
  ],
  [
    'JSON in a form',
    (n) =>
      fullest(1_998, (count) =>
        [`n=${n}`, ...items(count, (k) => `f${k}=${encodeURIComponent(JSON.stringify({ telefone: phone(k) }))}`)].join(
          '&',
        ),
      ),
  ],
  [
    'unfinished JSON in a form',
    (n) => fullest(1_998, (count) => [`n=${n}`, ...items(count, (k) => `f${k}={"a":[[[[[[[[[[[[[[[[[`)].join('&')),
  ],
  ['parts', (n) => fullest(1_998, (count) => `${items(count, (k) => partOf(k, phone(n))).join('')}--b--`)],
];

export const SOURCE_WRITES: readonly LargestCall[] = [
  ...BODIES.map(([about, body, more]) => largest('POST /in/{token}', 200, { about, body, ...more })),
  largest('POST /admin/v1/sources/{id}/test', 201, first),
  largest('POST /admin/v1/deliveries/{id}/read-again', 200, { id: (n) => idOf('delivery', 1 + (n % 20)) }),
  largest('POST /admin/v1/deliveries/{id}/dismiss', 200, { id: (n) => idOf('delivery', 21 + (n % 20)) }),
  largest('PATCH /admin/v1/sources/{id}', 200, {
    ...first,
    body: () => ({
      name: own(MAX_SOURCE_NAME),
      mapping: items(17, (k) => ({ path: `${wideText(200)}${k}`, field: 'notes' })),
    }),
  }),
  largest('POST /admin/v1/sources/{id}/address', 200, {
    id: () => idOf('source', 3),
    body: () => ({ ends_in_hours: MAX_ADDRESS_OVERLAP_HOURS }),
  }),
  largest('DELETE /admin/v1/sources/{id}', 204, { id: (n) => idOf('source', MAX_SOURCES - 1 - n) }),
  largest('POST /admin/v1/sources', 201, {
    body: () => ({
      kind: 'form',
      name: own(MAX_SOURCE_NAME),
      form: { text: wideText(MAX_FORM_TEXT) },
      google_key: 'k'.repeat(MAX_GOOGLE_KEY),
    }),
  }),
];
