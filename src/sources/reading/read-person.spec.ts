import { atOnce } from '../../../test/support/at-once';
import { NO_RULES } from '../../../test/support/reading-rules';
import { dealNames, memberNames } from '../../imports/rows/account-names';
import type { MappedField } from '../../contract/source';
import type { Json } from './json';
import { peopleIn } from './people';
import { type ReadingRules, readPerson } from './read-person';

function read(body: Json, rules: Partial<ReadingRules> = {}) {
  const [person] = peopleIn(body);
  if (!person) throw new Error('nobody');
  return atOnce(readPerson(person, { ...NO_RULES, ...rules }));
}

const ANA = '11 98765-4321';
const BIA = '(21) 99876-5432';
const PHONE = '+5511987654321';

describe('one person is read', () => {
  it.each<[what: string, body: Json, expected: object]>([
    ['next to the phone', { nome: 'Ana', telefone: ANA, mensagem: 'Oi' }, { name: 'Ana', notes: 'Oi' }],
    ['with the phone as a number', { name: 'Ana', phone: 5511987654321 }, { name: 'Ana' }],
    ['with a phone in a list of one', { nome: ['Ana'], telefone: [ANA] }, { name: 'Ana' }],
    ['whose first phone is a landline', { telefone: ['11 3333-1001', ANA] }, {}],
    ['whose mobile number wins', { whatsapp: '11 3333-1001', telefone: ANA }, {}],
    ['whose mobile phone wins', { telefone_fixo: '11 3333-1001', celular: ANA }, {}],
    ['with the name around the phone', { nome: 'Ana', contato: { telefone: ANA } }, { name: 'Ana' }],
    ['with an area code of its own', { ddd: '11', telefone: '98765-4321', nome: 'Ana' }, { name: 'Ana' }],
    [
      'in parts',
      { nome: { first: 'Ana', last: 'Lima' }, telefone: { area: '11', phone: '98765-4321' } },
      { name: 'Ana Lima' },
    ],
    [
      'with the parts of a name in any order',
      { last_name: 'Lima', first_name: 'Ana', phone: ANA },
      { name: 'Ana Lima' },
    ],
    [
      'as pairs alone',
      [
        { name: 'nome', value: 'Ana' },
        { name: 'telefone', value: ANA },
      ],
      { name: 'Ana' },
    ],
    ['told twice', { phone: ANA, customer: { phone: PHONE, name: 'Ana' } }, { name: 'Ana' }],
    ['with a vague label', { 'Qual o seu telefone para retornarmos?': ANA }, {}],
    ['with a consent', { phone: ANA, 'Aceito ser contatado': 'Sim, aceito' }, { consent: true }],
    ['with a consent refused', { phone: ANA, 'Aceito ser contatado': 'Não' }, { consent: false }],
    ['with placeholders', { phone: ANA, nome: '{{name}}', email: 'undefined', mensagem: ' ' }, {}],
    [
      'with several questions',
      { phone: ANA, interesse: ['Casa', 'Terreno'], bairro: 'Centro' },
      { notes: 'interesse: Casa, Terreno\nbairro: Centro' },
    ],
    ['with `__proto__` as a key', JSON.parse(`{"__proto__":{"phone":"${ANA}","nome":"Ana"}}`) as Json, { name: 'Ana' }],
    [
      'with questions by id',
      {
        questions: [
          { id: 'k1', title: 'Telefone' },
          { id: 'k2', title: 'Nome' },
        ],
        answers: { k1: ANA, k2: 'Ana' },
      },
      { name: 'Ana' },
    ],
  ])('%s', (_, body, expected) => {
    expect(read(body)).toMatchObject({ heldFor: null });
    expect(read(body).body).toEqual({ phone: PHONE, ...expected });
  });
});

