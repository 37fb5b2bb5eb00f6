/** Position of the first JSON fault, and its reason. Lines and columns begin with 1. */
interface JsonFault {
  readonly line: number;
  readonly column: number;
  readonly reason: string;
}

const BLANKS = /[ \t\r\n]*/y;
const STRING_PART = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/y; // eslint-disable-line no-control-regex
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
