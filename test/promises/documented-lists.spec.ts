import { readFileSync } from 'node:fs';
import { ERRORS } from '../../src/contract/error';
import { IMPORT_COLUMNS } from '../../src/contract/import-columns';
import { PERMISSIONS } from '../../src/contract/key';
import { guessOf } from '../../src/imports/header-names';
import { buildDocument } from '../../src/reference/document';
import { codeIn, sectionsOf } from '../support/doc-page';

const { paths, components } = buildDocument('http://entrada.test');
const { schemas = {} } = components as Record<string, Record<string, object>>;
const fieldsOf = (name: string): string[] =>
  Object.keys((schemas[name] as { readonly properties?: object } | undefined)?.properties ?? {});

/** The rows of a table of columns: the fields in code, the headers in italics. */
function columnRows(page: string, heading: string): { fields: string[]; headers: string[] }[] {
  const { text = '' } = sectionsOf(page).find((section) => section.heading === heading) ?? {};
  return [...text.matchAll(/^\| `.*\|$/gm)].map(([row]) => {
    const cells = row.split('|');
    const headers = cells.at(-2)?.split(/: (?:uma|a) coluna|: a column/)[0] ?? '';
    return {
      fields: codeIn(cells[1] ?? ''),
      headers: [...headers.matchAll(/(?<=^|\s)_(.+?)_(?=[\s,;]|$)/g)].map(([, name = '']) => name),
    };
  });
}

describe.each([
  ['docs/imports.md', 'The columns'],
  ['docs/pt/imports.md', 'Como as colunas são reconhecidas'],
])('%s', (page, heading) => {
  it('names every column of a file', () => {
    const fields = fieldsOf('LeadInput').filter((field) => field !== 'attribution' && field !== 'deal');
    const columns = [
      ...fields,
      ...fieldsOf('AttributionInput'),
      ...fieldsOf('DealInput').map((field) => `deal.${field}`),
    ];
    const named = columnRows(page, heading).flatMap((row) => row.fields);
    expect(columns.length).toBeGreaterThan(20);
    expect([...IMPORT_COLUMNS].sort()).toEqual([...columns, 'created_at', 'origin'].sort());
    expect([...new Set(named)].sort()).toEqual([...IMPORT_COLUMNS].sort());
  });

  it('gives headers that are found to be of their column', () => {
    const rows = columnRows(page, heading).filter(({ fields }) => fields.length === 1);
    const wrong = rows.flatMap(({ fields: [field], headers }) =>
      headers.filter((header) => guessOf(header)?.field !== field),
    );
    expect(rows.flatMap(({ headers }) => headers).length).toBeGreaterThan(35);
    expect(wrong).toEqual([]);
  });

  it('has every option of the command', () => {
    const options = readFileSync('src/import.ts', 'utf8').match(/const OPTIONS = \{([^]*?)\} as const/)?.[1] ?? '';
    const known = [...options.matchAll(/^ *'?([a-z-]+)'?: \{/gm)].map(([, name]) => `--${name}`);
    const named = codeIn(readFileSync(page, 'utf8')).flatMap((code) => code.match(/^--[a-z-]+/) ?? []);
    expect(known.length).toBeGreaterThan(8);
    expect([...new Set([...named, '--help'])].sort()).toEqual(known.sort());
  });
});

it('both pages of imports list as much that a file cannot carry', () => {
  const [, english = ''] = readFileSync('docs/imports.md', 'utf8').split('A file cannot carry:\n');
  const [, portuguese = ''] = readFileSync('docs/pt/imports.md', 'utf8').split('Algumas coisas não cabem nele:\n');
  const points = (text: string): number => text.split(/^(?=## )/m)[0]?.match(/^- /gm)?.length ?? 0;
  expect(points(english)).toBeGreaterThan(5);
  expect(points(portuguese)).toBe(points(english));
});

describe('docs/quick-start.md', () => {
  const page = readFileSync('docs/quick-start.md', 'utf8');

  it('names every field and signal of a submission', () => {
    const fields = ['LeadInput', 'AttributionInput', 'DealInput'].flatMap(fieldsOf);
    expect(fields.length).toBeGreaterThan(20);
    expect(fields.filter((field) => !codeIn(page).includes(field))).toEqual([]);
  });

  it('says what to do for every answer and code of a submission, and for no other', () => {
    const answers = Object.entries(paths['/api/v1/leads']?.post?.responses ?? {}).flatMap(([status, { content }]) => {
      const codes = Object.keys(content?.['application/json']?.examples ?? {}).filter((code) => code in ERRORS);
      return (codes.length > 0 ? codes : ['']).map((code) => `${status.replace(/^5\d\d$/, '5xx')} ${code}`);
    });
    const { text = '' } =
      sectionsOf('docs/quick-start.md').find(({ heading }) => heading === 'What each answer means') ?? {};
    const told = [...text.matchAll(/^\| (\dxx|\d{3}) +\| (.*?) *\|/gm)].flatMap(([, status, codes = '']) =>
      (codes === '' ? [''] : codeIn(codes)).map((code) => `${status} ${code}`),
    );
    expect(told.filter((line) => line !== '404 not_found').sort()).toEqual(answers.sort());
  });
});

const COUNTS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

it('docs/security.md counts the permissions, and the sets of them that are tested', () => {
  const security = readFileSync('docs/security.md', 'utf8');
  expect(security).toContain(`${COUNTS[PERMISSIONS.length]} permissions`);
  expect(security).toContain(`${2 ** PERMISSIONS.length - 1} sets of permissions`);
});
