import { readFileSync } from 'node:fs';
import { IMPORT_COLUMNS } from '../../src/contract/import-columns';
import { PERMISSIONS } from '../../src/contract/key';
import { buildDocument } from '../../src/reference/document';

const { schemas = {} } = buildDocument('http://entrada.test').components as Record<string, Record<string, object>>;
const fieldsOf = (name: string): string[] =>
  Object.keys((schemas[name] as { readonly properties?: object } | undefined)?.properties ?? {});

it('docs/imports.md names every column of a file', () => {
  const fields = fieldsOf('LeadInput').filter((field) => field !== 'attribution' && field !== 'deal');
  const columns = [
    ...fields,
    ...fieldsOf('AttributionInput'),
    ...fieldsOf('DealInput').map((field) => `deal.${field}`),
  ];
  const [, part = ''] = readFileSync('docs/imports.md', 'utf8').split('## The columns');
  const rows = part.split('## ')[0]?.match(/^\| `.*? \|/gm) ?? [];
  const named = rows.flatMap((row) => [...row.matchAll(/`([a-z_.]+)`/g)].map(([, name]) => name));
  expect(columns.length).toBeGreaterThan(20);
  expect([...IMPORT_COLUMNS].sort()).toEqual([...columns, 'created_at', 'origin'].sort());
  expect([...new Set(named)].sort()).toEqual([...IMPORT_COLUMNS].sort());
});

const COUNTS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

it('docs/security.md counts the permissions, and the sets of them that are tested', () => {
  const security = readFileSync('docs/security.md', 'utf8');
  expect(security).toContain(`${COUNTS[PERMISSIONS.length]} permissions`);
  expect(security).toContain(`${2 ** PERMISSIONS.length - 1} sets of permissions`);
});
