import { jsonFault } from './json-position';

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/i;
const SEND_JSON = 'envie JSON com o cabeçalho Content-Type: application/json';

/** Why a body with these headers is not read as JSON, in Portuguese; undefined when it is. */
export const headerRefusal = (type: string | undefined, coding: string | undefined): string | undefined =>
  typeRefusal(type) ?? codingRefusal(coding);

/** No content type counts as JSON; a charset, where one is given, must be UTF-8. */
function typeRefusal(contentType: string | undefined): string | undefined {
  if (!contentType) return undefined;
  const [type, ...parameters] = contentType.split(';').map((part) => part.trim()) as [string, ...string[]];
  if (!JSON_TYPE.test(type)) return `${typeWords(type)}; ${SEND_JSON}.`;
  const charsets = parameters.filter((parameter) => /^charset=/i.test(parameter));
  if (charsets.every((charset) => /^charset=("?)utf-?8\1$/i.test(charset))) return undefined;
  return 'O Content-Type diz um charset que não é UTF-8; envie o corpo em UTF-8, com Content-Type: application/json.';
}

function typeWords(type: string): string {
  if (/^(application\/x-www-form-urlencoded|multipart\/form-data)$/i.test(type)) {
    return `O corpo veio como formulário (${type.toLowerCase()})`;
  }
  // Only what looks like a content type is repeated.
  return /^[a-z]{1,20}\/[a-z\d.+-]{1,60}$/i.test(type)
    ? `O Content-Type ${type.toLowerCase()} não é aceito`
    : 'O cabeçalho Content-Type não é o de JSON';
}

function codingRefusal(coding: string | undefined): string | undefined {
  if (coding === undefined || coding.toLowerCase() === 'identity') return undefined;
  return 'O corpo veio compactado (Content-Encoding); envie o JSON sem compressão e sem esse cabeçalho.';
}

/** Why these bytes are no UTF-8, or nothing at all; undefined when only their text can be at fault. */
export function bytesRefusal(bytes: Buffer): string | undefined {
  if (bytes.every(isBlank)) {
    return 'O corpo da requisição está vazio; envie um objeto JSON, por exemplo {"phone": "(11) 98765-4321"}.';
  }
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'O corpo está compactado (gzip); envie o JSON sem compressão.';
  if (isUtf16(bytes)) return 'O corpo está em UTF-16; envie o JSON em UTF-8.';
  return undefined;
}

const isBlank = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);

const isUtf16 = ([first, second]: Buffer): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || first === 0 || second === 0;

/** For bytes that are no UTF-8. */
export const NOT_UTF8 =
  'O corpo não está em UTF-8 (talvez em ISO-8859-1 ou Windows-1252, ou com um caractere cortado); envie o JSON em UTF-8.';

/** Why a text is no JSON, with the place, and without what was written there. */
export function textRefusal(text: string): string {
  const begin = text.trimStart();
  if (begin.startsWith('<')) return `O corpo é XML ou HTML, e não JSON; ${SEND_JSON}.`;
  if (/^[\w.%+[\]-]{1,200}=/.test(begin)) return `O corpo tem a forma de um formulário (campo=valor); ${SEND_JSON}.`;
  const fault = jsonFault(text);
  if (!fault) return 'O corpo da requisição não é um JSON válido.';
  return `O corpo não é um JSON válido: linha ${fault.line}, coluna ${fault.column}: ${fault.reason}.`;
}

/** For a body whose connection ended first. */
export const CUT_OFF = 'O corpo da requisição não chegou inteiro; envie a requisição de novo.';
