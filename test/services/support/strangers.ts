import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

interface Answer {
  readonly name: string;
  readonly status: number;
  readonly body: string;
  readonly headers?: Record<string, string>;
  /** The body is the headers of the call. */
  readonly echoes?: boolean;
}

const RECEIVED = '{"data":{"received":true}}';
const CREATED = '{"data":{"id":null,"created":true,"duplicate":false,"deal":null,"lead":null}}';
const REFUSED = '{"error":{"code":"validation_error","message":"Nome.","request_id":"018f"}}';
const answer = (name: string, status: number, body: string, headers = {}): Answer => ({ name, status, body, headers });

/** Answers that no service of this kind gives to POST /leads, of hosting companies, proxies, frameworks and networks. */
const ANSWERS: readonly Answer[] = [
  ...[
    '{"status":"ok"}',
    '<!doctype html><h1>Em breve</h1>',
    'null',
    '[]',
    '',
    '{"data":null}',
    '{"data":"received"}',
    '{"received":true}',
    '{"data":{"created":true}}',
    '{"data":{"created":1,"duplicate":0}}',
    '{"data":{"lead":{"received":true,"created":true,"duplicate":false}}}',
    '{"data":{"note":"\\"received\\":true,\\"created\\":true,\\"duplicate\\":false"}}',
    JSON.stringify(RECEIVED),
    CREATED.slice(0, -2),
    REFUSED,
  ].map((body) => answer(`200 ${body}`, 200, body)),
  answer('a body of 5 MB that begins well', 200, `${RECEIVED.slice(0, -1)},"rest":"${'x'.repeat(5_000_000)}`),
  { name: 'the headers of the call, refused', status: 403, body: '', echoes: true },
  answer('no content', 204, ''),
  answer('the answer of the service with another status', 203, RECEIVED),
  answer('a redirect to one who says yes', 307, RECEIVED, { Location: '/service/api/v1/leads' }),
  answer('a page of a proxy', 400, '<h1>400 Bad Request</h1>'),
  answer('a page of a filter', 403, '<h1>Blocked</h1>'),
  answer('a framework', 404, '{"error":"not found"}'),
  answer('a conflict of another service', 409, '{"error":{"code":409,"message":"conflict","request_id":"1"}}'),
  answer('a page about the size', 413, '<h1>413 Request Entity Too Large</h1>'),
  answer('a validation of another service', 422, '{"message":"Invalid","errors":{"phone":["bad"]}}'),
  answer('an error without request_id', 422, '{"error":{"code":"invalid","message":"Invalid"}}'),
  answer('a refusal that breaks off', 422, REFUSED.slice(0, -2)),
];

/** A server that is not the service, in a thread of its own, because a test may block while it calls. */
export class Strangers {
  private constructor(
    private readonly worker: Worker,
    private readonly port: number,
  ) {}

  static async start(): Promise<Strangers> {
    const worker = new Worker(`${__dirname}/stranger-server.cjs`, { workerData: ANSWERS });
    const [port] = (await once(worker, 'message')) as [number];
    return new Strangers(worker, port);
  }

  /** The address for each answer. */
  get all(): readonly { name: string; status: number; url: string }[] {
    return ANSWERS.map(({ name, status }, at) => ({ name, status, url: `http://127.0.0.1:${this.port}/${at}` }));
  }

  /** The address of a filter in front of the service, which blocks DROP TABLE. */
  get filter(): string {
    return `http://127.0.0.1:${this.port}/filter`;
  }

  close = (): Promise<number> => this.worker.terminate();
}
