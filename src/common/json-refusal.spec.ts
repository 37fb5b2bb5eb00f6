import { bytesRefusal, headerRefusal, textRefusal } from './json-refusal';

describe('the headers', () => {
  it.each([
    ['a form', 'application/x-www-form-urlencoded', /formulário.*application\/json/],
    ['a form with files', 'multipart/form-data; boundary=a', /formulário \(multipart\/form-data\)/],
    ['text', 'text/plain;charset=UTF-8', /text\/plain não é aceito.*application\/json/],
    ['what is no type', 'Maria <maria@example.com>', /^O cabeçalho Content-Type não é o de JSON/],
    ['a charset of Windows', 'application/json; charset=windows-1252', /charset.*UTF-8/],
  ])('%s', (_, type, message) => expect(headerRefusal(type, undefined)).toMatch(message));

  it('a compressed body', () => expect(headerRefusal('application/json', 'gzip')).toMatch(/sem compressão/));
  it.each([undefined, 'identity'])('good ones are not refused', (coding) =>
    expect(headerRefusal('application/json; charset=utf-8', coding)).toBeUndefined(),
  );
});

it.each([
  ['nothing', Buffer.alloc(0), /está vazio/],
  ['blanks', Buffer.from(' \r\n'), /está vazio/],
  ['gzip without its header', Buffer.from([0x1f, 0x8b, 8]), /compactado/],
  ['UTF-16 as Windows writes it', Buffer.from('\ufeff{}', 'utf16le'), /UTF-16/],
  ['UTF-16 without a mark', Buffer.from('{}', 'utf16le'), /UTF-16/],
  ['text', Buffer.from('{'), undefined],
])('the bytes: %s', (_, bytes, message) =>
  message ? expect(bytesRefusal(bytes)).toMatch(message) : expect(bytesRefusal(bytes)).toBeUndefined(),
);

it.each([
  ['a form sent as JSON', 'phone=11987654321&name=Maria', /formulário/],
  ['XML', '<lead/>', /XML/],
  [
    'a text',
    '{"phone":"1",}',
    /^O corpo não é um JSON válido: linha 1, coluna 14: há uma vírgula a mais antes de }\.$/,
  ],
])('the text: %s', (_, text, message) => {
  expect(textRefusal(text)).toMatch(message);
  expect(textRefusal(text)).not.toMatch(/Maria|1198/);
});
