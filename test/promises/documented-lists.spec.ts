import { readFileSync } from 'node:fs';
import { AUDIT_ACTIONS } from '../../src/contract/audit';
import { ERRORS } from '../../src/contract/error';
import { IMPORT_COLUMNS } from '../../src/contract/import-columns';
import { COORDINATOR_TABLES, LOCAL_TABLES } from '../../src/database/cluster/distribution';
import { recognise } from '../../src/imports/headers/recognised-header';
import { buildDocument } from '../support/document';
import { codeIn, sectionsOf } from '../support/doc-page';

const { paths, components } = buildDocument('http://entrada.test');
const { schemas = {} } = components as Record<string, Record<string, object>>;
const fieldsOf = (name: string): string[] =>
  Object.keys((schemas[name] as { readonly properties?: object } | undefined)?.properties ?? {});

/** Reads a table of columns: fields are in code, headers in italics. */
function columnRows(page: string, heading: string): { fields: string[]; headers: string[] }[] {
  const { text = '' } = sectionsOf(page).find((section) => section.heading === heading) ?? {};
  return [...text.matchAll(/^\| `.*\|$/gm)].map(([row]) => {
    const cells = row.split('|');
    const headers = cells.at(-2)?.split(': a coluna')[0] ?? '';
    return {
      fields: codeIn(cells[1] ?? ''),
      headers: [...headers.matchAll(/(?<=^|\s)_(.+?)_(?=[\s,;]|$)/g)].map(([, name = '']) => name),
    };
  });
}

describe('docs/pt/imports.md', () => {
  const rows = columnRows('docs/pt/imports.md', 'Como as colunas são reconhecidas');

  it('names every column of a file', () => {
    const fields = fieldsOf('LeadInput').filter((field) => field !== 'attribution' && field !== 'deal');
    const columns = [
      ...fields,
      ...fieldsOf('AttributionInput'),
      ...fieldsOf('DealInput').map((field) => `deal.${field}`),
    ];
    const named = rows.flatMap((row) => row.fields);
    expect(columns.length).toBeGreaterThan(0);
    expect([...IMPORT_COLUMNS].sort()).toEqual([...columns, 'created_at', 'origin', 'responsible'].sort());
    expect([...new Set(named)].sort()).toEqual([...IMPORT_COLUMNS].sort());
  });

  it('gives headers that are found to be of their column', () => {
    const single = rows.filter(({ fields }) => fields.length === 1);
    const wrong = single.flatMap(({ fields: [field], headers }) =>
      headers.filter((header) => recognise(header).field !== field),
    );
    expect(single.flatMap(({ headers }) => headers).length).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  });
});

it('docs/privacy.md names every action of the audit trail', () => {
  const { text = '' } = sectionsOf('docs/privacy.md').find(({ heading }) => heading === 'The audit trail') ?? {};
  const named = [...text.matchAll(/^\| (`.*?) +\|/gm)].flatMap(([, actions = '']) => codeIn(actions));
  expect(named.sort()).toEqual([...AUDIT_ACTIONS].sort());
});

it('docs/scaling.md names every table that stays on the coordinator', () => {
  const { text = '' } = sectionsOf('docs/scaling.md').find(({ heading }) => heading === 'Many machines') ?? {};
  const named = codeIn(/^- These stay on the coordinator.*?(?=^- )/ms.exec(text)?.[0] ?? '');
  expect(named.sort()).toEqual([...COORDINATOR_TABLES, ...LOCAL_TABLES].sort());
});

describe('docs/quick-start.md', () => {
  const page = readFileSync('docs/quick-start.md', 'utf8');

  it('names every field and signal of a submission', () => {
    const fields = ['LeadInput', 'AttributionInput', 'DealInput'].flatMap(fieldsOf);
    expect(fields.length).toBeGreaterThan(0);
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
