import { finished } from '../../common/in-slices';
import { type TableRow, TableRows, invalidFile, anyOf, HEADER_AMONG, headerIndex, type NamesPhone } from './table-rows';
import type { RowsAnswer, RowsRequest } from './workbook-worker';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ApiError } from '../../common/api-error';
import { Semaphore } from '../../common/process/semaphore';
import { largeWorkbook } from './workbook-archive';

/** The compiled worker, seen from the compiled service or, in tests, from its source. */
const FILES = ['workbook-worker.js', '../../../dist/src/imports/table/workbook-worker.js'].map((path) =>
  join(__dirname, path),
);

const MOST_MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 };

/** A worker that reads one workbook for at most ten seconds, in its own memory and without the environment. */
export class WorkbookReader {
  /** Milliseconds for the whole workbook. */
  static patienceMs = 10_000;

  private readonly worker: Worker;
  private readonly loaded: Promise<unknown>;
  private readonly failed: Promise<never>;
  private readonly timer: NodeJS.Timeout;
  private fail: (error: unknown) => void = () => undefined;
  private readonly leave = (): void => this.fail(this.leaving?.reason);

  constructor(
    bytes: Buffer,
    private readonly leaving?: AbortSignal,
  ) {
    this.failed = new Promise((_, reject) => (this.fail = reject));
    this.failed.catch(() => undefined);
    this.timer = setTimeout(() => this.fail(tooSlow()), WorkbookReader.patienceMs);
    this.worker = new Worker(workerFile(), {
      workerData: new Uint8Array(bytes),
      resourceLimits: MOST_MEMORY,
      execArgv: [],
      env: {},
    });
    this.worker.on('error', (error: NodeJS.ErrnoException) =>
      this.fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? largeWorkbook() : error),
    );
    this.loaded = Promise.race(['message', 'exit'].map((event) => once(this.worker, event)));
    this.loaded.catch(() => undefined);
    leaving?.addEventListener('abort', this.leave, { once: true });
    if (leaving?.aborted) this.leave();
  }

  /** Returns the next rows of a sheet. Throws 422 for a refused workbook, and the signal's reason after the caller has left. */
  async rows(request: RowsRequest): Promise<Exclude<RowsAnswer, { refusal: string }>> {
    await Promise.race([this.loaded, this.failed]);
    const answered = new Promise<RowsAnswer>((resolve) => this.worker.once('message', resolve));
    this.worker.postMessage(request);
    const answer = await Promise.race([answered, this.failed]);
    if ('refusal' in answer) throw invalidFile(answer.refusal);
    return answer;
  }

  /** Ends the worker. One that still loads its modules is left to load them: ending it there aborts the whole process. */
  async end(): Promise<void> {
    clearTimeout(this.timer);
    this.leaving?.removeEventListener('abort', this.leave);
    await this.loaded.catch(() => undefined);
    await this.worker.terminate();
  }
}

const tooSlow = (): ApiError => invalidFile('a planilha demora demais para ser lida; divida-a ou salve como CSV');

function workerFile(): string {
  const file = FILES.find((path) => existsSync(path));
  if (!file) throw new Error('The worker that reads workbooks is missing: run `npm run build`.');
  return file;
}

/** Workbooks read at once in this process for all accounts: each has its own thread and memory. */
const semaphore = new Semaphore(2);

/**
 * Reads the first sheet with a phone column, or else the first with rows; row numbers are the sheet's. Throws 422 for a workbook
 * that cannot be read within its limits. `leaving` as in `readTable`.
 */
export const workbookTable = (
  bytes: Buffer,
  namesPhone: NamesPhone,
  leaving?: AbortSignal,
): Promise<{ readonly header: readonly string[]; readonly rows: readonly TableRow[] }> =>
  semaphore.run(async () => {
    const reader = new WorkbookReader(bytes, leaving);
    try {
      const rows = new TableRows(namesPhone);
      const chosen = await chosenSheet(reader, namesPhone);
      let { part } = chosen;
      for (;;) {
        await finished(rows.addAll(part.rows), leaving);
        if (part.next === null) return await finished(rows.done(), leaving);
        part = await reader.rows({ sheet: chosen.sheet, from: part.next });
      }
    } finally {
      await reader.end();
    }
  }, leaving);

type Part = Exclude<RowsAnswer, { refusal: string }>;

async function chosenSheet(
  reader: WorkbookReader,
  namesPhone: NamesPhone,
): Promise<{ readonly sheet: number; readonly part: Part }> {
  let filled: { readonly sheet: number; readonly part: Part } | undefined;
  for (let sheet = 0, sheets = 1; sheet < sheets; sheet++) {
    const part = await firstRows(reader, sheet);
    sheets = part.sheets;
    const head = part.rows.slice(0, HEADER_AMONG).map(({ cells }) => cells);
    const header = head[await finished(headerIndex(head, namesPhone))];
    if (await finished(anyOf(header ?? [], namesPhone))) return { sheet, part };
    if (part.rows.length > 0) filled ??= { sheet, part };
  }
  if (!filled) throw invalidFile('a planilha não tem linhas');
  return filled;
}

async function firstRows(reader: WorkbookReader, sheet: number): Promise<Part> {
  let part = await reader.rows({ sheet, from: 0 });
  while (part.rows.length === 0 && part.next !== null) part = await reader.rows({ sheet, from: part.next });
  return part;
}
