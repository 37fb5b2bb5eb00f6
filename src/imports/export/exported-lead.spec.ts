import { atOnce } from '../../../test/support/at-once';
import { IDS, LEAD_DETAIL_EXAMPLE } from '../../contract/document/examples';
import type { OwnerDeal } from '../../contract/deal';
import { EXPORT_COLUMNS, type ExportColumn, headerOf, IMPORT_COLUMNS } from '../../contract/import-columns';
import type { LeadDetail } from '../../contract/lead';
import { exportedRows, pipelineNames } from './exported-lead';
import { readColumns } from '../columns/file-columns';

const STAGES = [
  { id: IDS.entryStage, name: 'Novo' },
  { id: IDS.wonStage, name: 'Novo' },
];
const NAMES = pipelineNames([{ id: IDS.pipeline, name: 'Vendas', stages: STAGES }]);
const DEAL: OwnerDeal = {
  closed_value: null,
  closed_at: null,
  lost_reason: null,
  closed_by: null,
  id: IDS.deal,
  pipeline_id: IDS.pipeline,
  stage_id: IDS.entryStage,
  status: 'open',
  value: 1_234.5,
  entered_stage_at: '2026-03-02T15:30:00.123Z',
  created_at: '2026-03-02T15:30:00.123Z',
};
const LEAD: LeadDetail = { ...LEAD_DETAIL_EXAMPLE, deals: [DEAL] };

const rowsOf = (changes: Partial<LeadDetail>): Partial<Record<ExportColumn, string | null>>[] =>
  [...exportedRows({ ...LEAD, ...changes }, NAMES)].map((cells) =>
    Object.fromEntries(EXPORT_COLUMNS.map((column, index) => [column, cells[index]])),
  );

it('an import guesses every column of an export', () => {
  const columns = atOnce(readColumns({ header: headerOf(EXPORT_COLUMNS), rows: [] }));
  expect(columns.map(({ field }) => field)).toEqual(EXPORT_COLUMNS);
  expect(IMPORT_COLUMNS.filter((column) => !(EXPORT_COLUMNS as readonly string[]).includes(column))).toEqual([
    'external_id',
  ]);
});

it.each<[string, Partial<LeadDetail>, ExportColumn, string | null]>([
  ['a mobile number', { phone: '5511987654321' }, 'phone', '(11) 98765-4321'],
  ['a foreign number', { phone: '351912345678' }, 'phone', '+351912345678'],
  ['no name', { name: null }, 'name', null],
  ['tags with commas', { tags: ['vip', 'São Paulo, SP'] }, 'tags', 'vip, "São Paulo, SP"'],
  ['all notes', { notes: '[API · a · 2026-01-01] x\n  y' }, 'notes', '[API · a · 2026-01-01] x\n  y'],
  ['an origin', { origin: 'referral' }, 'origin', 'Indicação de outro site'],
  ['a minute of Brasília', { created_at: '2026-03-01T02:59:59.999Z' }, 'created_at', '28/02/2026 23:59'],
  ['a summer’s minute', { created_at: '2018-12-01T12:00:00.000Z' }, 'created_at', '01/12/2018 10:00'],
  ['a pipeline', {}, 'deal.pipeline_id', 'Vendas'],
  ['a stage', {}, 'deal.stage_id', 'Novo'],
  ['a stage of the same name', { deals: [{ ...DEAL, stage_id: IDS.wonStage }] }, 'deal.stage_id', 'Novo (2)'],
  ['a value', {}, 'deal.value', '1234,50'],
  ['nothing as a value', { deals: [{ ...DEAL, value: 0 }] }, 'deal.value', '0,00'],
  ['no value', { deals: [{ ...DEAL, value: null }] }, 'deal.value', null],
  ['a stage that was made since', { deals: [{ ...DEAL, stage_id: IDS.lead }] }, 'deal.stage_id', null],
  ['consent', {}, 'consent', 'Sim'],
  ['no consent', { consent: null }, 'consent', null],
  ['a responsible', { responsible: { id: IDS.otherMember, name: 'Bruno Lima' } }, 'responsible', 'Bruno Lima'],
  ['nobody', { responsible: null }, 'responsible', null],
  ['a signal', {}, 'utm_source', 'instagram'],
  ['a referrer', { attribution: { ...LEAD.attribution, referrer: 'a.example/b' } }, 'referrer', 'https://a.example/b'],
])('%s', (_, changes, column, cell) => {
  expect(rowsOf(changes)).toMatchObject([{ [column]: cell }]);
});

it('a lead has a row for each deal, and one without deals', () => {
  const values = (deals: OwnerDeal[]) => rowsOf({ deals }).map((row) => [row.name, row['deal.value']]);
  expect(values([DEAL, { ...DEAL, value: 2 }])).toEqual([
    [LEAD.name, '1234,50'],
    [LEAD.name, '2,00'],
  ]);
  expect(values([])).toEqual([[LEAD.name, null]]);
});
