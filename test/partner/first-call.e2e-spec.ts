import { gzipSync } from 'node:zlib';
import { appForAllTests } from '../support/app';
import { forAllTests } from '../support/setup';
import { ask } from '../support/site';

const test = appForAllTests({ LIMIT_ACCOUNT_SUBMISSIONS_PER_DAY: '1' });
const partner = forAllTests(() => test.partner());
const GOOD = '{"phone":"11987654321"}';

interface Call {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** Makes a call with a valid key. Returns the code and message of its refusal. */
async function told({ method = 'POST', path = '/api/v1/leads', headers = {}, body }: Call) {
  const response = await fetch(test.url + path, {
    method,
    headers: { Authorization: `Bearer ${partner.key}`, 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body }),
  });
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  return `${error.code}: ${error.message}`;
}

it.each<[string, Call, RegExp]>([
  [
    'a form instead of JSON',
    { body: 'phone=11987654321', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
    /^invalid_json: O corpo veio como formulário.*Content-Type: application\/json/,
  ],
  [
    'JSON called text, as fetch calls it',
    { body: GOOD, headers: { 'Content-Type': 'text/plain;charset=UTF-8' } },
    /^invalid_json: O Content-Type text\/plain não é aceito/,
  ],
  [
    'JSON in the charset of Windows',
    { body: GOOD, headers: { 'Content-Type': 'application/json; charset=windows-1252' } },
    /^invalid_json: .*charset.*UTF-8/,
  ],
  [
    'a compressed body',
    { body: new Uint8Array(gzipSync(GOOD)), headers: { 'Content-Encoding': 'gzip' } },
    /^invalid_json: .*compactado/,
  ],
  ['an empty body', { body: '' }, /^invalid_json: .*vazio.*\{"phone"/],
  [
    'ç and ã of Windows',
    { body: new Uint8Array(Buffer.from('{"name":"Conceição"}', 'latin1')) },
    /^invalid_json: .*não está em UTF-8/,
  ],
  [
    'a comma too many',
    { body: '{\n  "phone": "11987654321",\n}' },
    /^invalid_json: .*linha 3, coluna 1: há uma vírgula/,
  ],
  ['a list of one lead', { body: `[${GOOD}]` }, /^validation_error: Corpo da requisição: .*e não uma lista\.$/],
  ['JSON in a text', { body: JSON.stringify(GOOD) }, /^validation_error: Corpo da requisição: .*codificado duas vezes/],
  [
    'several bad fields',
    { body: '{"name":1,"nome":"Ana","phone":"11987654321"}' },
    /^validation_error: Campo name: deve ser um texto de .* Há mais 1 campo inválido/,
  ],
  [
    'the empty attribution of PHP',
    { body: '{"phone":"11987654321","attribution":[]}' },
    /^validation_error: Campo attribution: .*\(object\) \[\]/,
  ],
  ['the empty deal of PHP', { body: '{"phone":"11987654321","deal":[]}' }, /Campo deal: .*\(object\) \[\]/],
  [
    'a signal beside the phone',
    { body: '{"phone":"11987654321","utm_source":"ig"}' },
    /Campo utm_source: campo desconhecido; vai dentro de attribution\./,
  ],
  [
    'a number for the external_id',
    { body: '{"phone":"11987654321","external_id":7}' },
    /Campo external_id: veio como número: envie como texto, entre aspas\./,
  ],
  ['an unknown parameter', { method: 'GET', path: '/api/v1/leads?page=2' }, /Campo page: parâmetro desconhecido\./],
  ['a slash at the end', { path: '/api/v1/leads/', body: GOOD }, /^not_found: .*certo é \/api\/v1\/leads,/],
  ['no base path', { path: '/leads', body: GOOD }, /^not_found: .*certo é \/api\/v1\/leads,/],
  ['half a base path', { path: '/api/leads', body: GOOD }, /^not_found: .*certo é \/api\/v1\/leads,/],
  ['another method', { method: 'PUT', body: GOOD }, /^not_found: A rota \/api\/v1\/leads existe.*use (POST|GET) ou/],
  ['the base path alone', { method: 'GET', path: '/api/v1' }, /^not_found: .*\/docs\/partner\.json/],
  ['a path that cannot be decoded', { method: 'GET', path: '/api/v1/leads/%ZZ' }, /^not_found: .*%25/],
  ['an unknown id', { method: 'GET', path: '/api/v1/leads/1' }, /^not_found: Lead não encontrado/],
  [
    'a lead that is not there, by phone',
    { path: '/api/v1/leads/lookup', body: '{"phone":"11900000000"}' },
    /^not_found: Nenhum lead desta conta tem este telefone/,
  ],
  ['a pipeline that is not there', { method: 'GET', path: '/api/v1/metrics?pipeline_id=1' }, /Funil não encontrado/],
  ['a key without Bearer', { headers: { Authorization: 'ent_live_x' } }, /^invalid_api_key: .*Bearer <chave>/],
  ['a body that is too large', { body: `{"a":"${'a'.repeat(20_000)}"}` }, /^payload_too_large: .*16 KB/],
])('%s is told what to do', async (_, call, message) => {
  const text = await told(call);
  expect(text).toMatch(message);
  expect(text).not.toMatch(/1198765|Conceição|Ana/);
});

it('a stage that is not there is told from a lead that is not there', async () => {
  const other = await test.partner();
  const { id } = (await other.api.post<{ id: string }>('/leads', { phone: '11987654321' })).data;
  const move = async (lead: string) =>
    (await other.api.post(`/leads/${lead}/stage`, { stage_id: 'x' })).error.message.split(':')[0];
  expect([await move(id), await move('x')]).toEqual(['Etapa não encontrada', 'Lead não encontrado']);
});

it('a missing permission is named, and who can give it', async () => {
  const { api } = await test.partner('leads:read');
  const { error } = await api.post('/leads', { phone: '11987654321' });
  expect(error).toMatchObject({
    code: 'insufficient_scope',
    message: expect.stringContaining('leads:write') as string,
  });
});

it('the daily limit is named with its figure, and the wait', async () => {
  const { api } = await test.partner();
  await api.post('/leads', { phone: '11987654321' });
  const { error } = await api.post('/leads', { phone: '11987654322' });
  expect(error.message).toMatch(/^A conta atingiu o limite diário de 1 envios .* meia-noite de Brasília, em \d/);
});

it('a key at the door of the owner is told where it is good', async () => {
  const response = await fetch(`${test.url}/admin/v1/account`, { headers: { Authorization: `Bearer ${partner.key}` } });
  expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining('/api/v1') as string } });
});

it.each(['/', '/api/v1', '/nothing'])('a program that asks for %s finds the documentation', async (path) => {
  for (const method of ['GET', 'HEAD']) {
    const { headers } = await ask(test.url + path, { Accept: 'application/json' }, method);
    expect(headers.link).toBe('</docs>; rel="service-doc", </docs/partner.json>; rel="service-desc"');
  }
  for (const page of ['/docs', '/docs/partner.json']) expect((await ask(test.url + page)).status).toBe(200);
});
