/** Position of the first JSON fault, and its reason. Lines and columns begin with 1. */
interface JsonFault {
  readonly line: number;
  readonly column: number;
  readonly reason: string;
}

const BLANKS = /[ \t\r\n]*/y;
// eslint-disable-next-line no-control-regex
const STRING_PART = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/y;
const LITERAL = /true|false|null/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

type Expected = 'value' | 'value or ]' | 'key or }' | 'key' | ':' | ', or end' | 'nothing';

/**
 * Finds the first fault of a text that `JSON.parse` refused, in one pass; undefined when it finds none. The parser's
 * own messages quote the text and may omit the place; this never quotes it.
 */
export function jsonFault(text: string): JsonFault | undefined {
  const reader = new Reader(text);
  for (;;) {
    const next = reader.next();
    if (next === undefined) {
      return reader.expected === 'nothing' ? undefined : faultAt(text, text.length, endReason(reader.expected));
    }
    if (!reader.take(next)) return faultAt(text, reader.at, reasonOf(text, reader.at, reader.expected));
  }
}

class Reader {
  at = 0;
  expected: Expected = 'value';
  private readonly open: ('{' | '[')[] = [];

  constructor(private readonly text: string) {}

  next(): string | undefined {
    this.at = endOf(BLANKS, this.text, this.at) ?? this.at;
    return this.text[this.at];
  }

  /** Reads the next part of the text; false when it is not allowed there. */
  take(next: string): boolean {
    if (this.expected.startsWith('value')) return this.takeValue(next);
    if (this.expected.startsWith('key')) return this.takeClose(next) || this.passTo(stringEnd(this.text, this.at), ':');
    if (this.expected === ':') return next === ':' && this.passTo(this.at + 1, 'value');
    if (this.expected === 'nothing') return false;
    if (next !== ',') return this.takeClose(next);
    return this.passTo(this.at + 1, this.open.at(-1) === '{' ? 'key' : 'value');
  }

  private takeValue(next: string): boolean {
    if (next !== '{' && next !== '[') return this.takeClose(next) || this.passTo(this.scalarEnd(), this.afterValue());
    this.open.push(next);
    return this.passTo(this.at + 1, next === '{' ? 'key or }' : 'value or ]');
  }

  /** Reads the end of the innermost object or list, where one may be. */
  private takeClose(next: string): boolean {
    const closing = this.open.at(-1) === '{' ? '}' : ']';
    const mayClose = this.expected === ', or end' || this.expected.endsWith(` or ${closing}`);
    if (next !== closing || !mayClose) return false;
    this.open.pop();
    return this.passTo(this.at + 1, this.afterValue());
  }

  private scalarEnd(): number | undefined {
    const { text, at } = this;
    const string = stringEnd(text, at);
    if (string !== undefined) return string;
    const end = endOf(LITERAL, text, at) ?? endOf(NUMBER, text, at);
    // A number must not continue: 011, 1x.
    return end && !/[\w.+-]/.test(text[end] ?? '') ? end : undefined;
  }

  private afterValue(): Expected {
    return this.open.length > 0 ? ', or end' : 'nothing';
  }

  private passTo(end: number | undefined, expected: Expected): boolean {
    if (end === undefined) return false;
    this.at = end;
    this.expected = expected;
    return true;
  }
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function stringEnd(text: string, at: number): number | undefined {
  const end = endOf(STRING_PART, text, at) ?? at;
  return text[end] === '"' ? end + 1 : undefined;
}

const endReason = (expected: Expected): string =>
  expected === 'value'
    ? 'o texto termina onde falta um valor'
    : 'o texto termina antes da hora: o JSON não foi fechado';

function reasonOf(text: string, at: number, expected: Expected): string {
  const next = text[at] as string;
  if (next === '"' && expected !== ', or end' && expected !== ':' && expected !== 'nothing')
    return stringReason(text, at);
  if (/[“”„‘’']/.test(next)) return 'textos vão entre aspas duplas retas (")';
  if (text.startsWith('//', at) || text.startsWith('/*', at) || next === '#') return 'JSON não tem comentários';
  if ((next === '}' || next === ']') && (expected === 'key' || expected === 'value')) {
    return text.slice(0, at).trimEnd().endsWith(',') ? `há uma vírgula a mais antes de ${next}` : 'falta um valor';
  }
  if (/[^\S \t\r\n]|\ufeff/.test(next)) return 'há um espaço que não é o espaço comum';
  return REASONS[expected];
}

const REASONS: Readonly<Record<Expected, string>> = {
  value: 'o valor não é JSON: textos (telefones também) vão entre aspas duplas, e números usam ponto decimal',
  'value or ]': 'o valor não é JSON: textos (telefones também) vão entre aspas duplas, e números usam ponto decimal',
  key: 'o nome do campo vai entre aspas duplas',
  'key or }': 'o nome do campo vai entre aspas duplas',
  ':': 'faltam dois-pontos depois do nome do campo',
  ', or end': 'falta uma vírgula ou o fim do objeto ou da lista; aspas dentro de um texto se escrevem \\"',
  nothing: 'há texto depois do fim do JSON',
};

function stringReason(text: string, at: number): string {
  const next = text[endOf(STRING_PART, text, at) ?? at];
  if (next === undefined) return 'o texto entre aspas não foi fechado';
  if (next === '\\') return 'há uma barra invertida que não forma um código; uma barra invertida se escreve \\\\';
  return /[\r\n]/.test(next)
    ? 'há uma quebra de linha dentro de um texto entre aspas; ela se escreve \\n'
    : 'há um caractere de controle dentro de um texto entre aspas';
}

function faultAt(text: string, at: number, reason: string): JsonFault {
  const lines = text.slice(0, at).split('\n');
  return { line: lines.length, column: [...(lines.at(-1) as string)].length + 1, reason };
}

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
