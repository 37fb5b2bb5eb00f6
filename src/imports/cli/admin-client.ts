import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountView } from '../../contract/account';
import type { Answer } from '../../contract/envelope';
import type { Refusal } from '../../contract/error';

/** Milliseconds: how long to wait for a service that does not answer (a restart), and the pause between tries. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 1_000;
const TIMEOUT_MS = 30_000;

/** Calls the admin API of a running service. */
export class AdminClient {
  /** The account that the operator acts for. */
  account: string | undefined;
  /** How long to wait for a service that does not answer, in milliseconds. */
  patienceMs = PATIENCE_MS;
  /** Called once each time the service stops answering. */
  onWait: (text: string) => void = () => undefined;

  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  get = <Data>(path: string) => this.call<Data>(path, { method: 'GET' });

  /** Sent again when the answer is lost: use it only where a repeated call does no harm. */
  postFile = <Data>(path: string, file: Buffer) =>
    this.call<Data>(path, {
      method: 'POST',
      body: new Uint8Array(file),
      headers: { 'Content-Type': 'application/octet-stream' },
    });

  /** Waits for a service that does not answer. Throws a refusal with the service's own text. */
  private async call<Data>(path: string, init: RequestInit): Promise<Answer<Data>> {
    const headers = {
      Authorization: `Bearer ${this.token}`,
      ...(this.account && { 'X-Account-Id': this.account }),
      ...init.headers,
    };
    const silence = `O serviço em ${this.url} não responde (PUBLIC_URL, HOST e PORT, ou --url)`;
    const end = Date.now() + this.patienceMs;
    for (let tries = 1; ; tries++, await sleep(PAUSE_MS)) {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const answer = await fetch(`${this.url.replace(/(?<!\/)\/+$/, '')}/admin/v1${path}`, { ...init, headers, signal })
        .then(async (response) => ({ status: response.status, body: (await response.json()) as unknown }))
        .catch(() => undefined);
      if (answer && answer.status < 300) return answer.body as Answer<Data>;
      if (answer && answer.status < 500) throw new Error(textOf(answer.body as Refusal));
      if (Date.now() > end) throw new Error(`${silence}. Rode o mesmo comando de novo.`);
      if (tries === 1) this.onWait(`${silence}: esperando.`);
    }
  }
}

const textOf = ({ error: { message, details } }: Refusal): string =>
  [message, ...(details?.fields ?? []).map((bad) => `  ${bad.field}: ${bad.message}`)].join('\n');

/** The only account of the service; with several, throws a list of them. */
export async function chooseAccount(client: AdminClient): Promise<string> {
  const { data: accounts } = await client.get<AccountView[]>('/accounts');
  const [first, ...others] = accounts;
  if (!first) throw new Error('O serviço não tem nenhuma conta.');
  if (others.length === 0) return first.id;
  const list = accounts.map(({ id, name }) => `  ${id}  ${name}`).join('\n');
  throw new Error(`Informe a conta com --account. As mais novas:\n${list}`);
}
