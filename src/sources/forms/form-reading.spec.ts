import { finished } from '../../common/in-slices';
import type { MappedField, SourceForm } from '../../contract/source';
import { dealNames, memberNames } from '../../imports/rows/account-names';
import type { ReadPerson } from '../reading/read-person';
import { filledIn, inputsOf } from './form-inputs';
import { formBody, readForm } from './form-reading';

const FORM: SourceForm = {
  fields: { name: 'optional', email: 'optional', message: 'optional' },
  questions: [
    { label: 'Nome do pet', required: false },
    { label: 'Telefone do vizinho', required: false },
    { label: 'Quando?', choices: ['Hoje', 'Depois'], required: false },
  ],
  consent: { text: 'Não quero ficar sem ofertas: aceito receber contato.', required: false },
};
const STAGE = {
  id: '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0001',
  pipelineId: '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0002',
  isWon: false,
  isLost: false,
};

const read = (
  sent: Record<string, string>,
  mapping: MappedField[] = [],
  defaults = {},
  form = FORM,
): Promise<ReadPerson> => {
  const inputs = inputsOf(form);
  const filled = filledIn(inputs, new URLSearchParams(sent));
  const body = JSON.parse(JSON.stringify(formBody(inputs, filled, { utm_source: 'ig' }))) as ReturnType<
    typeof formBody
  >;
  const rules = {
    mapping,
    defaults,
    memberOf: memberNames([]),
    names: dealNames([]),
    stages: new Map([[STAGE.id, STAGE]]),
  };
  return finished(readForm(body, rules));
};

const WHOLE = {
  phone: '(11) 98765-4321',
  name: 'Maria Souza',
  email: 'maria@example.com',
  message: 'Boa tarde!\nQuero um orçamento.',
  q1: 'Rex',
  q2: '11 91234-5678',
  q3: 'Hoje',
  consent: 'sim',
};

it('reads each input as what it asks for: the message first, then the answers with their labels', async () => {
  const { body, phone, fields, leftOut, heldFor, consentText } = await read(WHOLE);
  expect([phone?.digits, heldFor, leftOut]).toEqual(['5511987654321', null, []]);
  expect(body).toEqual({
    phone: '+5511987654321',
    name: 'Maria Souza',
    email: 'maria@example.com',
    notes: 'Boa tarde!\nQuero um orçamento.\nNome do pet: Rex\nTelefone do vizinho: 11 91234-5678\nQuando?: Hoje',
    consent: true,
    attribution: { utm_source: 'ig' },
  });
  expect(consentText).toBe('Não quero ficar sem ofertas: aceito receber contato.');
  const readAs = fields.map(({ path, label, field }) => [path, label, field]);
  expect(readAs).toContainEqual(['q2', 'Telefone do vizinho', 'notes']);
  expect(readAs).toContainEqual(['phone', 'Telefone com DDD', 'phone']);
  expect(readAs).toContainEqual(['utm_source', 'utm_source', 'utm_source']);
});

it('the answers of those who leave everything but the phone blank are the defaults of the source', async () => {
  const defaults = { tags: ['site'], origin: 'direct', stageId: STAGE.id };
  const { body } = await read({ phone: WHOLE.phone }, [], defaults);
  expect(body).toMatchObject({ tags: ['site'], origin: 'direct', deal: { stage_id: STAGE.id } });
});

it('a consent that was asked for and not given is none, whatever the source says; without a question the source decides', async () => {
  const withDefault = { consent: true };
  const asked = await read({ phone: WHOLE.phone }, [], withDefault);
  expect([asked.body.consent, asked.consentText]).toEqual([false, undefined]);
  expect(asked.fields).toContainEqual(expect.objectContaining({ path: 'consent', value: 'não' }));
  const unasked = await read({ phone: WHOLE.phone }, [], withDefault, {});
  expect([unasked.body.consent, unasked.consentText]).toEqual([true, undefined]);
});

it("the owner's mapping wins", async () => {
  const { body, fields } = await read({ ...WHOLE, q3: '' }, [
    { path: 'q1', field: 'tags' },
    { path: 'q2', field: null },
    { path: 'email', field: 'notes' },
  ]);
  expect(body).toMatchObject({
    tags: ['Rex'],
    notes: expect.stringMatching(/orçamento\.\nE-mail: maria@example\.com$/) as string,
  });
  expect(body.email).toBeUndefined();
  expect(fields).toContainEqual(expect.objectContaining({ path: 'q2', field: null }));
});

it('cuts the notes at their limit, and says what does not fit', async () => {
  const { body, leftOut } = await read({ ...WHOLE, message: 'm'.repeat(499) });
  expect(String(body.notes)).toHaveLength(499);
  expect(leftOut.map(({ path }) => path)).toEqual(['q1', 'q2', 'q3']);
});

it('holds nothing but what has no usable phone, such as spam', async () => {
  expect(await read({ phone: 'casa', name: 'Ana' })).toMatchObject({ heldFor: 'no_phone', phone: null, body: {} });
});
