import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';

export type Cell = string | number | boolean | Date;

/**
 * Stand-in for Google's services that docs/quick-start/planilha.gs uses, because only Google can run the script. It has a sheet
 * in memory and makes calls over real HTTP.
 */
export class GoogleSheet {
  readonly triggers: string[] = ['another of the owner'];
  /** Changes the sheet right before a call, as people who work on it do. */
  meanwhile: () => void = () => undefined;
  /** True while another run has the script's lock. */
  isLocked = false;
  private readonly context: Record<string, unknown>;

  constructor(
    readonly rows: Cell[][],
    properties: Record<string, string>,
  ) {
    this.context = createContext({
      console: { log: () => undefined },
      SpreadsheetApp: { getActive: () => ({ getSheets: () => [this.sheet] }), flush: () => undefined },
      PropertiesService: { getScriptProperties: () => ({ getProperty: (name: string) => properties[name] ?? null }) },
      LockService: { getScriptLock: () => ({ tryLock: () => !this.isLocked, releaseLock: () => undefined }) },
      Utilities: { getUuid: randomUUID, formatDate: (date: Date) => date.toISOString() },
      UrlFetchApp: { fetch: (url: string, options: Options) => this.fetch(url, options) },
      ScriptApp: this.scriptApp(),
    });
    runInContext(readFileSync('docs/quick-start/planilha.gs', 'utf8'), this.context);
  }

  run(name: 'instalar' | 'enviarNovas'): void {
    (this.context[name] as () => void)();
  }

  /** Returns the cells of a column without the title. */
  column(title: string): Cell[] {
    const at = this.rows[0]?.indexOf(title) ?? -1;
    return this.rows.slice(1).map((row) => row[at] ?? '');
  }

  private readonly sheet = {
    getLastRow: () => this.rows.length,
    getLastColumn: () => Math.max(...this.rows.map(({ length }) => length)),
    getRange: (row: number, column: number, height = 1, width = 1) => ({
      getValues: () =>
        this.rows
          .slice(row - 1, row - 1 + height)
          .map((cells) => Array.from({ length: width }, (_, at) => cells[column - 1 + at] ?? '')),
      setValue: (value: Cell) => {
        const cells = this.rows[row - 1] ?? [];
        while (cells.length < column) cells.push('');
        cells[column - 1] = value;
      },
    }),
  };

  private scriptApp() {
    const made = (kind: string) => ({ create: () => void this.triggers.push(kind) });
    return {
      getProjectTriggers: () =>
        this.triggers.map((name) => ({ name, getHandlerFunction: () => name.split(' ', 1).join() })),
      deleteTrigger: ({ name }: { name: string }) => void this.triggers.splice(this.triggers.indexOf(name), 1),
      newTrigger: (name: string) => ({
        timeBased: () => ({ everyMinutes: (minutes: number) => made(`${name} every ${minutes} minutes`) }),
        forSpreadsheet: () => ({ onFormSubmit: () => made(`${name} on an answer`) }),
      }),
    };
  }

  /** Calls curl, because Google's call also blocks until the answer. */
  private fetch(url: string, { method, contentType, headers, payload }: Options) {
    this.meanwhile();
    const lines = Object.entries({ ...headers, 'Content-Type': contentType }).flatMap(([name, value]) => [
      '--header',
      `${name}: ${value}`,
    ]);
    const request = ['--silent', '--request', method.toUpperCase(), ...lines, '--data-binary', '@-'];
    const called = spawnSync('curl', [...request, '--write-out', '\n%{http_code}', url], {
      input: payload,
      maxBuffer: 50_000_000,
    });
    if (called.status !== 0) throw new Error(`Address unavailable: ${url}`);
    const [, text = '', status = ''] = /^([^]*)\n(\d+)$/.exec(called.stdout.toString()) ?? [];
    return { getResponseCode: () => Number(status), getContentText: () => text };
  }
}

interface Options {
  readonly method: string;
  readonly contentType: string;
  readonly headers: Record<string, string>;
  readonly payload: string;
}
