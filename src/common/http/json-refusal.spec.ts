import { bytesRefusal, CUT_OFF, headerRefusal, jsonFault, NOT_UTF8, textRefusal } from './json-refusal';
import { growthOfFour, MOST_GROWTH } from '../../../test/support/linear-time';
import fc from 'fast-check';

describe('the headers', () => {
  it.each([
    ['a form', 'application/x-www-form-urlencoded', /formulário.*application\/json/],
    ['a form with files', 'multipart/form-data; boundary=a', /formulário \(multipart\/form-data\)/],
    ['text', 'text/plain;charset=UTF-8', /text\/plain não é aceito.*application\/json/],
    ['JSON Lines', 'application/jsonl', /^O Content-Type application\/jsonl não é aceito/],
    ['a video', 'video/mp4', /^O Content-Type video\/mp4 não é aceito/],
    ['two types in one', 'text/application/json', /^O cabeçalho Content-Type não é o de JSON/],
    ['a type and a name', 'text/plain, Maria', /^O cabeçalho Content-Type não é o de JSON/],
    ['what is no type', 'Maria <maria@example.com>', /^O cabeçalho Content-Type não é o de JSON/],
    ['a charset of Windows', 'application/json; charset=windows-1252', /charset.*UTF-8/],
    ['a charset of MySQL', 'application/json; charset=utf8mb4', /charset.*UTF-8/],
  ])('%s', (_, type, message) => expect(headerRefusal(type, undefined)).toMatch(message));

  it('a compressed body', () => expect(headerRefusal('application/json', 'gzip')).toMatch(/sem compressão/));
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['application/json; charset=utf-8', 'identity'],
    ['application/json; charset=utf-8', undefined],
    ['application/json; charset=UTF8', undefined],
    ['application/json; charset="utf-8"', undefined],
    ['application/json; version=1; xcharset=latin1', undefined],
    ['application/ld+json', undefined],
  ])('good ones are not refused: %s, %s', (type, coding) => expect(headerRefusal(type, coding)).toBeUndefined());
});

it.each([
  ['nothing', Buffer.alloc(0), /está vazio/],
  ['blanks', Buffer.from('\t \r\n'), /está vazio/],
  ['gzip without its header', Buffer.from([0x1f, 0x8b, 8]), /compactado/],
  ['the first byte of gzip alone', Buffer.from([0x1f, 0x7b]), undefined],
  ['the second byte of gzip alone', Buffer.from([0x7b, 0x8b]), undefined],
  ['UTF-16 as Windows writes it', Buffer.from('\ufeff{}', 'utf16le'), /UTF-16/],
  ['UTF-16 without a mark', Buffer.from('{}', 'utf16le'), /UTF-16/],
  ['UTF-16 that begins with its high byte', Buffer.from([0xfe, 0xff, 0, 0x7b]), /UTF-16/],
  ['the same without a mark', Buffer.from([0, 0x7b]), /UTF-16/],
  ['blanks in UTF-16', Buffer.from(' \n', 'utf16le'), /UTF-16/],
  ['text', Buffer.from('{'), undefined],
  ['ÿ in ISO 8859-1 before text', Buffer.from('ÿ{', 'latin1'), undefined],
  ['ÿ in ISO 8859-1 after text', Buffer.from('{ÿ', 'latin1'), undefined],
  ['þ in ISO 8859-1 before text', Buffer.from('þ{', 'latin1'), undefined],
  ['þ in ISO 8859-1 after text', Buffer.from('{þ', 'latin1'), undefined],
])('the bytes: %s', (_, bytes, message) =>
  message ? expect(bytesRefusal(bytes)).toMatch(message) : expect(bytesRefusal(bytes)).toBeUndefined(),
);

it.each([
  ['a form sent as JSON', 'phone=11987654321&name=Maria', /formulário/],
  ['XML', '<lead/>', /XML/],
  ['XML after a line break', '\n<lead/>', /XML/],
  [
    'a text',
    '{"phone":"1",}',
    /^O corpo não é um JSON válido: linha 1, coluna 14: há uma vírgula a mais antes de }\.$/,
  ],
  ['a text with an equals sign', '{"notes":"a=b",}', /^O corpo não é um JSON válido: linha 1, coluna 16/],
  ['a text in which no fault is found', '{"name":"Maria"}', /^O corpo da requisição não é um JSON válido\.$/],
])('the text: %s', (_, text, message) => {
  expect(textRefusal(text)).toMatch(message);
  expect(textRefusal(text)).not.toMatch(/Maria|1198/);
});

it.each([
  [NOT_UTF8, /^O corpo não está em UTF-8 .*; envie o JSON em UTF-8\.$/],
  [CUT_OFF, /^O corpo da requisição não chegou inteiro; envie a requisição de novo\.$/],
])('the message: %s', (text, message) => expect(text).toMatch(message));

