import { atOnce } from '../../../test/support/at-once';
import { NO_RULES } from '../../../test/support/reading-rules';
import type { Json } from './json';
import { peopleIn } from './people';
import { readPerson, type ReadPerson } from './read-person';

function read(body: Json): ReadPerson {
  const [person] = peopleIn(body);
  if (!person) throw new Error('nobody');
  return atOnce(readPerson(person, NO_RULES));
}

const PHONE = '11 98765-4321';
const EMAIL = 'ana@example.com';
const OTHERS = 'zeca@acme.example';
const ANA = { name: 'Ana Lima', email: EMAIL };

describe('the data of the person are read', () => {
  it.each<[what: string, body: Json, expected: object]>([
    ['an e-mail beside one for bills', { 'Billing Email': OTHERS, Email: EMAIL, telefone: PHONE }, { email: EMAIL }],
    ['an e-mail beside one of work', { 'E-mail comercial': OTHERS, email: EMAIL, telefone: PHONE }, { email: EMAIL }],
    [
      'an e-mail that a question asks for beside one of work',
      { work_email: OTHERS, 'Qual e-mail podemos usar?': EMAIL, telefone: PHONE },
      { email: EMAIL },
    ],
    ['an e-mail of work alone', { work_email: EMAIL, telefone: PHONE }, { email: EMAIL }],
    [
      'phones and e-mails in lists of pairs (Pipedrive)',
      {
        current: {
          name: 'Ana Lima',
          phone: [{ value: PHONE, label: 'work', primary: true }],
          email: [{ value: EMAIL, label: 'work', primary: true }],
        },
      },
      ANA,
    ],
    [
      'phones and e-mails in lists of pairs without a label',
      { name: 'Ana Lima', phone: [{ value: PHONE, primary: true }], email: [{ value: EMAIL, primary: true }] },
      ANA,
    ],
    [
      'phones and e-mails in lists of objects (RD Station)',
      { document: { name: 'Ana Lima', phones: [{ phone: PHONE, type: 'cellphone' }], emails: [{ email: EMAIL }] } },
      ANA,
    ],
    [
      'a name beside the e-mail, around the answers (Calendly)',
      {
        event: 'invitee.created',
        payload: {
          ...ANA,
          first_name: 'Ana',
          event: 'https://api.calendly.com/scheduled_events/A',
          questions_and_answers: [{ question: 'phone', answer: PHONE }],
        },
      },
      ANA,
    ],
    [
      'a name in parts and whole (Cognito)',
      { Name: { First: 'Ana', Last: 'Lima', FirstAndLast: 'Ana Lima' }, Email: EMAIL, Phone: PHONE },
      ANA,
    ],
    [
      'labels in Spanish',
      { nombre: 'Ana', apellido: 'Lima', 'Correo electrónico': EMAIL, telefono: PHONE, mensaje: 'Hola' },
      { ...ANA, notes: 'Hola' },
    ],
    ['a mail', { mail: EMAIL, celular: PHONE }, { email: EMAIL }],
  ])('%s', (_, body, expected) => {
    expect(read(body)).toMatchObject({ heldFor: null, body: { phone: '+5511987654321' } });
    expect(read(body).body).toEqual({ phone: '+5511987654321', ...expected });
  });
});

describe('not the person’s', () => {
  it.each<[what: string, body: Json]>([
    ['the recipient of a message', { email_to: OTHERS, phone: PHONE }],
    ['the recipient in Portuguese', { 'Para e-mail': OTHERS, phone: PHONE }],
    ['the name of an event', { name: 'lead_created', phone: PHONE }],
    ['the name of an event with a dot', { name: 'lead.created', phone: PHONE }],
    [
      'the way to the site of a company',
      { company: { url: 'https://acme.example/?utm_source=acme&gclid=Cj0KCQacme1' }, phone: PHONE },
    ],
  ])('is %s', (_, body) => {
    const { name, email, attribution } = read(body).body;
    expect({ name, email, attribution }).toEqual({});
  });
});

it('takes the name of a form for nobody’s, with an e-mail beside it too', () => {
  const { name } = read({ name: 'Contato', form_id: 1, email: EMAIL, data: { phone: PHONE } }).body;
  expect(name).toBeUndefined();
});

describe('somebody else in the body', () => {
  const ZECA = { name: 'Zeca Acme', email: OTHERS, phone: '21 99876-5432' };
  const LEAD = { ...ANA, phone: PHONE };

  it.each<[where: string, body: Json]>([
    ['a seller beside the lead', { lead: LEAD, seller: ZECA }],
    ['a seller in the lead', { ...LEAD, owner: ZECA }],
    ['the company of the lead', { ...LEAD, company: ZECA }],
    ['the person who referred', { contact: LEAD, indicado_por: ZECA }],
    ['the host of an event', { payload: { ...LEAD, event: { host: ZECA } } }],
    ['the lead in the account', { ...ZECA, lead: LEAD }],
    ['the shop around an order', { store: ZECA, order: { customer: LEAD } }],
    ['a form with the data', { form: ZECA, data: LEAD }],
    ['an emergency contact in a list', { ...LEAD, contacts_of_emergency: [{ relation: 'mother', ...ZECA }] }],
    ['pairs with a seller', { fields: Object.entries(LEAD).map(([name, value]) => ({ name, value })), vendedor: ZECA }],
    ['phones of two people in one list', { ...ANA, phones: [{ phone: PHONE }, { phone: ZECA.phone, type: 'spouse' }] }],
    ['a second person under numbered keys', { ...LEAD, name_2: ZECA.name, email_2: ZECA.email, phone_2: ZECA.phone }],
    ['a sender', { from: ZECA, to: LEAD }],
    ['an assigned member', { data: { ...LEAD, assigned_to: ZECA, assignee: ZECA } }],
    ['a list of attendees', { attendees: [LEAD, ZECA] }],
    ['the e-mail of a company without a phone', { ...LEAD, organization: { name: ZECA.name, email: OTHERS } }],
    ['the person without a phone, the seller with one', { lead: ANA, seller: ZECA }],
  ])('is not mixed with the lead: %s', (_, body) => {
    const { heldFor, body: lead } = read(body);
    const text = JSON.stringify(lead);
    expect(text).not.toMatch(/zeca|99876/i);
    if (heldFor === null) expect(lead).toMatchObject({ phone: '+5511987654321', name: 'Ana Lima' });
  });
});
