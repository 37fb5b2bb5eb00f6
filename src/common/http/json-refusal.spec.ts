import { bytesRefusal, CUT_OFF, headerRefusal, NOT_UTF8, textRefusal } from './json-refusal';

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
