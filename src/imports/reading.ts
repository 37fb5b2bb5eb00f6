import { mapped, type Steps } from '../common/in-slices';
import type { TargetStage } from '../leads/deals/deal-rules';
import type { PipelineWithStages } from '../pipelines/pipeline.queries';
import type { TableRow } from './table/table-rows';
import { answersUnder } from './cells/yes-no';
import { orderOf, zoneOfHeader } from './cells/moments';
import { type DealNames, dealNames, memberNames, type ImportMember } from './rows/account-names';
import type { FileColumns } from './columns/column';
import { headerRank } from './headers/recognised-header';
import { ownFile } from './own-file';
import type { CellReading, RowDefaults } from './rows/row-body';

export interface Reading extends CellReading {
  /** The account's pipelines, the default first. */
  readonly pipelines: readonly PipelineWithStages[];
  readonly names: DealNames;
  readonly stages: ReadonlyMap<string, TargetStage>;
  /** Names of pipelines, stages and members by id. */
  readonly labels: ReadonlyMap<string, string>;
  /** Identifies the file: part of the external_ids of its rows. */
  readonly fileName: string;
}

interface ReadFile {
  readonly header: readonly string[];
  readonly rows: readonly TableRow[];
  readonly columns: FileColumns;
  readonly pipelines: readonly PipelineWithStages[];
  /** The active ones; none for a file without a column of the responsible. */
  readonly members: readonly ImportMember[];
  readonly defaults: RowDefaults;
  readonly fileName: string;
}

/** Also searches the date column for the order of day and month. */
export function* readingOf({
  header,
  rows,
  columns,
  pipelines,
  members,
  defaults,
  fileName,
}: ReadFile): Steps<Reading> {
  const own = yield* ownFile(header, columns);
  const moments = columns.findIndex(({ field }) => field === 'created_at');
  const named = namesOf(pipelines);
  return {
    ...own,
    columns,
    ranks: yield* mapped(own.headers, headerRank),
    answers: answersUnder(own.headers[columns.findIndex(({ field }) => field === 'consent')] ?? ''),
    defaults,
    fileName,
    pipelines,
    ...named,
    labels: new Map(
      [...pipelines, ...pipelines.flatMap(({ stages }) => stages), ...members].map(({ id, name }) => [id, name]),
    ),
    memberOf: memberNames(members),
    moments: {
      monthFirst: moments !== -1 && (yield* isMonthFirst(rows, moments)),
      zone: zoneOfHeader(own.headers[moments] ?? ''),
    },
  };
}

/** The pipelines and stages of an account by their names, and the stages by their ids. */
export function namesOf(pipelines: readonly PipelineWithStages[]): Pick<Reading, 'names' | 'stages'> {
  const stages = pipelines.flatMap(({ id, stages: own }) => own.map((stage) => ({ ...stage, pipelineId: id })));
  return { names: dealNames(pipelines), stages: new Map(stages.map((stage) => [stage.id, stage])) };
}

/** Returns whether the column has moments that must be month first, and none that must be day first. */
function* isMonthFirst(rows: readonly TableRow[], column: number): Steps<boolean> {
  let found = false;
  for (const { cells } of rows) {
    const order = orderOf(cells[column] ?? '');
    if (order === 'day') return false;
    found ||= order === 'month';
    yield;
  }
  return found;
}
