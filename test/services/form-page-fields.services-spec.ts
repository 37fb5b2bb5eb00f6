import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LeadDetail } from '../../src/contract/lead';
import { freePort } from '../fault/support/processes';
import { formPageTest, LATER, RECEIVED } from './support/form-page-test';

const { partner, site, service, leads, ids, ownWords, filled, other } = formPageTest();

/** The leads as their owner sees them. */
const details = async (): Promise<LeadDetail[]> => {
  const found: LeadDetail[] = [];
  for (const { id } of await leads()) found.push((await partner.owner(0).get<LeadDetail>(`/leads/${id}`)).data);
  return found;
};

it('sends e-mail, message and consent, and nothing in place of an empty field', async () => {
  const message = 'Quero um orçamento.\r\nPode ser <b>amanhã</b>?';
  const fields = { email: ' maria@example.com ', mensagem: message, consentimento: 'sim' };
  expect((await site.send(await filled(fields))).html).toContain(RECEIVED);
  const empty = { telefone: '(11) 98765-4322', email: ' ', mensagem: '\r\n' };
  expect((await site.send(await filled(empty))).html).toContain(RECEIVED);
  const notes = expect.stringMatching(/Quero um orçamento\.\n +Pode ser <b>amanhã<\/b>\?/) as string;
  const consent = expect.objectContaining({ at: expect.any(String) as string }) as object;
  expect(await details()).toEqual([
    expect.objectContaining({ email: 'maria@example.com', notes, consent }),
    expect.objectContaining({ email: null, notes: '', consent: null }),
  ]);
});

