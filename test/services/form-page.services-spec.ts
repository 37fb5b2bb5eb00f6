import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, mustRun } from '../fault/support/processes';
import { formPageTest, LATER, MARIA, RECEIVED } from './support/form-page-test';
import { renewQuota, useUpQuota } from './support/quota';

const { stack, partner, site, closed, service, leads, ids, ownWords, filled, other } = formPageTest();

it.each([
  ['the extension curl', true],
  ['nothing but PHP', false],
])('a form sends a lead with its origin, once, and says when a phone is wrong: with %s', async (_, hasCurl) => {
  if (hasCurl) expect(await mustRun('php', ['-m'])).toMatch(/^curl$/m);
  await site.change({ service: service(), key: partner.key, hasCurl });
  const { hidden } = await site.form('?utm_source=google&utm_medium=cpc&gclid=CjwKCAjw_abcdefgh&outro=1');
  for (const telefone of ['12', '(10) 98765-4321']) {
    const { status, html } = await site.send({ ...hidden, nome: 'Zé "do" <b>', telefone });
    expect([status, html]).toEqual([422, expect.stringContaining('Confira o telefone, com DDD')]);
    expect(html).toContain('value="Zé &quot;do&quot; &lt;b&gt;"');
    expect(html).toContain(`value="${telefone}"`);
    expect(html).toContain(hidden.envio);
    expect(html).toContain('value="CjwKCAjw_abcdefgh"');
  }
  expect(await leads()).toEqual([]);
  for (const _ of ['first', 'sent again']) {
    expect(await site.send({ ...hidden, ...MARIA })).toMatchObject({
      status: 200,
      html: expect.stringContaining(RECEIVED) as string,
    });
  }
  const lead = { name: 'Maria da Conceição', phone: '5511987654321', origin: 'network_b_ads' };
  expect(await leads()).toEqual([expect.objectContaining(lead)]);
  expect(await ids()).toEqual([hidden.envio]);
  expect((await site.form()).hidden.envio).not.toBe(hidden.envio);
  expect((await site.form('?utm_source="><script>alert(1)')).html).not.toContain('<script>alert');
});

it.each([
  ['an id of the shop', 'pedido-1234'],
  ['a short one', 'form-1'],
  ['one with a further line', 'form-000000000000000000000000\npedido'],
  ['a long one', 'x'.repeat(500)],
  ['none', ''],
])('an id of a submission that a visitor makes up is not sent on, and its lead arrives: %s', async (_, envio) => {
  expect((await site.send(await filled({ envio }))).html).toContain(RECEIVED);
  expect(await ids()).toEqual([expect.stringMatching(/^form-[0-9a-f]{24}$/)]);
  const order = { phone: '(11) 98765-4322', external_id: 'pedido-1234' };
  expect((await partner.api(0).post('/leads', order)).status).toBe(201);
});

it('a visitor who goes back and corrects the phone sends another lead', async () => {
  const first = await filled();
  await site.send(first);
  expect((await site.send({ ...first, telefone: '11 98765-4399' })).html).toContain(RECEIVED);
  expect((await leads()).map(({ phone }) => phone)).toEqual(['5511987654321', '5511987654399']);
});

interface Trouble {
  readonly service?: string;
  readonly key?: string;
}

const TROUBLES: [name: string, told: RegExp, make: () => Promise<Trouble>][] = [
  ['the key is wrong', /chave foi recusada.* 401 /, async () => ({ key: 'ent_live_wrong' })],
  [
    'the key may not send leads',
    /chave não pode enviar leads.* 403 /,
    async () => {
      const key = { name: 'painel', permissions: ['metrics:read'] };
      return { key: (await partner.owner(0).post<{ key: string }>('/api-keys', key)).data.key };
    },
  ],
  [
    'the quota of the day is used up',
    /limite de envios foi atingido, por mais \d+ segundos.* 429 rate_limited /,
    async () => {
      await useUpQuota(stack, partner.accountId);
      return {};
    },
  ],
  ['the connection is refused', /não respondeu/, async () => ({ service: `http://127.0.0.1:${await freePort()}` })],
  ['the service never answers', /não respondeu/, async () => ({ service: await other(() => undefined) })],
  [
    'another server answers in its place',
    /quem respondeu não é o serviço: confira http.* 200$/,
    async () => ({ service: await other((_, response) => response.end('<h1>Em breve</h1>')) }),
  ],
  [
    'the address has moved',
    /quem respondeu não é o serviço: confira http.* 301$/,
    async () => ({ service: await other((_, response) => response.writeHead(301, { Location: service() }).end()) }),
  ],
];

