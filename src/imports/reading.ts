import { inSlices } from '../common/in-slices';
import type { TargetStage } from '../leads/deals/deal-target';
import type { PipelineWithStages } from '../pipelines/pipeline.view';
import type { TableRow } from './table/table-rows';
import { orderOf } from './cells/moments';
import { zoneOfHeader } from './cells/zones';
import { type DealNames, dealNames } from './deal-names';
import { phonePlaceOf } from './header-names';
import type { FileColumns } from './import-columns';
import { ownFile } from './own-file';
import type { CellReading, ForAllRows } from './row-body';

/** How the rows of a file are read: made once for all of them. */
export interface Reading extends CellReading {
  /** Those of the account, the default one first. */
  readonly pipelines: readonly PipelineWithStages[];
  readonly names: DealNames;
  readonly stages: ReadonlyMap<string, TargetStage>;
  /** What distinguishes the file from others: part of the external_ids of its rows. */
  readonly fileName: string;
}

/** What a reading is made from. */
interface ReadFile {
  readonly header: readonly string[];
  readonly rows: readonly TableRow[];
  readonly columns: FileColumns;
  readonly pipelines: readonly PipelineWithStages[];
  readonly said: ForAllRows;
  readonly fileName: string;
}

/** Looks through the column of dates for the order of day and month. */
export async function readingOf({ header, rows, columns, pipelines, said, fileName }: ReadFile): Promise<Reading> {
  const own = ownFile(header, columns);
  const moments = columns.indexOf('created_at');
  const stages = pipelines.flatMap(({ id, stages: own }) => own.map((stage) => ({ ...stage, pipelineId: id })));
  return {
    ...own,
    columns,
    phonePlaces: own.headers.map(phonePlaceOf),
    said,
    fileName,
    pipelines,
    names: dealNames(pipelines),
    stages: new Map(stages.map((stage) => [stage.id, stage])),
    moments: {
      monthFirst: moments !== -1 && (await isMonthFirst(rows, moments)),
      zone: zoneOfHeader(own.headers[moments] ?? ''),
    },
  };
}

/** Whether the column has moments that can only be month first, and none that can only be day first. */
async function isMonthFirst(rows: readonly TableRow[], column: number): Promise<boolean> {
  let found = false;
  for await (const { cells } of inSlices(rows)) {
    const order = orderOf(cells[column] ?? '');
    if (order === 'day') return false;
    found ||= order === 'month';
  }
  return found;
}
