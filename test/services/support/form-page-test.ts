import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LeadView } from '../../../src/contract/lead';
import { Stack } from '../../fault/support/stack';
import { PhpSite } from '../../support/php-site';
import { forAllTests, forEachTest } from '../../support/setup';

export const MARIA = { nome: 'Maria da Conceição', telefone: '(11) 98765-4321' };
export const RECEIVED = 'Recebemos seu contato.';
export const LATER = 'Nosso retorno pode demorar um pouco mais';

/** Makes, for each test, an account and a site with the console's form, which sends to the service. */
export function formPageTest() {
  const stack = forAllTests(() => Stack.start());
  const service = (): string => stack.instances[0]?.url ?? '';
  const partner = forEachTest(() => stack.partner());
  const site = forEachTest(() => PhpSite.start({ service: service(), key: partner.key }));
  const closed: (() => unknown)[] = [];
  afterEach(async () => {
    await site.close();
    for (const close of closed.splice(0)) close();
    // PHP's own messages must not be in the log.
    expect(site.log).not.toMatch(/warning|deprecated|notice|fatal/i);
  });

  const leads = async (): Promise<LeadView[]> => (await partner.api(0).get<LeadView[]>('/leads')).data;
  const ids = async (): Promise<string[]> => {
    const text = 'select external_id as id from submissions where account_id = $1';
    return (await stack.sql<{ id: string }>(text, [partner.accountId])).map(({ id }) => id);
  };
  const ownWords = (): string[] => site.log.split('\n').filter((line) => line.includes('Entrada:'));
  const filled = async (changes: Record<string, string> = {}): Promise<Record<string, string>> => ({
    ...(await site.form()).hidden,
    ...MARIA,
    ...changes,
  });

  /** Starts a server that is not the service. */
  const other = async (answer: (request: IncomingMessage, response: ServerResponse) => unknown): Promise<string> => {
    const server = createServer((request, response) => void answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closed.push(
      () => server.closeAllConnections(),
      () => server.close(),
    );
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  return { stack, service, partner, site, closed, leads, ids, ownWords, filled, other };
}
