import { IMPORT_COLUMN_WORDS } from '../../src/contract/import-columns';
import { answerIn } from '../../src/imports/cells/yes-no';
import { momentIn } from '../../src/imports/cells/moments';
import { originNamed } from '../../src/imports/cells/origins';
import { phoneIn } from '../../src/imports/cells/phones';
import { reaisIn } from '../../src/imports/cells/reais';
import { codeIn, quotedIn, sectionsOf } from '../support/doc-page';
import { tagsIn } from '../../src/imports/cells/texts';

const { text = '' } =
  sectionsOf('docs/pt/imports.md').find(({ heading }) => heading === 'Como as células são lidas') ?? {};

/** The point of the page about this kind of cells. */
const saidOf = (kind: string): string =>
  text.split(/^- /m).find((point) => point.startsWith(`**${kind}**`)) ?? `nothing of ${kind}`;

/** Code on the page that is a separator or a prefix, not an example. */
const SIGNS = ['+', 'R$', ';', '|', ':::'];

/** The examples in code. Unreadable cells are in italics. */
const examplesOf = (kind: string): string[] => codeIn(saidOf(kind)).filter((example) => !SIGNS.includes(example));
const unreadableOf = (kind: string): string[] =>
  [...saidOf(kind).matchAll(/ _([^_\s]+)_ /g)].map(([, cell = '']) => cell);

describe('docs/pt/imports.md gives examples of cells as they are read', () => {
  it('phones', () => {
    const read = examplesOf('Telefones').map((cell) => [cell, phoneIn(cell)?.digits]);
    expect(read.length).toBeGreaterThan(0);
    expect(read).toEqual(read.map(([cell]) => [cell, '5511987654321']));
    expect(unreadableOf('Telefones').map((cell) => phoneIn(cell))).toEqual([undefined]);
  });

  it('a phone that needs the area code of the import', () => {
    const [cell = ''] = examplesOf('DDD padrão');
    expect([phoneIn(cell), phoneIn(cell, '21')?.digits]).toEqual([undefined, '5521987654321']);
  });

  it('dates', () => {
    const read = examplesOf('Datas').map((cell) => [cell, momentIn(cell)?.slice(0, 10)]);
    expect(read.length).toBeGreaterThan(0);
    expect(read).toEqual(read.map(([cell]) => [cell, '2026-08-31']));
  });

  it('values', () => {
    const read = examplesOf('Valores').map((cell) => [cell, reaisIn(cell)]);
    expect(read.length).toBeGreaterThan(0);
    expect(read.filter(([, value]) => typeof value !== 'number')).toEqual([]);
    expect(reaisIn('1.500')).toBe(1500);
    expect(unreadableOf('Valores').map((cell) => reaisIn(cell))).toEqual([undefined]);
  });

  it('tags', () =>
    expect(examplesOf('Etiquetas').map((cell) => tagsIn(cell))).toEqual([
      ['São Paulo, SP', 'vip'],
      ['vip', 'site'],
    ]));

  it('consent', () => {
    const inItalics = [...saidOf('Consentimento').matchAll(/_([^_]+)_/g)].map(([, cell = '']) => cell);
    const cells = [...examplesOf('Consentimento'), ...inItalics];
    expect(cells.length).toBeGreaterThan(0);
    expect(cells.filter((cell) => answerIn(cell) === undefined)).toEqual([]);
  });

  it('origins', () => {
    const words = quotedIn(saidOf('Origem'));
    expect(words.length).toBeGreaterThan(0);
    expect(words.filter((word) => originNamed(word) === undefined)).toEqual([]);
  });
});

it('docs/pt/imports.md has the words of the console for each column', () => {
  const { text: table = '' } =
    sectionsOf('docs/pt/imports.md').find(({ heading }) => heading === 'Como as colunas são reconhecidas') ?? {};
  const rows = [...table.matchAll(/^\| `([a-z_.]+)` +\| “(.*?)” +\|/gm)].map(([, field, word]) => [field, word]);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows).toEqual(rows.map(([field]) => [field, IMPORT_COLUMN_WORDS[field as keyof typeof IMPORT_COLUMN_WORDS]]));
});
