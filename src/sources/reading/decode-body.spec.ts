import { MAX_DELIVERY_DEPTH, MAX_DELIVERY_VALUES } from '../../contract/limits';
import { decodeBody } from './decode-body';

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

it.each<[what: string, body: string | Buffer, type: string | undefined, expected: unknown]>([
  ['JSON', '{"nome":"José"}', JSON_TYPE, { nome: 'José' }],
  ['JSON with a byte order mark', '\ufeff{"a":1}', JSON_TYPE, { a: 1 }],
  ['JSON in UTF-16', Buffer.from('\ufeff{"a":"é"}', 'utf16le'), JSON_TYPE, { a: 'é' }],
  [
    'JSON in the charset that it names',
    latin1('{"nome":"José"}'),
    `${JSON_TYPE}; charset="ISO-8859-1"`,
    { nome: 'José' },
  ],
  ['JSON that is not UTF-8', latin1('{"nome":"José"}'), JSON_TYPE, { nome: 'José' }],
  ['JSON of an unknown charset', '{"nome":"José"}', `${JSON_TYPE}; charset=x-nada`, { nome: 'José' }],
  ['JSON sent as a form', '{"nome":"Ana"}', FORM, { nome: 'Ana' }],
  ['JSON without a type', ' [{"a":[]}]', undefined, [{ a: [] }]],
  ['JSON with what a database refuses', '{"a\\u0000":"b\\u0000\\ud800c"}', JSON_TYPE, { a: 'bc' }],
  ['a form', 'nome=Ana+Lima&mensagem=Oi%0Atudo%3D1', FORM, { nome: 'Ana Lima', mensagem: 'Oi\ntudo=1' }],
  ['a form sent as JSON', 'nome=Ana', JSON_TYPE, { nome: 'Ana' }],
  [
    'a form with brackets',
    'f[a][title]=Nome&f[a][value]=Ana&i[]=1&i[]=2',
    FORM,
    { f: { a: { title: 'Nome', value: 'Ana' } }, i: ['1', '2'] },
  ],
  ['a form with encoded brackets', 'f%5Ba%5D=1', FORM, { f: { a: '1' } }],
  ['a form that repeats a name', 'tel=1&tel=2', FORM, { tel: ['1', '2'] }],
  ['a form in the charset that it names', 'nome=Jos%E9', `${FORM}; charset=iso-8859-1`, { nome: 'José' }],
  ['a form that is not UTF-8', 'nome=Jos%E9', FORM, { nome: 'José' }],
  ['a form in UTF-16', Buffer.from('nome=José&b=1', 'utf16le'), `${FORM}; charset=utf-16`, { nome: 'José', b: '1' }],
  [
    'a form in UTF-16 that only its bytes tell',
    Buffer.from('nome=José&b=1', 'utf16le'),
    FORM,
    { nome: 'José', b: '1' },
  ],
  [
    'JSON of few ASCII letters in UTF-16',
    Buffer.from('{"n":"山田太郎花子山田"}', 'utf16le'),
    `${JSON_TYPE}; charset=utf-16le`,
    { n: '山田太郎花子山田' },
  ],
  ['a form that only says to be UTF-16', 'nome=Ana&b=1', `${FORM}; charset=utf-16`, { nome: 'Ana', b: '1' }],
  ['a form whose letters end in ASCII', 'nome=%83A%83%93', `${FORM}; charset=shift_jis`, { nome: 'アン' }],
  ['a form that ends in half a blank', 'nome=Voilà\r\n', FORM, { nome: 'Voilà' }],
  ['a form with a byte order mark', '\ufeffnome=Ana', FORM, { nome: 'Ana' }],
  [
    'parts in UTF-16',
    Buffer.from('--b\r\nContent-Disposition: form-data; name="nome"\r\n\r\nJosé\r\n--b--', 'utf16le'),
    'multipart/form-data; boundary=b; charset=utf-16',
    { nome: 'José' },
  ],
  [
    'a part that ends in half a blank',
    '--b\r\nContent-Disposition: form-data; name="nome"\r\n\r\nVoilà\r\n--b--',
    undefined,
    { nome: 'Voilà' },
  ],
  ['UTF-8 that says to be ASCII', '{"nome":"José"}', `${JSON_TYPE}; charset=us-ascii`, { nome: 'José' }],
  ['a form in UTF-8 that says to be Latin-1', 'nome=Jos%C3%A9', `${FORM}; charset=iso-8859-1`, { nome: 'José' }],
  [
    'parts with a file in UTF-16',
    Buffer.concat([
      Buffer.from('--b\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n'),
      Buffer.from('x'.repeat(2_000), 'utf16le'),
      Buffer.from('\r\n--b\r\nContent-Disposition: form-data; name="nome"\r\n\r\nAna\r\n--b--'),
    ]),
    'multipart/form-data; boundary=b',
    { f: 'a', nome: 'Ana' },
  ],
  ['a form with stray signs of percent', 'desconto=100%&a=%zz', FORM, { desconto: '100%', a: '%zz' }],
  [
    'a JSON text in a form',
    'id=1&rawRequest=%7B%22nome%22%3A%22Ana%22%7D',
    FORM,
    { id: '1', rawRequest: { nome: 'Ana' } },
  ],
  ['what is no JSON text in a form', 'a=%7Bnome%7D', FORM, { a: '{nome}' }],
])('reads %s', async (_, body, type, expected) => {
  expect(await decodeBody(Buffer.from(body as string), type)).toEqual({ body: expected });
});