describe('signals are found', () => {
  it.each<[what: string, body: Json, expected: object]>([
    ['at any depth', { phone: ANA, a: { b: { utm_source: 'x' } } }, { utm_source: 'x' }],
    [
      'by name before the address',
      { phone: ANA, gclid: 'Cj0KCQnamed1', page_url: 'https://a.example/?gclid=Cj0KCQpage1&utm_medium=cpc' },
      { gclid: 'Cj0KCQnamed1', utm_medium: 'cpc' },
    ],
    [
      'in the address where the name has a placeholder',
      { phone: ANA, utm_source: '{{utm_source}}', page: { url: 'https://a.example/?utm_source=google' } },
      { utm_source: 'google' },
    ],
    ['under the names of Google', { phone: ANA, 'Google Click ID': 'Cj0KCQnamed1' }, { gclid: 'Cj0KCQnamed1' }],
    [
      'in a referrer that is an address',
      { phone: ANA, referrer: 'https://l.instagram.com/' },
      { referrer: 'https://l.instagram.com/' },
    ],
  ])('%s', (_, body, attribution) => {
    expect(read(body).body).toEqual({ phone: PHONE, attribution });
  });

  it.each<[what: string, body: Json]>([
    ['a person who refers', { phone: ANA, referrer: 'Bia' }],
    ['an address that is an answer', { phone: ANA, instagram: 'https://instagram.com/ana?utm_source=ig_profile' }],
    ['an address without a query', { phone: ANA, page_url: 'https://a.example/utm_source=x' }],
  ])('but not in %s', (_, body) => {
    expect(read(body).body['attribution']).toBeUndefined();
  });
});

it.each<[what: string, body: Json, path: string, field: string]>([
  [
    'the address of a page as its first signal',
    { phone: ANA, page_url: 'https://a.example/?gclid=Cj0KCQpage1&utm_medium=cpc&utm_source=google' },
    'page_url',
    'utm_source',
  ],
  [
    'the address beside a named signal as the first that it adds',
    { phone: ANA, utm_source: 'google', page_url: 'https://a.example/?utm_source=google&gclid=Cj0KCQpage1' },
    'page_url',
    'gclid',
  ],
  ['a signal under another name', { phone: ANA, 'Google Click ID': 'Cj0KCQnamed1' }, 'Google Click ID', 'gclid'],
])('shows %s', (_, body, path, field) => {
  expect(read(body).fields).toContainEqual(expect.objectContaining({ path, field }));
});

it.each([
  ['that adds no signal', {}],
  ['whose signals the owner reads elsewhere', { mapping: [{ path: 'canal', field: 'utm_source' as const }] }],
])('shows no address as read %s', (_, rules) => {
  const body = { phone: ANA, utm_source: 'google', canal: 'x', page_url: 'https://a.example/?utm_source=google' };
  expect(read(body, rules).fields).toContainEqual(expect.objectContaining({ path: 'page_url', field: null }));
});

