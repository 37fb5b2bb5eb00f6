import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formPage } from '../../console/pages/start/form-page';
import type { LeadView } from '../../src/contract/lead';
import { Stack } from '../fault/support/stack';
import { until } from '../fault/support/processes';
import { PATIENCE_MS } from '../support/patience';
import { forAllTests } from '../support/setup';

/** PHP's own server with the page that the console offers. */
class Site {
  private constructor(
    readonly url: string,
    private readonly server: ChildProcess,
    private readonly folder: string,
  ) {}

  static async start(service: string, key: string): Promise<Site> {
    const folder = mkdtempSync(join(tmpdir(), 'entrada-form-'));
    writeFileSync(join(folder, 'contato.php'), formPage(service));
    const port = await freePort();
    const env = { ...process.env, ENTRADA_KEY: key };
    const server = spawn('php', ['-S', `127.0.0.1:${port}`, '-t', folder], { env, stdio: 'ignore' });
    const site = new Site(`http://127.0.0.1:${port}/contato.php`, server, folder);
    await until('the form', PATIENCE_MS, () =>
      fetch(site.url)
        .then(({ ok }) => ok)
        .catch(() => false),
    );
    return site;
  }

  /** The hidden fields of a new form, and its text. */
  async form(query = ''): Promise<{ html: string; hidden: Record<string, string> }> {
    const html = await (await fetch(this.url + query)).text();
    const found = html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g);
    return { html, hidden: Object.fromEntries([...found].map(([, name = '', value = '']) => [name, value])) };
  }

  async send(fields: Record<string, string>): Promise<string> {
    return (await fetch(this.url, { method: 'POST', body: new URLSearchParams(fields) })).text();
  }

  close(): void {
    this.server.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

const stack = forAllTests(() => Stack.start({}));

it('the form that the console offers sends leads with their origin, each once, and says when it could not', async () => {
  const partner = await stack.partner();
  const [first] = stack.instances;
  const site = await Site.start(first?.url ?? '', partner.key);
  const leads = async () => (await partner.api(0).get<LeadView[]>('/leads')).data;
  try {
    const { hidden } = await site.form('?utm_source=google&utm_medium=cpc&gclid=CjwKCAjw_abcdefgh&outro=1');
    const filled = { ...hidden, nome: 'Maria da Conceição', telefone: '(11) 98765-4321' };
    expect(await site.send({ ...filled, telefone: '12' })).toContain('Não foi possível enviar.');
    expect(await leads()).toEqual([]);
    expect(await site.send(filled)).toContain('Recebemos seu contato.');
    expect(await site.send(filled)).toContain('Recebemos seu contato.');
    const sent = { name: 'Maria da Conceição', phone: '5511987654321', origin: 'network_b_ads' };
    expect(await leads()).toEqual([expect.objectContaining(sent)]);
    const timeline = `/leads/${(await leads())[0]?.id}/timeline`;
    const { data } = await partner.owner(0).get<{ type: string }[]>(timeline);
    expect(data.filter(({ type }) => type === 'submission')).toHaveLength(1);
    expect((await site.form()).hidden.envio).not.toBe(hidden.envio);
    expect((await site.form('?utm_source="><script>')).html).not.toContain('<script>');
  } finally {
    site.close();
  }
});

it.each([
  ['an id of the shop', 'pedido-1234'],
  ['a short one', 'form-1'],
  ['one with a further line', 'form-000000000000000000000000\npedido'],
  ['a long one', 'x'.repeat(500)],
  ['none', ''],
])('an id of a submission that a visitor makes up is not sent on, and its lead arrives: %s', async (_, envio) => {
  const partner = await stack.partner();
  const api = partner.api(0);
  const site = await Site.start(stack.instances[0]?.url ?? '', partner.key);
  try {
    const { hidden } = await site.form();
    const visitor = { ...hidden, envio, nome: 'Visitante', telefone: '(11) 98765-4321' };
    expect(await site.send(visitor)).toContain('Recebemos seu contato.');
    const used = await stack.sql<{ id: string }>('select external_id as id from submissions where account_id = $1', [
      partner.accountId,
    ]);
    expect(used).toEqual([{ id: expect.stringMatching(/^form-[0-9a-f]{24}$/) as unknown }]);
    const order = { phone: '(11) 98765-4322', external_id: 'pedido-1234' };
    expect((await api.post('/leads', order)).status).toBe(201);
  } finally {
    site.close();
  }
});