it.each<[what: string, body: string | Buffer, type: string]>([
  ['escapes in UTF-16', 'nome=Jo%FE%FF%00%E3o', `${FORM}; charset=utf-16`],
  ['escapes in a form in UTF-16', Buffer.from('nome=Jo%C3%A3o', 'utf16le'), FORM],
  ['escapes that the charset does not have', 'nome=%83', `${FORM}; charset=shift_jis`],
  ['JSON that the charset does not have', latin1('{"nome":"\x83"}'), `${JSON_TYPE}; charset=shift_jis`],
  [
    'a part that its charset does not have',
    '--b\r\nContent-Disposition: form-data; name="nome"\r\nContent-Type: text/plain; charset=utf-16\r\n\r\nJosé\r\n--b--',
    'multipart/form-data',
  ],
  ['control characters', 'nome=Ana\x1b', FORM],
])('cannot read %s', async (_, body, type) => {
  expect(await decodeBody(Buffer.from(body as string), type)).toEqual({ unreadable: true });
});

it.each([
  ['nothing', ''],
  ['spaces', ' \n'],
  ['broken JSON', '{"nome":'],
  ['a text', 'Bom dia'],
  ['a page', '<a href="x=1">'],
  ['deep brackets', `a${'[b]'.repeat(MAX_DELIVERY_DEPTH + 1)}=1`],
  ['deep JSON', '['.repeat(30_000)],
  ['JSON of 13 levels', `${'['.repeat(MAX_DELIVERY_DEPTH + 1)}${']'.repeat(MAX_DELIVERY_DEPTH + 1)}`],
  ['too many values', JSON.stringify(Array.from({ length: MAX_DELIVERY_VALUES + 1 }, () => 1))],
  ['too many pairs', 'a=1&'.repeat(MAX_DELIVERY_VALUES + 1)],
  [
    'too many parts',
    `${'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(MAX_DELIVERY_VALUES + 1)}--b--`,
  ],
])('cannot read %s', async (_, body) => {
  expect(await decodeBody(Buffer.from(body), undefined)).toEqual({ unreadable: true });
});

it('reads 2,000 values and 12 levels', async () => {
  const values = JSON.stringify(Array.from({ length: MAX_DELIVERY_VALUES }, () => 1));
  const levels = `${'['.repeat(MAX_DELIVERY_DEPTH)}${']'.repeat(MAX_DELIVERY_DEPTH)}`;
  for (const body of [values, levels]) expect(await decodeBody(Buffer.from(body), JSON_TYPE)).toHaveProperty('body');
});

describe('a form in parts', () => {
  const partsWith = (end: string, last = `--b--${end}`): string =>
    [
      '--b',
      'Content-Disposition: form-data; name="f[nome]"',
      '',
      `Ana${end}Lima`,
      '--b',
      'content-disposition: form-data; filename="cv \\"novo\\".pdf"; name="anexo"',
      'Content-Type: application/pdf',
      '',
      '%PDF --b',
      '--b',
      'Content-Disposition: form-data; name=tel',
      '',
      '11 98765-4321',
      last,
    ].join(end);
  const expected = (end: string) => ({
    body: { f: { nome: `Ana${end}Lima` }, anexo: 'cv "novo".pdf', tel: '11 98765-4321' },
  });

  it.each([
    ['is read', '\r\n', undefined],
    ['has lone line feeds', '\n', undefined],
    ['lacks its last boundary', '\r\n', ''],
  ])('%s', async (_, end, last) => {
    const body = Buffer.from(partsWith(end, last));
    expect(await decodeBody(body, 'multipart/form-data; boundary=b')).toEqual(expected(end));
    expect(await decodeBody(body, 'application/json')).toEqual(expected(end));
    expect(await decodeBody(body, 'multipart/form-data; boundary="other"')).toEqual(expected(end));
  });

  it('loses no part without a name', async () => {
    const body = Buffer.from(
      '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b\r\n\r\n11 98765-4321\r\n--b\r\nContent-Disposition',
    );
    expect(await decodeBody(body)).toEqual({ body: { a: '1', '': ['11 98765-4321', 'Content-Disposition'] } });
  });

  it.each(['--- Novo lead ---\nTelefone: 11 98765-4321', '--b\n\n11 98765-4321\n--b--'])(
    'is not taken for read in %j',
    async (body) => {
      expect(await decodeBody(Buffer.from(body), 'multipart/form-data; boundary=b')).toEqual({ unreadable: true });
    },
  );

  it('has a charset in a part', async () => {
    const part =
      '--b\r\nContent-Disposition: form-data; name="nome"\r\nContent-Type: text/plain; charset=windows-1252\r\n\r\nJosé “\r\n--b--';
    const bytes = Buffer.from(part.replace('é', '\xe9').replace('“', '\x93'), 'latin1');
    expect(await decodeBody(bytes, 'multipart/form-data; boundary=b')).toEqual({ body: { nome: 'José “' } });
  });
});
