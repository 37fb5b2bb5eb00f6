import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { ImportsJob } from '../../src/imports/imports.job';
import { appForAllTests, OPERATOR_TOKEN, startApp } from '../support/app';
import { asService, databaseUrl } from '../support/database';
import { shortOrLong } from '../support/long';
import { PATIENCE_MS } from '../support/patience';
import { importCalls, lines } from '../support/import-calls';
import { forEachTest } from '../support/setup';

/** Rows of the larger tests. `IMPORT_ROWS=10000` is the size that the product promises. */
const ROWS = Number(process.env.IMPORT_ROWS ?? 1_000);
const SHARED_ROWS = shortOrLong(300, ROWS);

const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write'));
const { nextPhone, send, reportOf, run, count, manyRows } = importCalls(test, partner);

it('a row that fails is tried five times, before later rows that share its phone; the others are applied', async () => {
  const [bad, good] = [nextPhone.mobile(), nextPhone.mobile()];
  const { id } = (await send(lines('phone,name', `${bad},Quebra`, `${bad},Ana`, `${good},Bia`))).data;
  await test.sql(`alter table leads add constraint canary check (name <> 'Quebra') not valid`);
  for (let attempt = 1; attempt <= 5; attempt++) {
    expect((await reportOf(id)).pending).toBe(attempt === 1 ? 3 : 2);
    await run();
    await test.sql(`update imports set leased_until = created_at where id = $1`, [id]);
  }
  await run();
  await test.sql('alter table leads drop constraint canary');
  expect(await reportOf(id)).toMatchObject({
    state: 'finished',
    created: 2,
    refused: 1,
    reported_rows: [{ row: 2, code: 'internal_error', fields: [{ field: 'row' }] }],
  });
});

it(`${SHARED_ROWS} rows, imported twice, on two instances whose claims run out, are each created once`, async () => {
  const other = await startApp();
  const runners = [test, other].map(({ app }) => app.get(ImportsJob));
  const file = manyRows(SHARED_ROWS);
  const both = async () => {
    const { id } = (await send(file)).data;
    let isDone = false;
    // Ends every lease, so that both instances work on the same rows.
    const thief = (async () => {
      while (!isDone) {
        await test.sql(`update imports set leased_until = created_at where id = $1 and finished_at is null`, [id]);
        await sleep(20);
      }
    })();
    const drive = async (runner: ImportsJob | undefined) => {
      while ((await reportOf(id)).state === 'running') {
        await runner?.run();
        await sleep(5);
      }
    };
    await Promise.all(runners.map(drive)).finally(() => (isDone = true));
    await thief;
    return reportOf(id);
  };
  const first = await both();
  expect(first).toMatchObject({ rows: SHARED_ROWS, created: SHARED_ROWS, updated: 0, pending: 0, refused: 0 });
  expect([await count('leads'), await count('submissions')]).toEqual([SHARED_ROWS, SHARED_ROWS]);
  expect(await both()).toMatchObject({ rows: SHARED_ROWS, created: 0, updated: 0, duplicate: SHARED_ROWS });
  expect([await count('leads'), await count('submissions')]).toEqual([SHARED_ROWS, SHARED_ROWS]);
  await other.close();
});

describe('a process that applies imports, killed again and again', () => {
  let child: ChildProcess | undefined;
  afterEach(() => void child?.kill('SIGKILL'));

  const start = () => {
    child = spawn(process.execPath, ['test/support/worker-process.cjs', 'imports'], {
      env: { ...process.env, DATABASE_URL: asService(databaseUrl()), OPERATOR_TOKEN, LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return new Promise<void>((resolve) => child?.stdout?.once('data', () => resolve()));
  };

  it('loses no row and counts none twice', async () => {
    const { id } = (await send(manyRows(ROWS))).data;
    let kills = 0;
    let before = ROWS;
    await start();
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
      const { pending, state } = await reportOf(id);
      if (state === 'finished') break;
      if (pending < before && kills < 5) {
        child?.kill('SIGKILL');
        kills++;
        before = (await reportOf(id)).pending - 50;
        await start();
      }
      await sleep(10);
    }
    expect(kills).toBeGreaterThan(2);
    expect(await reportOf(id)).toMatchObject({
      state: 'finished',
      created: ROWS,
      updated: 0,
      duplicate: 0,
      refused: 0,
    });
    expect([await count('leads'), await count('submissions')]).toEqual([ROWS, ROWS]);
  });
});
