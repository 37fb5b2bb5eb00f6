import { type ClientRequest, type IncomingMessage, request } from 'node:http';

/** An answer whose caller stops after the first part. */
export interface UnreadAnswer {
  readonly status: number;
  /** Reads the rest; `isWhole` is true after a regular end. */
  rest(): Promise<{ readonly isWhole: boolean; readonly text: string }>;
  leave(): void;
}

export async function beginReading(url: string, headers: Record<string, string>): Promise<UnreadAnswer> {
  const outgoing = request(url, { headers, agent: false });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve).once('error', reject).end();
  });
  // The end of the answer shows that it was cut off.
  response.on('error', () => undefined);
  response.setEncoding('utf8');
  let text = '';
  response.on('data', (part: string) => (text += part));
  await new Promise((resolve) => response.once('data', resolve).once('end', resolve));
  response.pause();
  return {
    status: response.statusCode ?? 0,
    rest: async () => {
      response.resume();
      if (!response.closed) await new Promise((resolve) => response.once('close', resolve));
      return { isWhole: response.complete, text };
    },
    leave: () => void outgoing.destroy(),
  };
}

export function beginUpload(url: string, headers: Record<string, string>): { finish(file?: string): Promise<number> } {
  const outgoing: ClientRequest = request(url, {
    method: 'POST',
    agent: false,
    headers: { ...headers, 'Content-Type': 'text/csv', 'Transfer-Encoding': 'chunked' },
  });
  const status = new Promise<number>((resolve, reject) => {
    outgoing.once('error', reject).once('response', (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
  });
  outgoing.flushHeaders();
  return {
    finish: (file = '') => {
      if (!outgoing.writableEnded) outgoing.end(file);
      return status;
    },
  };
}
