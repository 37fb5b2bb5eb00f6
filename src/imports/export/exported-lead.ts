import { brasiliaMinute } from '../../common/brasilia-time';
import type { DealView } from '../../contract/deal';
import { EXPORT_COLUMNS, type ExportColumn } from '../../contract/import-columns';
import type { FiledLead } from '../../contract/lead';
import { eachText } from '../../contract/lead-fields';
import { nationalPhone } from '../../contract/phone';
import { type Signal, SIGNALS, ORIGIN_WORDS } from '../../contract/origin';
import { reaisCell } from '../cells/reais';
import { referrerCell } from '../cells/origins';
import { distinctNames, type Named } from '../rows/account-names';
import { tagsCell } from '../cells/texts';

interface Exported {
  readonly lead: FiledLead;
  readonly deal: DealView | null;
  readonly names: PipelineNames;
}

/** The names of pipelines and stages by id, as an import finds them. */
export type PipelineNames = ReadonlyMap<string, string>;

export const pipelineNames = (pipelines: readonly (Named & { readonly stages: readonly Named[] })[]): PipelineNames =>
  new Map(
    [distinctNames(pipelines), ...pipelines.map(({ stages }) => distinctNames(stages))].flatMap((names) => [...names]),
  );

/** The text of each column, which an import reads as the same value. */
const CELLS: Readonly<Record<ExportColumn, (row: Exported) => string | null | undefined>> = {
  phone: ({ lead }) => nationalPhone(lead.phone),
  ...eachText(
    (text) =>
      ({ lead }: Exported) =>
        lead[text],
  ),
  tags: ({ lead }) => tagsCell(lead.tags),
  notes: ({ lead }) => lead.notes,
  origin: ({ lead }) => ORIGIN_WORDS[lead.origin],
  created_at: ({ lead }) => brasiliaMinute(new Date(lead.created_at)),
  'deal.pipeline_id': ({ deal, names }) => deal && names.get(deal.pipeline_id),
  'deal.stage_id': ({ deal, names }) => deal && names.get(deal.stage_id),
  'deal.value': ({ deal }) => {
    const value = deal?.value ?? null;
    return value === null ? null : reaisCell(value);
  },
  consent: ({ lead }) => (lead.consent ? 'Sim' : null),
  responsible: ({ lead }) => lead.responsible?.name,
  ...(Object.fromEntries(SIGNALS.map((signal) => [signal, ({ lead }: Exported) => lead.attribution[signal]])) as Record<
    Signal,
    (row: Exported) => string | null
  >),
  referrer: ({ lead: { attribution } }) => attribution.referrer && referrerCell(attribution.referrer),
};

/** Yields a row per deal, or one for a lead without deals. */
export function* exportedRows(lead: FiledLead, names: PipelineNames): Generator<(string | null)[]> {
  for (const deal of lead.deals.length > 0 ? lead.deals : [null])
    yield EXPORT_COLUMNS.map((column) => CELLS[column]({ lead, deal, names }) ?? null);
}
