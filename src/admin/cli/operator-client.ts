import type { AccountView } from '../../contract/account';
import type { Answer } from '../../contract/envelope';
import type { Refusal } from '../../contract/error';
import type { GivenSession } from '../../contract/session';

const TIMEOUT_MS = 30_000;

/** Calls the admin API of the service at this address, without retries. The message of every error can be shown as it is. */
export class OperatorClient {
  constructor(
    readonly url: string,
    private readonly token: string,
  ) {}

  async post<Data>(path: string, body?: object, account?: string): Promise<Data> {
    return (await this.call<Data>('POST', path, this.token, { body, account })).data;
  }

  /** All accounts, newest first. */
  async accounts(): Promise<AccountView[]> {
    const found: AccountView[] = [];
    for (let cursor: string | null | undefined = ''; typeof cursor === 'string';) {
      const query: string = cursor ? `?limit=100&cursor=${encodeURIComponent(cursor)}` : '?limit=100';
      const page = await this.call<AccountView[]>('GET', `/accounts${query}`, this.token);
      found.push(...page.data);
      cursor = page.next_cursor;
    }
    return found;
  }

  /** A one-time link into the account's console. Making it opens a session, which is ended, because only the link is used. */
  async consoleLink(accountId: string): Promise<string> {
    const session = await this.post<GivenSession>(`/accounts/${accountId}/owner-sessions`);
    await this.call('DELETE', '/sessions/current', session.token);
    return session.console_url;
  }

  private async call<Data>(
    method: string,
    path: string,
    token: string,
    { body, account }: { body?: object; account?: string } = {},
  ): Promise<Answer<Data>> {
    const headers = {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      ...(account && { 'X-Account-Id': account }),
    };
    const response = await fetch(`${this.url}/admin/v1${path}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => undefined);
    if (!response) throw new Error(`No service answers at ${this.url}. Start it, or name its address with --url.`);
    if (response.status === 204) return {} as Answer<Data>;
    const text = await response.text().catch(() => '');
    if (response.ok && isJson(text)) return JSON.parse(text) as Answer<Data>;
    throw new Error(this.refusal(response.status, text));
  }

  private refusal(status: number, text: string): string {
    const { error } = isJson(text) ? (JSON.parse(text) as Partial<Refusal>) : {};
    if (!error?.message) return `What answers at ${this.url} is not Entrada (status ${status}).`;
    if (status === 401) {
      return `The service at ${this.url} was started with another operator's token: set OPERATOR_TOKEN, or DATA_DIR, as it has them.`;
    }
    const fields = (error.details?.fields ?? []).map((bad) => `  ${bad.field}: ${bad.message}`);
    return [`The service refused (${status}): ${error.message}`, ...fields].join('\n');
  }
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}
