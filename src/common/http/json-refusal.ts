import { jsonFault } from './json-position';

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/i;
const FORM_TYPES: readonly string[] = ['application/x-www-form-urlencoded', 'multipart/form-data'];
const OTHER_CHARSET = /^charset=(?!("?)utf-?8\1$)/i;
const SEND_JSON = 'envie JSON com o cabeçalho Content-Type: application/json';

/** Returns why a body with these headers is not read as JSON, in Portuguese, or undefined. */
export const headerRefusal = (type: string | undefined, coding: string | undefined): string | undefined =>
  typeRefusal(type) ?? codingRefusal(coding);

/** A missing content type counts as JSON; a charset must be UTF-8. */
function typeRefusal(contentType: string | undefined): string | undefined {
  if (!contentType) return undefined;
  const [type, ...parameters] = contentType.split(';').map((part) => part.trim()) as [string, ...string[]];
  if (!JSON_TYPE.test(type)) return `${typeWords(type)}; ${SEND_JSON}.`;
  if (!parameters.some((parameter) => OTHER_CHARSET.test(parameter))) return undefined;
  return 'O Content-Type diz um charset que não é UTF-8; envie o corpo em UTF-8, com Content-Type: application/json.';
}

function typeWords(type: string): string {
  if (FORM_TYPES.includes(type.toLowerCase())) return `O corpo veio como formulário (${type.toLowerCase()})`;
  // Repeats only text in the form of a content type.
  return /^[a-z]{1,20}\/[a-z\d.+-]{1,60}$/i.test(type)
    ? `O Content-Type ${type.toLowerCase()} não é aceito`
    : 'O cabeçalho Content-Type não é o de JSON';
}

function codingRefusal(coding: string | undefined): string | undefined {
  if (coding === undefined || coding.toLowerCase() === 'identity') return undefined;
  return 'O corpo veio compactado (Content-Encoding); envie o JSON sem compressão e sem esse cabeçalho.';
}

/** Returns why these bytes are empty or not UTF-8, or undefined. */
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

export const NOT_UTF8 =
  'O corpo não está em UTF-8 (talvez em ISO-8859-1 ou Windows-1252, ou com um caractere cortado); envie o JSON em UTF-8.';

/** Returns why a text is not JSON, with the place but without the text. */
export function textRefusal(text: string): string {
  const begin = text.trimStart();
  if (begin.startsWith('<')) return `O corpo é XML ou HTML, e não JSON; ${SEND_JSON}.`;
  if (/^[\w.%+[\]-]{1,200}=/.test(begin)) return `O corpo tem a forma de um formulário (campo=valor); ${SEND_JSON}.`;
  const fault = jsonFault(text);
  if (!fault) return 'O corpo da requisição não é um JSON válido.';
  return `O corpo não é um JSON válido: linha ${fault.line}, coluna ${fault.column}: ${fault.reason}.`;
}

/** Message for a body whose connection ended first. */
export const CUT_OFF = 'O corpo da requisição não chegou inteiro; envie a requisição de novo.';
