/** A part of a form. One without a name has an empty one. A file has its name as value; its content is not kept. */
export interface FormPart {
  readonly name: Buffer;
  readonly value: Buffer;
  readonly contentType: string;
}

/** Returns the boundary that the content type names, or else the first line. Undefined for a body that is not in parts. */
export function boundaryIn(bytes: Buffer, named: string | undefined): string | undefined {
  const line = /^\s*--([^\r\n]{1,200})/.exec(bytes.toString('latin1', 0, LONGEST_LINE))?.[1]?.trimEnd();
  return named && bytes.includes(`--${named}`) ? named : line;
}

const LONGEST_LINE = 300;

/**
 * Splits a form in parts (RFC 7578). Own code, because busboy and `Response.formData()` refuse what simple programs send: lines
 * that end with a lone line feed, and no boundary at the end.
 */
export function partsOf(bytes: Buffer, boundary: string): readonly FormPart[] {
  const [, ...parts] = `\n${bytes.toString('latin1')}`.split(`\n--${boundary}`);
  const end = parts.findIndex((part) => part.startsWith('--'));
  return (end === -1 ? parts : parts.slice(0, end)).flatMap((part) => partIn(part));
}

function partIn(text: string): FormPart[] {
  const start = text.indexOf('\n') + 1;
  const blank = /\n\r?\n/.exec(text.slice(start - 1));
  if (!blank) return trimmed(text) === '' ? [] : [nameless(trimmed(text))];
  const headers = text.slice(start, start - 1 + blank.index);
  const content = trimmed(text.slice(start - 1 + blank.index + blank[0].length));
  const disposition = headerIn(headers, 'content-disposition');
  const name = parameterIn(disposition, 'name');
  const fileName = parameterIn(disposition, 'filename');
  if (name === undefined) return content === '' ? [] : [nameless(content)];
  return [
    {
      name: Buffer.from(name, 'latin1'),
      value: Buffer.from(fileName ?? content, 'latin1'),
      contentType: fileName === undefined ? headerIn(headers, 'content-type') : '',
    },
  ];
}

/** Trims a text that has a character for each byte: the byte order mark of UTF-8 and blanks of ASCII. Others are parts of letters, as of `à`. */
export const trimmed = (text: string): string =>
  text.replace(/^(?:\xef\xbb\xbf)?[\t-\r ]*|(?<![\t-\r ])[\t-\r ]+$/g, '');

const nameless = (text: string): FormPart => ({
  name: Buffer.alloc(0),
  value: Buffer.from(text, 'latin1'),
  contentType: '',
});

const headerIn = (headers: string, name: string): string =>
  headers
    .split(/\r?\n/)
    .find((line) => line.toLowerCase().startsWith(`${name}:`))
    ?.slice(name.length + 1) ?? '';

/** Reads a parameter in quotes, where browsers write `%22` for a quote and others `\"`, or without. */
function parameterIn(header: string, name: string): string | undefined {
  const found = new RegExp(`; *${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]+))`, 'i').exec(header);
  return found?.[1]?.replace(/\\(["\\])/g, '$1') ?? found?.[2];
}
