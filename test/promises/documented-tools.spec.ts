import { readFileSync } from 'node:fs';
import { BIRTHPLACES } from '../../console/pages/sources/tools';
import { decodeBody } from '../../src/sources/reading/decode-body';
import { peopleIn } from '../../src/sources/reading/people';
import { readPerson } from '../../src/sources/reading/read-person';
import { atOnce } from '../support/at-once';
import { textUnder } from '../support/doc-page';
import { NO_RULES } from '../support/reading-rules';
import { TOOL_PAYLOADS } from '../support/tool-payloads';
import type { ToolPayload } from '../support/tool-payloads/tool-payload';

/** A row of the table: its tools are in bold, its steps are numbered lines. */
interface Row {
  readonly tools: readonly string[];
  readonly steps: readonly string[];
  /** What is read of the tools' payloads, in the words of the page. */
  readonly read: readonly string[];
}

const ROWS = [
  ...textUnder('docs/pt/fontes.md', 'As ferramentas').matchAll(/^\| (\*\*.+?) \| (.+?) \| (.+?) \|$/gm),
].map(([, tools = '', steps = '', read = '']): Row => ({
  tools: [...tools.matchAll(/\*\*(.+?)\*\*/g)].map(([, tool = '']) => tool),
  steps: steps.split('<br>'),
  read: read.split(', '),
}));

const TOOLS = ROWS.flatMap(({ tools }) => tools);

/** A payload is one of the tool whose name it begins with. */
const isOf =
  (tool: string) =>
  ({ tool: name }: ToolPayload): boolean =>
    name === tool || name.startsWith(`${tool} `) || name.startsWith(`${tool},`);

const WORDS = {
  phone: 'telefone',
  name: 'nome',
  email: 'e-mail',
  tags: 'etiquetas',
  consent: 'consentimento',
  attribution: 'origem',
} as const;

async function wordsOf({ body, type }: ToolPayload): Promise<string[]> {
  const decoded = await decodeBody(Buffer.from(body), type);
  const [person] = 'body' in decoded ? peopleIn(decoded.body) : [];
  if (!person) throw new Error('nobody');
  const read = atOnce(readPerson(person, NO_RULES));
  if (read.heldFor) return ['a conferir'];
  const lines = typeof read.body.notes === 'string' ? read.body.notes.split('\n') : [];
  return [
    ...Object.entries(WORDS).flatMap(([field, word]) => (field in read.body ? [word] : [])),
    // An answer stands after its question.
    ...lines.map((line) => (line.includes(': ') ? 'respostas' : 'mensagem')),
  ];
}

it('docs/pt/fontes.md names the tool of every payload once, and no other', () => {
  const rows = TOOL_PAYLOADS.map((payload) => [payload.tool, TOOLS.filter((tool) => isOf(tool)(payload)).length]);
  expect(rows.filter(([, count]) => count !== 1)).toEqual([]);
  expect(TOOLS.filter((tool) => !TOOL_PAYLOADS.some(isOf(tool)))).toEqual([]);
});

it('docs/pt/fontes.md names each tool of the console', () => {
  const page = readFileSync('docs/pt/fontes.md', 'utf8').toLowerCase();
  const titles = BIRTHPLACES.flatMap(({ tools }) => tools.map(({ title }) => title));
  expect(titles.filter((title) => !page.includes(title.toLowerCase()))).toEqual([]);
});

it('the console has three steps for each tool that needs no key', () => {
  const steps = BIRTHPLACES.flatMap(({ tools }) => tools.filter(({ way }) => way !== 'key').map((tool) => tool.steps));
  expect(new Set(steps.map(({ length }) => length))).toEqual(new Set([3]));
});

describe.each(ROWS)('docs/pt/fontes.md: $tools', ({ tools, steps, read }) => {
  it('has three steps', () => expect(steps.map((step) => step.slice(0, 3))).toEqual(['1. ', '2. ', '3. ']));

  it('says what is read', async () => {
    const payloads = TOOL_PAYLOADS.filter((payload) => tools.some((tool) => isOf(tool)(payload)));
    const words = await Promise.all(payloads.map(wordsOf));
    expect([...read].sort()).toEqual([...new Set(words.flat())].sort());
  });
});
