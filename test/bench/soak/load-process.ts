import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { FromSoakLoad, ToSoakLoad } from './load';

type Told<Name extends string> = FromSoakLoad extends infer Message
  ? Message extends Readonly<Record<Name, infer Value>>
    ? Value
    : never
  : never;

/** The process of the load. */
export class LoadProcess {
  private readonly child = fork(join(__dirname, 'load.js'), { stdio: 'inherit' });
  private readonly messages: FromSoakLoad[] = [];
  private isOver = false;
  private wake: () => void = () => undefined;

  constructor() {
    this.child.on('message', (message: FromSoakLoad) => {
      this.messages.push(message);
      this.wake();
    });
    this.child.once('exit', () => {
      this.isOver = true;
      this.wake();
    });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  tell(message: ToSoakLoad): void {
    this.child.send(message);
  }

  /** Its next message, which must have this name. */
  async next<Name extends 'busy' | 'minute' | 'ended'>(name: Name): Promise<Told<Name>> {
    while (this.messages.length === 0) {
      if (this.isOver) throw new Error('the load generator ended');
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
    const message = this.messages.shift() as Partial<Record<Name, Told<Name>>>;
    const told = message[name];
    if (!told) throw new Error(`the load generator told something else than ${name}`);
    return told;
  }

  async stop(): Promise<void> {
    if (this.isOver) return;
    const over = once(this.child, 'exit');
    this.child.kill();
    await over;
  }
}
