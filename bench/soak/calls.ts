import { appendFileSync } from 'node:fs';
import type { Answer } from '../answers';
import { message } from '../requests';
import type { Lanes } from '../lanes';
import type { Person } from './people';
import type { Recorder } from './recorder';
import type { SoakAccount } from './world';

/** A call of the service and the statuses that it must get. */
export interface Call {
  readonly kind: string;
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly body?: object | string;
  readonly statuses: readonly number[];
}

export const ADMIN = '/admin/v1';

/** Makes a call of an account's owner, such as `GET /imports`. */
export function ownerCall(
  kind: string,
  { session }: SoakAccount,
  request: `${string} /${string}`,
  statuses: readonly number[],
  body?: object | string,
): Call {
  const [method = '', path = ''] = request.split(' ');
  return { kind, method, path: ADMIN + path, key: session, body, statuses };
}

/** Makes a line with the columns of both files. */
const line = (account: SoakAccount, externalId: string): string => `${account.id},${externalId}\n`;

/** Sends calls, times them, and writes acknowledged submissions and erasures to files. The checks at the end read these. */
export class Calls {
  private acknowledged = '';
  private erased = '';

  constructor(
    private readonly lanes: Lanes,
    private readonly recorder: Recorder,
    private readonly random: () => number,
    private readonly files: { readonly acknowledged: string; readonly erased: string },
  ) {}

  /** Sends a call and returns the answer; undefined for a wrong answer. `due` is the moment from which the time counts. */
  async send(call: Call, due = performance.now()): Promise<Answer | undefined> {
    const { kind, method, path, key, body, statuses } = call;
    const [text, type] = typeof body === 'string' ? [body, 'text/csv'] : [body && JSON.stringify(body), undefined];
    this.recorder.begin();
    const answer = await this.lanes.send(message(method, path, { key }, this.random, text, type));
    const isRight = statuses.includes(answer.status);
    this.recorder.end(kind, performance.now() - due, isRight ? undefined : String(answer.status));
    return isRight ? answer : undefined;
  }

  /** Sends a call and returns the parsed `data` of the answer. */
  async ask<Data>(call: Call): Promise<Data | undefined> {
    const answer = await this.send(call);
    return answer && (JSON.parse(answer.text()) as { data: Data }).data;
  }

  /** Records a submission that the service has acknowledged. */
  acknowledge(account: SoakAccount, person: Person, externalId: string): void {
    person.externalIds.push(externalId);
    this.acknowledged += line(account, externalId);
  }

  /** Records a person whose erasure the service has acknowledged. */
  forget(account: SoakAccount, person: Person): void {
    for (const externalId of person.externalIds) this.erased += line(account, externalId);
  }

  write(): void {
    appendFileSync(this.files.acknowledged, this.acknowledged);
    appendFileSync(this.files.erased, this.erased);
    this.acknowledged = this.erased = '';
  }
}
