import type { ImportPreview } from '../../src/contract/import';
import type { LeadDetail } from '../../src/contract/lead';
import { appForAllTests } from '../support/app';
import { CSV, importCalls, lines } from '../support/import-calls';
import { forEachTest } from '../support/setup';

const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write'));
const { imported } = importCalls(test, partner);

const OWN = '(11) 3333-1001';
const OTHER = '(31) 99999-2002';
const [ANA, BIA] = ['5521987654321', '5521987654322'];

const listed = async () => (await partner.owner.get<{ id: string; phone: string }[]>('/leads?limit=100')).data;
const phonesOf = async () => (await listed()).map(({ phone }) => phone);
const leads = async () =>
  Promise.all((await listed()).map(async ({ id }) => (await partner.owner.get<LeadDetail>(`/leads/${id}`)).data));

/** A file with a further column before the phone; every row has the same number in it. */
const business = (header: string): string =>
  lines(
    `Protocolo;${header};Nome;Telefone`,
    ...Array.from({ length: 24 }, (_, at) => `${at};${OWN};Ana ${at};219876543${10 + at}`),
  );

describe('somebody else’s number is nobody’s', () => {
  it.each([
    'Canal WhatsApp',
    'WhatsApp conectado',
    'Instância WhatsApp',
    'Nosso WhatsApp',
    'Chip WhatsApp',
    'WhatsApp',
  ])('the business’s line in each row: %s', async (header) => {
    expect(await imported(business(header))).toMatchObject({ created: 24, updated: 0, refused: 0 });
  });

  it('a link to a group in each row', async () => {
    const file = business('Link do grupo WhatsApp').replaceAll(OWN, 'https://wa.me/551133331001');
    expect(await imported(file)).toMatchObject({ created: 24 });
  });

  it.each([
    'Celular para emergência',
    'Celular do filho',
    'Celular do contador',
    'Celular do amigo indicado',
    'Celular testemunha',
    'Celular do companheiro',
    'Celular errado',
  ])('beside the own one: %s', async (header) => {
    await imported(lines(`Nome;Telefone;${header}`, `Ana;${ANA};${OTHER}`));
    expect(await phonesOf()).toEqual([ANA]);
  });

  it.each([
    'Telefone do afiliado',
    'Telefone do médico',
    'Telefone do síndico',
    'Telefone da filial',
    'Indicado por (telefone)',
    'Asst. Phone',
    'Tracking phone number',
    'Celular da mãe',
  ])('beside an empty own one: %s', async (header) => {
    const report = await imported(lines(`Nome;Telefone;${header}`, `Ana;;${OTHER}`, `Bia;${BIA};${OTHER}`));
    expect(report).toMatchObject({ created: 1, refused: 1 });
    expect(await phonesOf()).toEqual([BIA]);
  });

  it('area codes after their phones', async () => {
    const header = 'Nome;Telefone Residencial;DDD Residencial;Telefone Celular;DDD Celular';
    await imported(lines(header, 'Ana;3222-1234;11;98765-4321;21'));
    expect(await phonesOf()).toEqual([ANA]);
  });

  it('three lines of the business in turn', async () => {
    const rows = Array.from({ length: 30 }, (_, at) => `(11) 3333-100${at % 3};Ana ${at};219876543${10 + at}`);
    expect(await imported(lines('WhatsApp comercial;Nome;Telefone', ...rows))).toMatchObject({ created: 30 });
  });

  it.each(['DDD;Nome;Telefone;Celular', 'Código DDD;Nome;Telefone;Celular', 'tel_ddd;nome;telefone;celular'])(
    'another area code beside %s is refused',
    async (header) => {
      const refused = await partner.owner
        .with(CSV)
        .post('/imports?area_code=11', lines(header, '21;Ana;98765-4321;97777-1234'));
      expect([refused.status, refused.fields]).toEqual([422, ['area_code']]);
    },
  );

  it('the area code of each row counts, and another one is refused', async () => {
    const file = lines('Nome;DDD;Telefone', 'Ana;21;98765-4321');
    const refused = await partner.owner.with(CSV).post('/imports?area_code=11', file);
    expect([refused.status, refused.fields]).toEqual([422, ['area_code']]);
    await imported(file);
    expect(await phonesOf()).toEqual([ANA]);
  });
});

