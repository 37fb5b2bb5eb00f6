import { appendFileSync } from 'node:fs';
import type { Answer } from '../answers';
import { message } from '../requests';
import type { Lanes } from './lanes';
import type { Person } from './people';
import type { Recorder } from './recorder';
import type { SoakAccount } from './soak-account';

/** A call of the service, and the statuses that it must get. */
export interface Call {
  readonly kind: string;
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly body?: object | string;
  readonly statuses: readonly number[];
}

/** The columns of both files. */
const line = (account: SoakAccount, externalId: string): string => `${account.id},${externalId}\n`;

/** Sends calls, times them, and keeps what was acknowledged in files: the checks at the end read them. */
export class Calls {
  private acknowledged = '';
  private erased = '';

  constructor(
    private readonly lanes: Lanes,
    private readonly recorder: Recorder,
    private readonly random: () => number,
    private readonly files: { readonly acknowledged: string; readonly erased: string } | undefined,
  ) {}

  /** The answer; undefined when it was not as it must be. `due` is the moment from which the time counts. */
  async send(call: Call, due = performance.now()): Promise<Answer | undefined> {
    const { kind, method, path, key, body, statuses } = call;
    const [text, type] = typeof body === 'string' ? [body, 'text/csv'] : [body && JSON.stringify(body), undefined];
    this.recorder.begin();
    const answer = await this.lanes.send(message(method, path, { key }, this.random, text, type));
    const isRight = statuses.includes(answer.status);
    this.recorder.end(kind, performance.now() - due, isRight ? undefined : String(answer.status));
    return isRight ? answer : undefined;
  }

  /** The same with the parsed `data` of the answer. */
  async ask<Data>(call: Call): Promise<Data | undefined> {
    const answer = await this.send(call);
    return answer && (JSON.parse(answer.text()) as { data: Data }).data;
  }

  /** The service has said that it has this submission. */
  acknowledge(account: SoakAccount, person: Person, externalId: string): void {
    person.externalIds.push(externalId);
    this.acknowledged += line(account, externalId);
  }

  /** The service has said that it has erased this person. */
  forget(account: SoakAccount, person: Person): void {
    for (const externalId of person.externalIds) this.erased += line(account, externalId);
  }

  write(): void {
    if (!this.files) return;
    appendFileSync(this.files.acknowledged, this.acknowledged);
    appendFileSync(this.files.erased, this.erased);
    this.acknowledged = this.erased = '';
  }
}