it.each(TROUBLES)('keeps a contact and sends it later, and tells the owner why, when %s', async (_, told, make) => {
  const trouble = await make();
  await site.change({ service: service(), key: partner.key, ...trouble });
  const fields = await filled();
  const begin = performance.now();
  const { status, html } = await site.send(fields);
  expect([status, html]).toEqual([200, expect.stringContaining(LATER)]);
  expect(performance.now() - begin).toBeLessThan(20_000);
  expect(ownWords()).toEqual([expect.stringMatching(told)]);
  expect(site.log).not.toMatch(/Maria|98765|utm|ent_live/);
  const [name = ''] = site.kept;
  expect([site.kept.length, name]).toEqual([1, `${fields.envio}.json`]);
  expect(site.outbox).toMatch(/\/\.entrada-[0-9a-f]{32}$/);
  expect([site.mode('.'), site.mode(name), site.read('.htaccess')]).toEqual([0o700, 0o600, 'Require all denied\n']);

  // A visit after the cause is gone sends the contact. Before that, one visit per minute tries.
  await site.form();
  await site.form();
  expect(ownWords()).toHaveLength(2);
  await renewQuota(stack, partner.accountId);
  await site.change({ service: service(), key: partner.key });
  await site.form();
  expect(await leads()).toEqual([]);
  site.endPause();
  await site.form();
  expect(await leads()).toEqual([expect.objectContaining({ name: MARIA.nome, phone: '5511987654321' })]);
  expect([site.kept, await ids()]).toEqual([[], [fields.envio]]);
});

it('sends what was kept once, however many visitors come at the same time, a few at each visit', async () => {
  await site.change({ service: `http://127.0.0.1:${await freePort()}`, key: partner.key });
  for (let number = 0; number < 9; number++) await site.send(await filled({ telefone: `(11) 98765-432${number}` }));
  const seen: string[] = [];
  const slow = await other((request, response) => {
    request.on('data', (lead: Buffer) => seen.push(lead.toString()));
    setTimeout(() => response.end('{"data":{"received":true}}'), 300);
  });
  await site.change({ service: slow, key: partner.key });
  site.endPause();
  await site.form();
  expect(seen.length).toBe(3);
  while (site.kept.length > 0) await Promise.all([1, 2, 3, 4, 5, 6].map(() => site.form()));
  expect([seen.length, new Set(seen).size]).toEqual([9, 9]);
});

it('sets aside a kept contact that the service refuses, and goes on with the others', async () => {
  await site.change({ service: `http://127.0.0.1:${await freePort()}`, key: partner.key });
  const wrong = await filled({ telefone: '+55 10 98765-4321' });
  await site.send(wrong);
  const right = await filled();
  await site.send(right);
  await site.change({ service: service(), key: partner.key });
  site.endPause();
  await site.form();
  expect(site.kept).toEqual([`${wrong.envio}.json.recusado`]);
  expect(await ids()).toEqual([right.envio]);
  expect(ownWords().at(-1)).toMatch(/422 validation_error [\w-]+ phone$/);
});

it('keeps the refused contacts after the first 100 in one file, of which an end in the middle spoils no other line', async () => {
  await site.change({ service: `http://127.0.0.1:${await freePort()}`, key: partner.key });
  const wrong: string[] = [];
  for (const nome of ['Ana', 'Bia', 'Caio']) {
    const fields = await filled({ telefone: '+55 10 98765-4321', nome });
    await site.send(fields);
    wrong.push(fields.envio ?? '');
  }
  for (let number = 0; number < 99; number++) writeFileSync(join(site.outbox, `${number}.json.recusado`), '{}');
  const all = join(site.outbox, 'recusados.jsonl');
  // A contact that cannot be written down yet stays where it is.
  mkdirSync(all);
  await site.change({ service: service(), key: partner.key });
  site.endPause();
  await site.form();
  expect(site.kept.filter((name) => name.endsWith('.json'))).toHaveLength(2);
  rmdirSync(all);
  writeFileSync(all, '{"phone":"(1');
  await site.form();
  expect(site.kept).toEqual([expect.stringMatching(/\.recusado$/)]);
  const lines = site.read('recusados.jsonl').split('\n').slice(1).filter(Boolean);
  const ids = lines.map((line) => (JSON.parse(line) as { external_id: string }).external_id);
  expect([...ids, site.kept[0]?.split('.', 1).join()].sort()).toEqual(wrong.sort());
  expect(site.mode('recusados.jsonl') & 0o200).toBe(0o200);
});

it('takes no more contacts while the file of refused ones is full', async () => {
  await site.change({ service: `http://127.0.0.1:${await freePort()}`, key: partner.key });
  await site.send(await filled());
  writeFileSync(join(site.outbox, 'recusados.jsonl'), '');
  truncateSync(join(site.outbox, 'recusados.jsonl'), 20_000_001);
  expect((await site.send(await filled())).status).toBe(503);
  expect([site.kept.length, ownWords().at(-1)]).toEqual([1, expect.stringContaining('recusados.jsonl está cheio')]);
});

it('takes names of pages in ISO-8859-1', async () => {
  const { envio = '' } = (await site.form()).hidden;
  const body = `envio=${envio}&telefone=11+98765-4321&nome=Jos%E9+D%92%C1vila&utm_source=instagram&utm_campaign=ver%E3o`;
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  expect(await (await fetch(site.url, { method: 'POST', body, headers })).text()).toContain(RECEIVED);
  const utm = { source: 'instagram', medium: null, campaign: 'verão' };
  expect(await leads()).toEqual([expect.objectContaining({ name: 'José D’Ávila', utm })]);
});