it.each([
  ['the e-mail', { email: 'maria@' }, 'Confira o e-mail:'],
  ['the message', { mensagem: 'é'.repeat(501) }, 'ela pode ter até 500 caracteres'],
])('says that %s is wrong, and keeps what was typed', async (_, wrong, told) => {
  const typed = { email: 'maria@example.com', mensagem: 'Oi, <b>tudo</b>\n', consentimento: 'sim', ...wrong };
  const { status, html } = await site.send(await filled(typed));
  expect([status, html]).toEqual([422, expect.stringContaining(told)]);
  expect(html).toContain(`value="${typed.email}"`);
  expect(html).toContain(typed.mensagem.trim().replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
  expect(html).toContain('value="sim" checked');
  expect(await leads()).toEqual([]);
});

it('sends nothing without the consent where the owner requires it, and asks for none where there is no sentence', async () => {
  const required = { 'EXIGE_CONSENTIMENTO = false': 'EXIGE_CONSENTIMENTO = true' };
  await site.change({ service: service(), key: partner.key, edits: required });
  const refused = await site.send(await filled());
  expect([refused.status, refused.html]).toEqual([422, expect.stringContaining('marque que você concorda')]);
  expect(await leads()).toEqual([]);
  expect((await site.send(await filled({ consentimento: 'sim' }))).html).toContain(RECEIVED);
  const none = { ...required, "'Aceito receber contato por telefone, WhatsApp ou e-mail.'": "''" };
  await site.change({ service: service(), key: partner.key, edits: none });
  expect((await site.form()).html).not.toContain('checkbox');
  const fields = { telefone: '(11) 98765-4322', consentimento: 'sim' };
  expect((await site.send(await filled(fields))).html).toContain(RECEIVED);
  expect((await details()).map(({ consent }) => consent !== null)).toEqual([true, false]);
});

it('sends nothing of a robot that fills the hidden field, and never says that it did', async () => {
  const fields = await filled({ assunto: 'SEO' });
  for (const _ of ['first', 'again']) {
    const { status, html } = await site.send(fields);
    expect([status, html]).toEqual([422, expect.stringContaining('Confira seus dados e envie de novo.')]);
    expect(html).not.toContain('SEO');
  }
  expect([await leads(), site.log]).toEqual([[], expect.not.stringContaining('Entrada:')]);
  expect((await site.send({ ...fields, assunto: '' })).html).toContain(RECEIVED);
});

it.each([
  ['as the console shows it', (key: string) => `<?php // ${key}\n`],
  ['as an editor of Windows saves it', (key: string) => `\uFEFF<?php // ${key}\r\n`],
  ['with the end of PHP', (key: string) => `<?php\n//${key} ?>`],
])('takes the key of a file, which no visitor can read: %s', async (_, fileOf) => {
  writeFileSync(join(site.folder, 'entrada-chave.php'), fileOf(partner.key));
  await site.change({ service: service(), key: '' });
  expect((await site.send(await filled())).html).toContain(RECEIVED);
  expect(await (await fetch(`${site.home}entrada-chave.php`)).text()).not.toContain('ent_live');
});

it('takes no key of a file that visitors can read', async () => {
  writeFileSync(join(site.folder, 'entrada-chave.php'), partner.key);
  await site.change({ service: service(), key: '' });
  expect((await site.send(await filled())).html).toContain(LATER);
  expect(ownWords()).toEqual([expect.stringContaining('não há chave, nem em ENTRADA_KEY nem em entrada-chave.php')]);
});

/** Phones as visitors type them; the service refuses some. */
const TYPED = [
  '(11) 98765-4321',
  '11987654322',
  '+55 (11) 98765-4323',
  '5511987654324',
  '011 98765-4325',
  '+55 011 98765-4326',
  '55 98765-4327',
  '(11) 3333-4328',
  '(11) 8765-4329',
  '(10) 98765-4330',
  '+55 10 98765-4331',
  '98765-4332',
  '11 98765.4333',
  '11 98765-4334 / 11 98765-4335',
  '11 08765-4336',
  '11 18765-4337',
  '(11) 98765-43389',
  '005511987654339',
  '5555119876543',
  '11 98765-4340 ramal 2',
  '+1 5',
  '+351 912 345 678',
  '\u00a011\u00a098765-4341',
  '+ 55 11 98765-4342',
  '5+5 11 98765-4343',
];

it('says to nobody that a contact was received which the service refuses later', async () => {
  await site.change({ service: `http://127.0.0.1:${await freePort()}`, key: partner.key });
  const told: (string | undefined)[] = [];
  const wrong: Record<string, string>[] = [
    { email: 'maria@' },
    { email: '"m a"@example.com' },
    { email: `${'m'.repeat(64)}@${'x'.repeat(190)}.br` },
  ];
  const control: Record<string, string>[] = [
    { nome: 'Ana\u0007\tSá' },
    { email: 'ana\u0000@example.com' },
    { mensagem: 'Oi\u0000\n\tAna' },
  ];
  for (const changes of [...TYPED.map((telefone) => ({ telefone })), ...wrong, ...control]) {
    const fields = await filled(changes);
    const { status, html } = await site.send(fields);
    expect([200, 422, 503]).toContain(status);
    if (html.includes(RECEIVED)) told.push(fields.envio);
  }
  expect(told.length).toBeGreaterThan(8);
  await site.change({ service: service(), key: partner.key });
  while (site.kept.some((name) => name.endsWith('.json'))) {
    site.endPause();
    await site.form();
  }
  const arrived = await ids();
  expect(told.filter((envio) => !arrived.includes(envio ?? ''))).toEqual([]);
  expect(arrived).not.toEqual([]);
});

it('lets the visitor correct a wrong number while the service is away', async () => {
  await site.change({ service: `http://127.0.0.1:${await freePort()}`, key: partner.key });
  const { status, html } = await site.send(await filled({ telefone: '(10) 98765-4321' }));
  expect([status, html]).toEqual([422, expect.stringContaining('Confira o telefone, com DDD')]);
});

it('does not say that a contact was received which the service refuses for a fault of the page', async () => {
  const edits = { "'phone' => $telefone,": `'phone' => $telefone, 'utm' => 'x',` };
  await site.change({ service: service(), key: partner.key, edits });
  const { status, html } = await site.send(await filled());
  expect([status, html]).toEqual([503, expect.stringContaining('Não conseguimos receber seu contato agora.')]);
  expect(site.kept).toHaveLength(1);
});

it('keeps a contact until the owner has merged the leads of its phone', async () => {
  const error = { code: 'ambiguous_lead', message: 'Há vários.', request_id: 'r' };
  const refusing = await other((_, response) => response.writeHead(409).end(JSON.stringify({ error })));
  await site.change({ service: refusing, key: partner.key });
  const fields = await filled();
  expect((await site.send(fields)).html).toContain(LATER);
  await site.form();
  expect(site.kept).toEqual([`${fields.envio}.json`]);
  site.point(service());
  site.endPause();
  await site.form();
  expect([await ids(), site.kept]).toEqual([[fields.envio], []]);
});