describe('nobody is guessed', () => {
  it.each<[what: string, body: Json, reason: string]>([
    ['two people', { lead: { phone: ANA }, indicado: { phone: BIA } }, 'two_phones'],
    ['a form with a number of its own', { form: { phone: BIA }, data: { phone: ANA, nome: 'Ana' } }, 'two_phones'],
    ['the number of a form alone', { form: { name: 'Contato', phone: BIA }, data: { nome: 'Ana' } }, 'no_phone'],
    ['the number of the company', { nome: 'Ana', company: { phone: BIA } }, 'no_phone'],
    ['the number of the seller', { nome: 'Ana', vendedor: { telefone: BIA, nome: 'Zeca' } }, 'no_phone'],
    ['an emergency contact', { nome: 'Ana', emergency_contact: { name: 'Rui', phone: BIA } }, 'no_phone'],
    [
      'who serves the person',
      { nome: 'Ana', email: 'ana@example.com', staff: { name: 'Zeca', phone: BIA } },
      'no_phone',
    ],
    ['the organizer', { organizer: { name: 'Zeca', phone: BIA }, attendees: [{ name: 'Ana' }] }, 'no_phone'],
    ['the producer', { producer: { name: 'Zeca', phone: BIA }, buyer: { name: 'Ana' } }, 'no_phone'],
    ['the advertiser', { nome: 'Ana', anunciante: { nome: 'Zeca', telefone: BIA } }, 'no_phone'],
    ['where it takes place', { name: 'Ana', location: { name: 'Filial', phone: BIA } }, 'no_phone'],
    ['who receives the message', { from: { name: 'Ana' }, to: { phone: BIA } }, 'no_phone'],
    [
      'ids that may be numbers',
      { nome: 'Ana', customer: { id: 11987654321 }, submission_id: '21987654321' },
      'no_phone',
    ],
    ['a moment', { nome: 'Ana', created: 1198765432, timestamp: '11987654321' }, 'no_phone'],
    ['a document', { nome: 'Ana', cpf: '11987654321' }, 'no_phone'],
    ['an unusable phone', { nome: 'Ana', telefone: '99999' }, 'no_phone'],
    [
      'the type of a field',
      { fields: [{ type: 'phone_number', title: 'Contato', value: 'phone_number' }] },
      'no_phone',
    ],
    ['options that were not chosen', { label: 'Telefone', value: null, options: [{ id: 'a', text: ANA }] }, 'no_phone'],
    [
      'a number of WhatsApp that is an id',
      { nome: 'Ana', phone_number_id: '11987654321', display_phone_number: BIA },
      'no_phone',
    ],
    ['two vague labels', { 'Qual telefone devemos usar?': ANA, 'Qual telefone devemos tentar?': BIA }, 'no_phone'],
    ['a number in another language', { nombre: 'Ana', 'número de móvil de contacto': ANA }, 'no_phone'],
    ['too many phones', { telefone: Array.from({ length: 50 }, (_, at) => `11 98765-43${10 + at}`) }, 'two_phones'],
    ['nothing', {}, 'no_phone'],
    ['a text', 'Ana 11 98765-4321', 'no_phone'],
  ])('%s', (_, body, heldFor) => {
    expect(read(body)).toMatchObject({ heldFor, phone: null, body: {} });
  });

  it.each<[what: string, body: Json, expected: object]>([
    ['the name of a form', { name: 'Contato', form_id: 1, data: { phone: ANA } }, {}],
    ['the name of an event', { event: { name: 'Novo lead' }, contact: { phone: ANA } }, {}],
    ['the name of a form around', { name: 'Formulário do site', x: { phone: ANA } }, {}],
    ['the name of an order', { name: '#1001', phone: ANA }, {}],
    ['the e-mail of a seller', { phone: ANA, seller: { email: 'zeca@example.com', name: 'Zeca' } }, {}],
    [
      'the e-mail of a clinic around its patient',
      { name: 'Clínica Feliz', email: 'clinica@example.com', patient: { name: 'Ana', phone: ANA } },
      { name: 'Ana' },
    ],
    ['the title of a page', { phone: ANA, page: { title: 'Contato', name: 'Contato' } }, {}],
    [
      'the name of a company',
      { phone: ANA, company_name: 'Lima ME', nome_da_empresa: 'Lima ME' },
      { notes: 'company_name: Lima ME\nnome_da_empresa: Lima ME' },
    ],
    [
      'value, stage, origin and responsible',
      { phone: ANA, valor: '100', etapa: 'Ganho', responsavel: 'Zeca', created_at: '2020-01-01' },
      { notes: 'valor: 100' },
    ],
    [
      'a consent that is unclear',
      { phone: ANA, 'Aceito receber novidades por e-mail': 'Sim' },
      { notes: 'Aceito receber novidades por e-mail: Sim' },
    ],
  ])('%s is not the person’s', (_, body, expected) => {
    expect(read(body).body).toEqual({ phone: PHONE, ...expected });
  });
});

