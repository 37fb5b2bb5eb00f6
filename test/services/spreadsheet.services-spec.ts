import type { LeadView } from '../../src/contract/lead';
import { type Partner, Stack } from '../fault/support/stack';
import { freePort } from '../fault/support/processes';
import { forAllTests } from '../support/setup';
import { type Cell, GoogleSheet } from './support/google-sheet';
import { renewQuota, useUpQuota } from './support/quota';

const TITLES = ['Carimbo de data/hora', 'Nome', 'TELEFONE', 'E-mail', 'Mensagem', 'utm_source'];
const ANA = [new Date(), 'Ana Lima', '(11) 98765-4321', 'ana@example.com', 'Quero um orçamento', 'instagram'];
const BIA = [new Date(), 'Bia Reis', 11987654322, '', '', ''];
const BAD = [new Date(), 'Caio', '123', '', '', ''];

const stack = forAllTests(() => Stack.start());
let partner: Partner;
beforeEach(async () => void (partner = await stack.partner()));

const url = (): string => stack.instances[0]?.url ?? '';
const sheetOf = (rows: Cell[][], changes: Record<string, string> = {}): GoogleSheet =>
  new GoogleSheet(
    [TITLES, ...rows].map((row) => [...row]),
    { ENTRADA_URL: url(), ENTRADA_KEY: partner.key, ...changes },
  );
const leads = async (): Promise<LeadView[]> => (await partner.api(0).get<LeadView[]>('/leads')).data;
const submissions = async (): Promise<string[]> =>
  (
    await stack.sql<{ id: string }>('select external_id as id from submissions where account_id = $1', [
      partner.accountId,
    ])
  ).map(({ id }) => id);

it('sends each new row once, with its signals, and writes into each what happened', async () => {
  const sheet = sheetOf([ANA, BIA, ['', '', '', '', '', ''], BAD]);
  sheet.run('instalar');
  sheet.run('instalar');
  expect(sheet.triggers).toEqual(['another of the owner', 'enviarNovas every 10 minutes', 'enviarNovas on an answer']);
  expect(await leads()).toEqual([
    expect.objectContaining({ name: 'Ana Lima', phone: '5511987654321', email: 'ana@example.com', origin: 'social' }),
    expect.objectContaining({ name: 'Bia Reis', phone: '5511987654322', origin: 'untracked' }),
  ]);
  const sent = expect.stringMatching(/^enviado em /) as string;
  const refused = expect.stringMatching(/^recusado: phone: ./) as string;
  expect(sheet.column('Entrada: situação')).toEqual([sent, sent, '', refused]);
  const ids = sheet.column('Entrada: envio');
  expect(ids).toEqual([expect.stringMatching(/^planilha-/), expect.any(String), '', expect.any(String)]);
  expect((await submissions()).sort()).toEqual(ids.slice(0, 2).sort());
});

it('sends a refused row again when it was corrected and its remark deleted', async () => {
  const sheet = sheetOf([BAD]);
  sheet.run('enviarNovas');
  const [id = ''] = sheet.column('Entrada: envio');
  const row = sheet.rows[1] ?? [];
  row[2] = '+55 11 98765-4323';
  sheet.run('enviarNovas');
  expect(await leads()).toEqual([]);
  row[7] = '';
  sheet.run('enviarNovas');
  expect(await submissions()).toEqual([id]);
});

it('marks the right row when the sheet is sorted meanwhile, and gives a copied row a submission of its own', async () => {
  const sheet = sheetOf([ANA, BAD]);
  sheet.meanwhile = () => {
    sheet.rows.push(...sheet.rows.splice(1).reverse());
    sheet.meanwhile = () => undefined;
  };
  sheet.run('enviarNovas');
  expect(sheet.column('Entrada: situação')).toEqual([
    expect.stringContaining('recusado'),
    expect.stringContaining('enviado'),
  ]);
  const copy = [...(sheet.rows[2] ?? [])];
  copy[2] = '11 98765-4329';
  sheet.rows.push(copy);
  sheet.run('enviarNovas');
  expect((await leads()).map(({ phone }) => phone)).toEqual(['5511987654321', '5511987654329']);
});

it.each<[string, () => Promise<Record<string, string>>]>([
  ['the service is away', async () => ({ ENTRADA_URL: `http://127.0.0.1:${await freePort()}` })],
  [
    'the quota of the day is used up',
    async () => {
      await useUpQuota(stack, partner.accountId);
      return {};
    },
  ],
])('keeps the rows for the next run, without waiting, when %s', async (_, trouble) => {
  const properties = { ENTRADA_URL: url(), ENTRADA_KEY: partner.key, ...(await trouble()) };
  const sheet = sheetOf([ANA, BIA], properties);
  const begin = performance.now();
  sheet.run('enviarNovas');
  expect(performance.now() - begin).toBeLessThan(5_000);
  expect(sheet.column('Entrada: situação').join('')).toBe('');
  const ids = sheet.column('Entrada: envio');
  await renewQuota(stack, partner.accountId);
  const later = new GoogleSheet(sheet.rows, { ENTRADA_URL: url(), ENTRADA_KEY: partner.key });
  later.run('enviarNovas');
  expect((await submissions()).sort()).toEqual(ids.sort());
});

it('fails when the key is refused, so that Google tells the owner, and keeps the rows', async () => {
  const sheet = sheetOf([ANA], { ENTRADA_KEY: 'ent_live_wrong' });
  expect(() => sheet.run('enviarNovas')).toThrow('confira ENTRADA_KEY');
  expect(sheet.column('Entrada: situação').join('')).toBe('');
});

it('names the columns that there are when that of the phone is missing', () => {
  const sheet = new GoogleSheet([['Nome', 'Celular']], { ENTRADA_URL: url(), ENTRADA_KEY: partner.key });
  expect(() => sheet.run('enviarNovas')).toThrow('Não há a coluna "Telefone". As que há: Nome, Celular');
});

it('names what is missing in the properties of the script, and keeps the rows', () => {
  const sheet = sheetOf([ANA], { ENTRADA_KEY: '' });
  expect(() => sheet.run('enviarNovas')).toThrow('Falta nas propriedades do script: ENTRADA_KEY');
  expect(sheet.rows).toEqual([TITLES, ANA]);
});

it('trims the properties, and shows no key that has a line break within', async () => {
  const sheet = sheetOf([ANA], { ENTRADA_KEY: `${partner.key}\r\n`, ENTRADA_URL: `${url()}\n` });
  sheet.run('enviarNovas');
  expect(await leads()).toHaveLength(1);
  const broken = sheetOf([BIA], { ENTRADA_KEY: 'ent_live_secret\nX-Other: 1' });
  expect(() => broken.run('enviarNovas')).toThrow(
    /^ENTRADA_KEY tem uma quebra de linha, um espaço ou outro caractere que nenhuma chave tem$/,
  );
  const swapped = sheetOf([BIA], { ENTRADA_URL: partner.key, ENTRADA_KEY: url() });
  expect(() => swapped.run('enviarNovas')).toThrow(/^ENTRADA_URL não é um endereço que começa com/);
});

it('does nothing while another run is at work', async () => {
  const sheet = sheetOf([ANA]);
  sheet.isLocked = true;
  sheet.run('enviarNovas');
  expect(await leads()).toEqual([]);
});
