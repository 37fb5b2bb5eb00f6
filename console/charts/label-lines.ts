/** Characters of a line: less than half the width of a phone. */
const LINE = 18;
const LINES = 2;

/** The name of a bar on at most two lines, broken between its words; what does not fit is in the table only. */
export function labelLines(name: string): string[] {
  const lines: string[] = [];
  for (const word of name.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= LINE) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  const shown = lines.slice(0, LINES);
  const isCut = lines.length > LINES;
  return shown.map((line, index) => shortened(line, isCut && index === LINES - 1));
}

const shortened = (line: string, isCut: boolean): string =>
  line.length > LINE || isCut ? `${line.slice(0, LINE - 1)}…` : line;
