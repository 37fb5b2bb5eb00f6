import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ApiError } from '../../common/api-error';
import { invalidFile } from './file-refusal';
import { largeWorkbook } from './workbook-archive';
import type { RowsAnswer, RowsAsked } from './workbook-worker';

/** The compiled worker, as seen from the compiled service and, in the tests, from its source. */
const FILES = ['workbook-worker.js', '../../../dist/src/imports/table/workbook-worker.js'].map((path) =>
  join(__dirname, path),
);

const MOST_MS = 10_000;
const MOST_MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 };

/** A worker that reads one workbook: for ten seconds at most, in memory of its own, without the environment. */
export class WorkbookReader {
  private readonly worker: Worker;
  private readonly failed: Promise<never>;
  private readonly timer: NodeJS.Timeout;
  private fail: (error: unknown) => void = () => undefined;
  private readonly leave = (): void => this.fail(this.leaving?.reason);

  constructor(
    bytes: Buffer,
    private readonly leaving?: AbortSignal,
    mostMs = MOST_MS,
  ) {
    this.failed = new Promise((_, reject) => (this.fail = reject));
    this.failed.catch(() => undefined);
    this.timer = setTimeout(() => this.fail(tooSlow()), mostMs);
    this.worker = new Worker(workerFile(), {
      workerData: new Uint8Array(bytes),
      resourceLimits: MOST_MEMORY,
      execArgv: [],
      env: {},
    });
    this.worker.on('error', (error: NodeJS.ErrnoException) =>
      this.fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? largeWorkbook() : error),
    );
    leaving?.addEventListener('abort', this.leave, { once: true });
    if (leaving?.aborted) this.leave();
  }

  /** The next rows of a sheet. Throws 422 for a workbook that is refused, and the signal's reason once the caller has left. */
  async rows(asked: RowsAsked): Promise<Exclude<RowsAnswer, { refusal: string }>> {
    const answered = new Promise<RowsAnswer>((resolve) => this.worker.once('message', resolve));
    this.worker.postMessage(asked);
    const answer = await Promise.race([answered, this.failed]);
    if ('refusal' in answer) throw invalidFile(answer.refusal);
    return answer;
  }

  /** Ends the worker, whatever it does. */
  async end(): Promise<void> {
    clearTimeout(this.timer);
    this.leaving?.removeEventListener('abort', this.leave);
    await this.worker.terminate();
  }
}

const tooSlow = (): ApiError => invalidFile('a planilha demora demais para ser lida; divida-a ou salve como CSV');

function workerFile(): string {
  const file = FILES.find((path) => existsSync(path));
  if (!file) throw new Error('The worker that reads workbooks is missing: run `npm run build`.');
  return file;
}
