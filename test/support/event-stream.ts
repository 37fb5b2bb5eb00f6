import { get, type IncomingMessage } from 'node:http';
import { get as getSecurely } from 'node:https';
import { until } from './waiting';

export interface HeardEvent {
  readonly name: string;
  readonly id: string | undefined;
  /** Of a lead that a further submission has met. */
  readonly returned: boolean;
}

/** A console's connection to GET /admin/v1/events. */
export class EventStream {
  readonly events: HeardEvent[] = [];
  text = '';
  hasEnded = false;

  private constructor(readonly response: IncomingMessage) {
    let rest = '';
    response.setEncoding('utf8');
    response.on('data', (part: string) => {
      this.text += part;
      const blocks = (rest + part).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) this.read(block);
    });
    response.on('close', () => (this.hasEnded = true));
    response.on('error', () => undefined);
  }

  /** Connects and accepts any certificate; `headers` has the credential. */
  static open(url: string, headers: Record<string, string>): Promise<EventStream> {
    const connect = url.startsWith('https:') ? getSecurely : get;
    const options = { headers, agent: false, rejectUnauthorized: false } as const;
    return new Promise((resolve, reject) => {
      connect(`${url}/admin/v1/events`, options, (response) => resolve(new EventStream(response))).on('error', reject);
    });
  }

  close(): void {
    this.response.destroy();
  }

  /** Waits for an event of this kind, and about this id if given. */
  async heard(name: string, id?: string): Promise<void> {
    await until(() => this.events.some((event) => event.name === name && (id === undefined || event.id === id)));
  }

  async ended(): Promise<void> {
    await until(() => this.hasEnded);
  }

  private read(block: string): void {
    const name = /^event: (.*)$/m.exec(block)?.[1];
    const data = /^data: (.*)$/m.exec(block)?.[1];
    const { id, returned = false } = JSON.parse(data ?? '{}') as { id?: string; returned?: boolean };
    if (name) this.events.push({ name, id, returned });
  }
}

/** Opens streams that are closed after the tests. */
export function eventStreams() {
  const open: EventStream[] = [];
  afterAll(() => open.forEach((stream) => stream.close()));
  return async (url: string, headers: Record<string, string>): Promise<EventStream> => {
    const stream = await EventStream.open(url, headers);
    open.push(stream);
    return stream;
  };
}