it.each([true, false])(
  'sends nothing with a key that has a line break within, and shows no part of it: with curl %s',
  async (hasCurl) => {
    let calls = 0;
    const counter = await other((_, response) => response.end(String(calls++)));
    await site.change({ service: counter, key: 'ent_live_secret\r\nX-Other: 1', hasCurl });
    expect((await site.send(await filled())).html).toContain(LATER);
    expect([calls, ownWords()]).toEqual([0, [expect.stringContaining('não há chave, nem em ENTRADA_KEY nem em')]]);
    expect(site.log).not.toMatch(/secret|X-Other/);
  },
);

it('sends the others when one kept contact fails each time, as at a filter in front of the service', async () => {
  await site.change({ service: `http://127.0.0.1:${await freePort()}`, key: partner.key });
  await site.send(await filled({ envio: `form-${'0'.repeat(24)}`, nome: 'DROP TABLE' }));
  await site.send(await filled({ envio: `form-${'1'.repeat(24)}` }));
  // Old file times simulate the end of the pause.
  for (const name of site.kept) utimesSync(join(site.outbox, name), 1_700_000_000, 1_700_000_000);
  const filter = await other((request, response) => {
    request.on('data', (lead: Buffer) => {
      const isBlocked = lead.includes('DROP TABLE');
      response.writeHead(isBlocked ? 403 : 200).end(isBlocked ? '<h1>Blocked</h1>' : '{"data":{"received":true}}');
    });
  });
  await site.change({ service: filter, key: partner.key });
  for (const _ of ['fails', 'sends the other']) {
    site.endPause();
    await site.form();
  }
  expect(site.kept).toEqual([`form-${'0'.repeat(24)}.json`]);
});

it('leaves nothing behind of a contact that the disk has no room for', async () => {
  await site.change({ service: `http://127.0.0.1:${await freePort()}`, key: partner.key });
  const fields = await filled();
  await site.send(fields);
  rmSync(join(site.outbox, site.kept[0] ?? ''));
  mkdirSync(join(site.outbox, `${fields.envio}.json`));
  expect((await site.send(fields)).status).toBe(503);
  expect(site.kept).toEqual([`${fields.envio}.json`]);
});

it('opens the page for a link with the parameter origem, which many shops use', async () => {
  expect((await site.form('?origem=instagram')).html).toContain('<form method="post"');
});

it('takes a key with the line break that a file of Windows leaves', async () => {
  await site.change({ service: service(), key: `${partner.key}\r\n` });
  expect((await site.send(await filled())).html).toContain(RECEIVED);
  expect(await leads()).toHaveLength(1);
});

it('keeps no more than 500 contacts, and says so to the visitor, whose words stay', async () => {
  await site.change({ service: `http://127.0.0.1:${await freePort()}`, key: partner.key });
  await site.send(await filled());
  for (let number = 0; number < 499; number++) writeFileSync(join(site.outbox, `form-${number}.json`), '{}');
  const { status, html } = await site.send(await filled());
  expect([status, html]).toEqual([503, expect.stringContaining('Não conseguimos receber seu contato agora.')]);
  expect(html).toContain('value="Maria da Conceição"');
  expect(site.kept).toHaveLength(500);
  expect(ownWords().at(-1)).toContain('já há 500 contatos guardados');
});

it('keeps contacts where the owner wants them', async () => {
  const outbox = mkdtempSync(join(tmpdir(), 'entrada-[outbox] *-'));
  closed.push(() => rmSync(outbox, { recursive: true }));
  await site.change({ service: `http://127.0.0.1:${await freePort()}`, key: partner.key, outbox });
  const fields = await filled();
  await site.send(fields);
  expect(readdirSync(outbox)).toEqual([`${fields.envio}.json`]);
  await site.change({ service: service(), key: partner.key, outbox });
  await site.form();
  expect([await ids(), readdirSync(outbox)]).toEqual([[fields.envio], ['trava']]);
  expect(readdirSync(site.folder).sort()).toEqual(['contato.php', 'index.html']);
});

it('takes no more of a visitor than a lead can have', async () => {
  const long = { nome: 'á'.repeat(5_000), utm_source: 'x'.repeat(3_000), utm_medium: 'cpc' };
  expect((await site.send(await filled(long))).html).toContain(RECEIVED);
  expect(await leads()).toEqual([
    expect.objectContaining({
      name: 'á'.repeat(120),
      utm: expect.objectContaining({ source: null, medium: 'cpc' }) as object,
    }),
  ]);
  const broken = await fetch(site.url, {
    method: 'POST',
    body: 'telefone[]=1&nome[]=2&envio[]=3&fbc[]=4',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  expect([broken.status, await broken.text()]).toEqual([422, expect.not.stringMatching(/warning/i)]);
});
