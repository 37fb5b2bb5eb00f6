import { Counter } from 'prom-client';
import { jobActor } from '../accounts/actor';
import { findAccount } from '../accounts/account.queries';
import { eachFound, findAtOnce } from '../accounts/search-accounts';
import type { Caller } from '../auth/keys/caller';
import { ApiError } from '../common/api-error';
import { inSlices } from '../common/in-slices';
import { type Batches, Job, runsOf } from '../common/process/jobs';
import { describeError, log } from '../common/process/log';
import { momentOf } from '../common/moment';
import { JobDatabase } from '../database/database';
import { IntakeService } from '../leads/intake/intake.service';
import { findNow } from '../leads/record/clock';
import { lenientRow, reported, reasonsOf } from './rows/imported-row';
import {
  claimImport,
  countImportRows,
  type DueImport,
  finishImport,
  listDueImports,
  listPendingRows,
  type Mark,
  markRows,
  type PendingRow,
  recordApplied,
  releaseImport,
} from './imports.queries';
import { chainsOf } from './rows/row-chains';

const EVERY_MS = 1_000;
const BATCH = 200;
/** Rows are read in pages, because the bodies of many at once take long to parse. */
const PAGE = 50;
/** Milliseconds after which a batch begins no row, so that others are served soon. */
const BATCH_MS = 500;
const MAX_ATTEMPTS = 5;
/** Milliseconds to wait after a batch with a failed row. */
const PAUSE_MS = 5_000;

const rowsTried = new Counter({
  name: 'import_rows_total',
  help: 'Rows of imports by what became of them; those that failed are tried again',
  labelNames: ['result'],
});
for (const result of ['applied', 'duplicate', 'refused', 'failed']) rowsTried.inc({ result }, 0);

/**
 * Applies the rows of imports on any number of instances, one instance per import. A row is recorded in the transaction of its
 * submission: even if a process is killed, no row is lost, applied twice or counted twice.
 */
@Job('imports', { everyMs: EVERY_MS })
export class ImportsJob {
  /** The duration of a claim in milliseconds, for one batch. */
  leaseMs = 30_000;

  constructor(
    private readonly database: JobDatabase,
    private readonly intake: IntakeService,
  ) {}

  /** Returns the number of failed batches; throws at the end when some accounts could not be searched. */
  run(): Promise<number> {
    return eachFound(this, this.database, {
      find: () => findAtOnce(this.database, listDueImports),
      work: (due) => this.applyAll(due),
      failure: 'a part of an import failed',
      idsOf: ({ id }) => ({ import_id: id }),
    });
  }

  private async *applyAll(due: DueImport): Batches {
    while (await this.runBatch(due)) yield;
  }

  /** Claims the import for this batch only. Returns whether there may be more to do now; false also when another instance has it. */
  private async runBatch(due: DueImport): Promise<boolean> {
    const { now } = await this.database.read(findNow());
    const leaseEnd = new Date(now.getTime() + this.leaseMs);
    if (!(await this.database.write(claimImport(due, now, leaseEnd)))) return false;
    const rows = await this.pendingRows(due);
    const marks = await this.apply(due, rows);
    await this.database.transaction(due.accountId, (tx) =>
      tx.commit([markRows(due.accountId, due.id, marks), countImportRows(due.accountId, due.id)]),
    );
    // Does nothing while rows are pending.
    if (rows.length < BATCH) await this.database.write(finishImport(due, now));
    const hasFailed = marks.some(({ result }) => result === null);
    await this.database.write(releaseImport(due, leaseEnd, hasFailed ? new Date(now.getTime() + PAUSE_MS) : now));
    return rows.length > 0 && !hasFailed;
  }

  private async pendingRows({ accountId, id }: DueImport): Promise<readonly PendingRow[]> {
    const rows: PendingRow[] = [];
    for (;;) {
      const page = await this.database.read(listPendingRows(accountId, id, rows.at(-1)?.number ?? 0, PAGE));
      rows.push(...page);
      if (page.length < PAGE || rows.length >= BATCH) return rows;
    }
  }

  /** Applies a chain in order: the first contact and the first use of an external_id win. */
  private async apply(due: DueImport, rows: readonly PendingRow[]): Promise<Mark[]> {
    const account = await this.database.readByKey(findAccount(due.accountId));
    const key = { id: due.id, name: 'importação', permissions: ['leads:write', 'leads:read'] } as const;
    const end = performance.now() + BATCH_MS;
    const marks: Mark[] = [];
    for (const chain of chainsOf(rows)) {
      for await (const row of inSlices(chain)) {
        if (runsOf(this).isStopping || performance.now() > end) return marks;
        const mark = await this.applyRow({ account, key, actor: jobActor('imports') }, due, row);
        rowsTried.inc({ result: mark ? (mark.result ?? 'failed') : 'applied' });
        if (mark) marks.push(mark);
        // This row is retried before the next ones of its chain.
        if (mark?.result === null) break;
      }
    }
    return marks;
  }

  private async applyRow(caller: Caller, due: DueImport, row: PendingRow): Promise<Mark | undefined> {
    const { number, attempts } = row;
    try {
      const outcome = await this.submit(caller, due, row).catch((error: unknown) =>
        isStageGone(error) ? this.submit(caller, due, withoutStage(row)) : Promise.reject(error as Error),
      );
      return outcome?.duplicate ? markOf(number, 'duplicate') : undefined;
    } catch (error) {
      if (error instanceof ApiError) return markOf(number, 'refused', error);
      log.warn({ import_id: due.id, row: number, attempts, ...describeError(error) }, 'a row of an import failed');
      const hasTriedEnough = attempts + 1 >= MAX_ATTEMPTS;
      return hasTriedEnough ? markOf(number, 'refused', new ApiError('internal_error')) : markOf(number, null);
    }
  }

  private submit(caller: Caller, { accountId, id }: DueImport, { number, body, fields }: PendingRow) {
    const { dto, leftOut } = lenientRow(body);
    return this.intake.submit(caller, { requestId: `${id}:${number}`, rawBody: body }, dto, {
      from: 'import',
      origin: dto.origin,
      record: dto.notes_record,
      withoutDeal: dto.without_deal,
      responsibleId: dto.responsible,
      createdAt: dto.created_at === undefined ? undefined : momentOf(dto.created_at),
      settle: (result, warnings) =>
        recordApplied(accountId, id, number, result, [...(fields ?? []), ...leftOut, ...warnings.map(reported)]),
    });
  }
}

const markOf = (number: number, result: Mark['result'], error?: ApiError): Mark => ({
  number,
  result,
  code: error?.code ?? null,
  fields: error ? reasonsOf(error) : null,
});

/** Recognises a refusal for a stage or pipeline that was valid when the file was read, and was deleted or won since. */
function isStageGone(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === 'pipeline_not_configured') return false;
  return reasonsOf(error).every(({ field }) => field === 'deal.pipeline_id' || field === 'deal.stage_id');
}

/** Removes both, so that the deal goes where rows without a stage go. */
function withoutStage(row: PendingRow): PendingRow {
  const { deal, ...rest } = row.body;
  const value = deal?.value;
  return {
    ...row,
    body: { ...rest, ...(value !== undefined && { deal: { value } }) },
    fields: [...(row.fields ?? []), STAGE_GONE],
  };
}

const STAGE_GONE = {
  field: 'deal.stage_id',
  message: 'a etapa deixou de existir ou passou a ser de ganho; o negócio foi para a etapa de entrada do funil padrão',
};