describe('a consent that nobody gave is none', () => {
  it.each([
    ['Consent withdrawn', 'Yes'],
    ['LGPD bloqueado', 'Sim'],
    ['Descadastro LGPD', 'Sim'],
    ['LGPD - opt-out', 'Sim'],
    ['Aguardando consentimento', 'Sim'],
    ['Autoriza uso de imagem?', 'Sim'],
    ['Aceite do regulamento', 'Sim'],
  ])('under %s', async (header, cell) => {
    await imported(lines(`Nome;Telefone;${header}`, `Ana;${ANA};${cell}`));
    expect(await leads()).toMatchObject([{ phone: ANA, consent: null }]);
  });

  it.each([
    'Sim, pediu exclusão',
    'Sim (expirado)',
    'yes, unsubscribed',
    'Sim, só por e-mail',
    'Aceito somente o orçamento',
  ])('%s, and the report says so', async (cell) => {
    const report = await imported(lines('Nome;Telefone;Consentimento', `Ana;${ANA};"${cell}"`));
    expect(report.reported_rows).toMatchObject([{ row: 2, result: 'created', fields: [{ field: 'consent' }] }]);
    expect(await leads()).toMatchObject([{ phone: ANA, consent: null }]);
  });

  it('a no under one of two questions', async () => {
    await imported(lines('Nome;Telefone;Consentimento;Aceita contato', `Ana;${ANA};Sim;Não`));
    expect(await leads()).toMatchObject([{ phone: ANA, consent: null }]);
  });

  it('a yes under a known question is one', async () => {
    await imported(lines('Nome;Telefone;Aceito ser contatado (LGPD)', `Ana;${ANA};Sim, aceito`));
    expect(await leads()).toMatchObject([{ consent: { key_id: expect.any(String) as string } }]);
  });
});

describe('the day, the name and the origin are the lead’s', () => {
  it('the day of the order, not of the shipping', async () => {
    await imported(lines('Nome;Telefone;Data de envio;Data', `Ana;${ANA};20/08/2026;10/08/2026`));
    expect(await leads()).toMatchObject([{ created_at: '2026-08-10T03:00:00.000Z' }]);
  });

  it('no lead is called Sim', async () => {
    await imported(lines('Cliente;Nome;Telefone', `Sim;Ana Lima;${ANA}`));
    expect(await leads()).toMatchObject([{ name: 'Ana Lima' }]);
  });

  it.each(['Google Click ID', 'ID de clique do Google'])('a click id in words: %s', async (header) => {
    await imported(lines(`Nome;Telefone;${header}`, `Ana;${ANA};Cj0KCQjw_abc-123`));
    expect(await leads()).toMatchObject([{ origin: 'network_b_ads' }]);
  });

  it('the date of an entry', async () => {
    await imported(lines('Nome;Telefone;Entry Date', `Ana;${ANA};31 de agosto de 2026 11:18`));
    expect(await leads()).toMatchObject([{ created_at: '2026-08-31T14:18:00.000Z' }]);
  });
});

it('the preview shows what counts: columns, values, gaps, and why a column is left out', async () => {
  const file = lines(
    'Nome;Telefone;Celular da mãe;LGPD;Qual o seu e-mail de preferência?',
    `Ana;${ANA};${OTHER};Sim;ana@example.com`,
    `Bia;${BIA};;talvez;`,
    `;123;;;`,
  );
  const { data } = await partner.owner.with(CSV).post<ImportPreview>('/imports/preview', file);
  expect(data).toMatchObject({ rows: 3, checked: 3, refused: 1 });
  expect(data.fields).toEqual([
    { field: 'phone', headers: ['Telefone'], values: [ANA, BIA], without: 1 },
    { field: 'name', headers: ['Nome'], values: ['Ana', 'Bia'], without: 1 },
    { field: 'consent', headers: ['LGPD'], values: ['true'], without: 2 },
  ]);
  expect(data.ignored.map(({ header }) => header)).toEqual(['Celular da mãe', 'Qual o seu e-mail de preferência?']);
  expect(data.columns.every(({ guessed }) => !guessed)).toBe(true);
});

it('a question that alone asks for the phone is read, and said to be a guess', async () => {
  const file = lines('Nome;Qual o seu WhatsApp para retornarmos?', `Ana;${ANA}`);
  const { data } = await partner.owner.with(CSV).post<ImportPreview>('/imports/preview', file);
  expect(data.columns).toMatchObject([
    { field: 'name', guessed: false },
    { field: 'phone', guessed: true },
  ]);
  await imported(file);
  expect(await phonesOf()).toEqual([ANA]);
});