describe('the first fault of a text', () => {
  const where = (text: string): string | undefined => {
    const fault = jsonFault(text);
    return fault && `${fault.line}:${fault.column} ${fault.reason}`;
  };

  it.each([
    ['a comma too many at the end of an object', '{"a":1,}', '1:8 há uma vírgula a mais antes de }'],
    ['a comma too many at the end of a list', '{"a":[1,]}', '1:9 há uma vírgula a mais antes de ]'],
    ['a comma too many at the end of a line', '{\n  "a": 1,\n}', '3:1 há uma vírgula a mais antes de }'],
    ['a comma too many after a number with an exponent', '[1.5e10,]', '1:9 há uma vírgula a mais antes de ]'],
    ['a comma too many after several decimals', '[-0.25,]', '1:8 há uma vírgula a mais antes de ]'],
    ['a comma too many after a negative exponent', '[1E-7,]', '1:7 há uma vírgula a mais antes de ]'],
    ['a comma too many after a positive exponent', '[1e+7,]', '1:7 há uma vírgula a mais antes de ]'],
    ['a comma that is missing', '{\n  "a": 1\n  "b": 2\n}', '3:3 falta uma vírgula'],
    ['a colon that is missing', '{"a" 1}', '1:6 faltam dois-pontos'],
    ['a colon that is missing before a text', '{"a" "b"}', '1:6 faltam dois-pontos'],
    ['a value that is missing, of an empty template', '{"a": , "b": 1}', '1:7 o valor não é JSON'],
    ['a value that is missing at the end of an object', '{"a": }', '1:7 falta um valor'],
    ['single quotes', "{'a':1}", '1:2 textos vão entre aspas duplas retas'],
    ['single quotes of a value', `{"a":'b'}`, '1:6 textos vão entre aspas duplas retas'],
    ['quotes of a word processor', '{“a”:1}', '1:2 textos vão entre aspas duplas retas'],
    ['a name without quotes', '{a:1}', '1:2 o nome do campo vai entre aspas duplas'],
    ['a text without quotes', '{"a":Maria}', '1:6 o valor não é JSON'],
    ['a text without quotes in a list', '[Maria]', '1:2 o valor não é JSON'],
    ['a later text without quotes in a list', '["Ana",Maria]', '1:8 o valor não é JSON'],
    ['a phone without quotes', '{"a":+5511987654321}', '1:6 o valor não é JSON'],
    ['a number that begins with zero', '{"a":011}', '1:6 o valor não é JSON'],
    ['undefined', '{"a":undefined}', '1:6 o valor não é JSON'],
    ['a decimal comma', '{"a":1,5}', '1:8 o nome do campo vai entre aspas duplas'],
    ['a line break inside a text', '{"a":"b\nc"}', '1:6 há uma quebra de linha dentro de um texto'],
    ['a tab inside a text', '{"a":"b\tc"}', '1:6 há um caractere de controle'],
    ['a backslash inside a text', '{"a":"C:\\dir"}', '1:6 há uma barra invertida'],
    ['a code of a character that is cut off', '{"a":"\\u00e"}', '1:6 há uma barra invertida'],
    ['quotes inside a text', '{"a":"o "bom""}', '1:10 falta uma vírgula'],
    ['a text that is not closed', '{"a":"b', '1:6 o texto entre aspas não foi fechado'],
    ['an object that is not closed', '{"a":1', '1:7 o texto termina antes da hora'],
    ['a list that is not closed', '[1', '1:3 o texto termina antes da hora'],
    ['a text that ends before a value', '{"a":', '1:6 o texto termina onde falta um valor'],
    ['an object in a list closed as a list', '[{]', '1:3 o nome do campo'],
    ['two objects', '{"a":1}\n{"b":2}', '2:1 há texto depois do fim do JSON'],
    ['a text after an object', '{"a":1} "b"', '1:9 há texto depois do fim do JSON'],
    ['a brace too many', '{"a":1}}', '1:8 há texto depois do fim do JSON'],
    ['a comment', '// x\n{}', '1:1 JSON não tem comentários'],
    ['a comment of a line', '{ # x\n}', '1:3 JSON não tem comentários'],
    ['a comment of several lines', '{ /* x\n*/ }', '1:3 JSON não tem comentários'],
    ['a no-break space', '\u00a0{}', '1:1 há um espaço que não é o espaço comum'],
    ['emoji before the fault: one column each', '{"a":"😀",}', '1:10 há uma vírgula a mais'],
  ])('%s', (_, text, start) => {
    expect(() => JSON.parse(text) as unknown).toThrow();
    expect(where(text)).toMatch(new RegExp(`^${start.replace(/[}\]\\.+()]/g, '\\$&')}`));
  });

  it('repeats nothing of what was written', () => {
    expect(where('{"phone":11987654321x}')).not.toMatch(/119|x}/);
  });

  it('finds a fault in every text that is no JSON, and in no other', () => {
    const pieces = fc.constantFrom(...'{}[]:,"\\ \n-0.1eE', 'true', 'nul', 'null', '"a"', '\\u00e3', '1.5', 'ã');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        expect([text, jsonFault(text) === undefined]).toEqual([text, isJson]);
      }),
      { numRuns: 2_000, seed: 1 },
    );
  });

  it('takes time in proportion to the length', () => {
    for (const [before, unit] of [
      ['', '{"a":'],
      ['', '"'],
      ['"', '\\\\'],
      ['', '[0,'],
    ] as const) {
      const growth = growthOfFour((size) => jsonFault(before + unit.repeat(size)), 4_000);
      expect([unit, growth < MOST_GROWTH]).toEqual([unit, true]);
    }
  });
});
