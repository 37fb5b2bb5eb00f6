import { ANSWER, END, type RawRequest, rawRequest, RESET } from '../../support/raw-http';
import {
  ABSENT,
  BAD_JSON,
  bearer,
  CREATED,
  type Expected,
  freshPhone,
  hostile,
  type HostileCase,
  NO_KEY,
  OK,
  submit,
  TOO_LARGE,
  type World,
} from './case';
import { body, CHUNKED, framed, get, open } from './raw';

const pipelined = (...requests: RawRequest[]): Buffer =>
  Buffer.concat(
    requests.map((request, index) =>
      rawRequest({ ...request, headers: { ...request.headers, ...(index < requests.length - 1 && open) } }),
    ),
  );
/** A request that takes about 25 ms, so that later data on the connection arrives before its answer. */
const slow = (world: World): RawRequest => ({
  ...submit({ phone: freshPhone() })(world),
  headers: { ...bearer(world.writeOnlyKey), ...open },
});
const ACCEPTED: Expected = { status: 202 };

const PIPELINES: HostileCase[] = [
  hostile(
    'ten requests',
    (world) => [pipelined(...Array<RawRequest>(10).fill(get(world)))],
    ...Array<Expected>(10).fill(OK),
  ),
  hostile(
    'good and bad ones, in order',
    (world) => [
      pipelined(slow(world), get(world), get(world, { target: '/x' }), submit('{')(world), slow(world), {
        target: '/api/v1/leads',
      }),
    ],
    ACCEPTED,
    OK,
    ABSENT,
    BAD_JSON,
    ACCEPTED,
    NO_KEY,
  ),
  hostile(
    'a refused body, and then a request',
    (world) => [pipelined(submit(body(16_385))(world), get(world))],
    TOO_LARGE,
    OK,
  ),
  hostile(
    'an unauthenticated body, and then a request',
    (world) => [pipelined({ method: 'POST', target: '/api/v1/leads', body: body(500) }, get(world))],
    NO_KEY,
    OK,
  ),
  hostile(
    'garbage after a request that is still answered',
    (world) => [rawRequest(slow(world)), '\u0000garbage\r\n\r\n'],
    ACCEPTED,
    BAD_JSON,
  ),
  hostile(
    'garbage after a request that was answered',
    (world) => [rawRequest(get(world, { headers: open })), ANSWER, '\u0000\r\n\r\n'],
    OK,
    BAD_JSON,
  ),
  hostile(
    'garbage after two requests',
    (world) => [rawRequest(slow(world)), rawRequest(get(world, { headers: open })), '\u0000garbage\r\n\r\n'],
    ACCEPTED,
    OK,
    BAD_JSON,
  ),
  hostile(
    'CONNECT after a request that is still answered',
    (world) => [rawRequest(slow(world)), 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ACCEPTED,
    ABSENT,
  ),
  hostile(
    'a missing Host after a request that is still answered',
    (world) => [rawRequest(slow(world)), 'GET / HTTP/1.1\r\n\r\n', rawRequest(get(world))],
    ACCEPTED,
    BAD_JSON,
  ),
  hostile(
    'a body that holds a request',
    (world) => [pipelined(submit(`GET /admin/v1/accounts HTTP/1.1\r\nHost: x\r\n\r\n`)(world), get(world))],
    BAD_JSON,
    OK,
  ),
  hostile(
    'a request that is hidden behind length and chunks',
    (world) => [
      ...framed(['Content-Length: 4', CHUNKED], `0\r\n\r\n`)(world),
      rawRequest({
        method: 'POST',
        target: '/api/v1/leads',
        body: `{"phone":"${freshPhone()}"}`,
        headers: bearer(world.key),
      }),
    ],
    BAD_JSON,
  ),
  hostile(
    'a request byte by byte',
    (world) => [...rawRequest(get(world)).toString('latin1')].flatMap((byte) => [byte, 0]),
    OK,
  ),
  hostile(
    'a body in two halves',
    (world) => {
      const whole = rawRequest(submit({ phone: freshPhone() })(world));
      return [whole.subarray(0, -10), 50, whole.subarray(-10)];
    },
    CREATED,
  ),
];

/** A head that announces more body than is sent. */
const promising = (headers: readonly string[], rest: string): string =>
  ['POST /api/v1/leads HTTP/1.1', 'Host: x', ...headers].join('\r\n') + `\r\n\r\n${rest}`;
const authorized = ({ key }: World): string => `Authorization: Bearer ${key}`;

const BROKEN_OFF: HostileCase[] = [
  hostile('nothing at all', () => [END]),
  hostile('half a request line', () => ['GET /api', END], BAD_JSON),
  hostile('half of the headers', () => ['GET / HTTP/1.1\r\nHost: x\r\nX-A', END], BAD_JSON),
  hostile('half a body', (world) => [promising([authorized(world), 'Content-Length: 100'], '{'), 20, END], BAD_JSON),
  hostile('half a chunk', (world) => [promising([authorized(world), CHUNKED], '9\r\n{'), 20, END], BAD_JSON),
  hostile('half a body without a key', () => [promising(['Content-Length: 100'], '{'), ANSWER, END], NO_KEY),
  hostile('a bad chunk after the answer', () => [promising([CHUNKED], '1\r\n{\r\n'), ANSWER, 'x\r\n'], NO_KEY),
  hostile('a bad chunk of a body that nobody reads', () => [promising([CHUNKED], 'x\r\n')], BAD_JSON),
  hostile(
    'a bad chunk after a request that is still answered',
    (world) => [rawRequest(slow(world)), promising([authorized(world), CHUNKED], 'x\r\n')],
    ACCEPTED,
    BAD_JSON,
  ),
  hostile('a reset in the middle of a body', (world) => [
    promising([authorized(world), 'Content-Length: 9'], '{'),
    20,
    RESET,
  ]),
  hostile('a reset before the answer', (world) => [rawRequest(slow(world)), 5, RESET, 100]),
  hostile('a reset after CONNECT', () => ['CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', RESET]),
  hostile(
    'a reset after CONNECT, later',
    () => ['CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', ANSWER, 'x', RESET],
    ABSENT,
  ),
  hostile('a reset after Expect', (world) => [rawRequest(get(world, { headers: { Expect: 'x' } })), RESET]),
  hostile('a reset after garbage', () => ['\u0000', RESET]),
];

const FLOODS: HostileCase[] = [
  hostile('100 KB of spaces', () => [' '.repeat(100_000)], BAD_JSON),
  hostile('100 KB of line breaks', () => ['\r\n'.repeat(50_000), END]),
  hostile(
    '1,010 requests at once',
    () => [rawRequest({ target: '/x', headers: open }).toString().repeat(1_010), END],
    ...Array<Expected>(1_010).fill(ABSENT),
  ),
];

/** Requests that are too slow. The tests set short time-outs, which Node checks every two seconds. */
const SLOW: HostileCase[] = [
  hostile(
    'headers that never end',
    () => ['GET / HTTP/1.1\r\nHost: x\r\n', ...Array<(string | number)[]>(30).fill([100, 'X-A: b\r\n']).flat()],
    BAD_JSON,
  ),
  hostile('a body that never comes', (world) => [promising([authorized(world), 'Content-Length: 9'], '')], BAD_JSON),
  hostile(
    'a body that never ends',
    (world) => [
      promising([authorized(world), CHUNKED], ''),
      ...Array<(string | number)[]>(30).fill([100, '1\r\n \r\n']).flat(),
    ],
    BAD_JSON,
  ),
  hostile('a body that never comes, without a key', () => [promising(['Content-Length: 9'], '')], NO_KEY),
];

/** How much a connection sends, how fast, and where it ends. */
export const CONNECTIONS: Readonly<Record<string, HostileCase[]>> = {
  'several requests on one connection': PIPELINES,
  'what is broken off': BROKEN_OFF,
  floods: FLOODS,
  'what comes slowly': SLOW,
};