describe('the owner’s answers', () => {
  const mapped = (...mapping: MappedField[]) => ({ mapping });

  it('name the phone, and leave out the others', () => {
    const body = { nome: 'Ana', pessoa: { contato: ANA }, loja: { telefone: BIA } };
    const read1 = read(body, mapped({ path: 'pessoa.contato', field: 'phone' }));
    expect(read1.body).toEqual({ phone: PHONE, name: 'Ana' });
    expect(read1.leftOut.map(({ path }) => path)).toContain('loja.telefone');
  });

  it('name a phone that is missing this time: the known one is another’s', () => {
    expect(read({ telefone: BIA }, mapped({ path: 'lead.contato', field: 'phone' }))).toMatchObject({
      heldFor: 'no_phone',
    });
  });

  it('say that a field is not read', () => {
    const body = { telefone: ANA, nome: 'Contato', interesse: 'Casa' };
    const rules = mapped({ path: 'nome', field: null }, { path: 'interesse', field: null });
    expect(read(body, rules).body).toEqual({ phone: PHONE });
  });

  it('win over what is recognised', () => {
    const body = { telefone: ANA, nome: 'Formulário', quem: 'Ana', valor: '1.500,00', canal: 'Instagram' };
    const rules = mapped(
      { path: 'quem', field: 'name' },
      { path: 'valor', field: 'deal.value' },
      { path: 'canal', field: 'origin' },
    );
    expect(read(body, rules).body).toEqual({ phone: PHONE, name: 'Ana', deal: { value: 1500 }, origin: 'social' });
  });

  it('name stages and members as in files, and never a moment', () => {
    const rules = {
      ...mapped(
        { path: 'quem', field: 'responsible' },
        { path: 'fase', field: 'deal.stage_id' },
        { path: 'quando', field: 'created_at' },
      ),
      memberOf: memberNames([{ id: 'm1', name: 'Zeca', emailKey: null }]),
      names: dealNames([{ id: 'p1', name: 'Vendas', stages: [{ id: 's1', name: 'Novo', isWon: false }] }]),
    };
    const read1 = read({ telefone: ANA, quem: 'Zeca', fase: 'Inexistente', quando: '2020-01-01' }, rules);
    expect(read1.body).toEqual({ phone: PHONE, responsible: 'm1' });
    expect(read1.leftOut.map(({ path }) => path)).toEqual(['fase']);
  });

  it('give each lead a consent, tags and an origin', () => {
    const defaults = { consent: true, tags: ['site'], origin: 'social' as const };
    expect(read({ telefone: ANA }, { defaults }).body).toEqual({ phone: PHONE, ...defaults });
  });
});

describe('notes', () => {
  it('are cut, and say what did not fit', () => {
    const body = { telefone: ANA, mensagem: 'a'.repeat(490), bairro: 'Centro', cidade: 'Santos' };
    expect(read(body).body['notes']).toBe('a'.repeat(490));
    expect(read(body).leftOut.map(({ path }) => path)).toEqual(['bairro', 'cidade']);
  });

  it('have no ids, addresses, moments, flags, and nothing that was read', () => {
    const body = {
      telefone: ANA,
      email: 'ana@example.com',
      resumo: `Ana, ana@example.com`,
      codigo_interno: 'a81bc81b-dead-4e5d-abff-90865d1e13b1',
      site_visitado: 'https://a.example/x',
      'Quando chegou': '2026-09-27T12:00:00Z',
      novo: true,
      rede: '203.0.113.9',
      slug: 'contato',
      cidade: 'Santos',
    };
    expect(read(body).body['notes']).toBe('cidade: Santos');
  });
});

it('shows what came, and what was read as what', () => {
  expect(
    read({ 'your-name': 'Ana', contatos: [{ telefone: ANA }], 'Qual e-mail podemos usar?': 'ana@example.com' }).fields,
  ).toEqual([
    { path: 'your-name', label: 'name', value: 'Ana', field: 'name', guessed: false },
    { path: 'contatos[].telefone', label: 'telefone', value: ANA, field: 'phone', guessed: false },
    {
      path: 'Qual e-mail podemos usar?',
      label: 'Qual e-mail podemos usar?',
      value: 'ana@example.com',
      field: 'email',
      guessed: true,
    },
  ]);
});

it('keeps keys, tokens and passwords out of what is shown', () => {
  const body = {
    telefone: ANA,
    google_key: 'x',
    fields: [{ name: 'g-recaptcha-response', value: 'y' }],
    senha: 'z',
    token: 't',
  };
  expect(read(body).fields.map(({ path }) => path)).toEqual(['telefone']);
});
