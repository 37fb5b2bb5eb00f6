import { phoneOf } from './loader';

/** What one person sent: a text that no other has, and the phone; null for one that must be held. */
export interface Message {
  readonly text: string;
  readonly phoneKey: string | null;
}

/** One call of a tool, and the people in it. */
export interface Sent {
  readonly contentType: string;
  readonly body: string;
  readonly messages: readonly Message[];
}

/** Phones of each part of a delivery: most have two messages or three. */
const PHONES = 350;
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Finds the text of a message in whatever holds it. */
export const textsIn = (held: string): string[] => held.match(/\bpedido \d{5}\b/g) ?? [];

/** Makes the n-th delivery: each kind in turn. */
export const deliveryOf = (n: number): Sent => (KINDS[n % KINDS.length] ?? withId)(n);

function person(n: number, part = 0) {
  const number = 10 * n + part;
  const phone = phoneOf((n % PHONES) + part * PHONES);
  const message = { text: `pedido ${String(number).padStart(5, '0')}`, phoneKey: phone.key };
  const fields = { nome: 'Ana Lima', telefone: phone.spelled(n), mensagem: message.text };
  return { message, fields };
}

const json = (body: object, messages: readonly Message[]): Sent => ({
  contentType: JSON_TYPE,
  body: JSON.stringify(body),
  messages,
});

function withId(n: number): Sent {
  const { message, fields } = person(n);
  return json({ submission_id: `s-${n}`, ...fields }, [message]);
}

function withoutId(n: number): Sent {
  const { message, fields } = person(n);
  return json(fields, [message]);
}

function asForm(n: number): Sent {
  const { message, fields } = person(n);
  const names = Object.entries(fields).map(([name, value]) => [`form_fields[${name}]`, value]);
  return { contentType: FORM_TYPE, body: new URLSearchParams(names).toString(), messages: [message] };
}

function severalPeople(n: number): Sent {
  const people = [0, 1, 2].map((part) => person(n, part));
  const leads = people.map(({ fields }, part) => (n % 2 === 0 ? { id: `${n}-${part}`, ...fields } : fields));
  return json(
    { leads },
    people.map(({ message }) => message),
  );
}

function withoutPhone(n: number): Sent {
  const { message, fields } = person(n);
  return json({ nome: fields.nome, mensagem: fields.mensagem }, [{ ...message, phoneKey: null }]);
}

/** Breaks off, as what a full disk or a lost connection leaves. */
function unreadable(n: number): Sent {
  const { message, fields } = person(n);
  const body = JSON.stringify({ mensagem: fields.mensagem, telefone: fields.telefone }).slice(0, -1);
  return { contentType: JSON_TYPE, body, messages: [{ ...message, phoneKey: null }] };
}

const KINDS = [withId, withoutId, asForm, withId, severalPeople, withoutId, asForm, withoutPhone, withId, unreadable];
