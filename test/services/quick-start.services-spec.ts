import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { curlLine } from '../../src/contract/base-path';
import { Instance } from '../fault/support/instance';
import { type Finished, freePort, run } from '../fault/support/processes';
import { newAccount } from '../support/app';
import { HttpClient } from '../support/http-client';
import { DisturbingProxy, type Trouble } from './support/disturbing-proxy';
import { SNIPPETS } from './support/snippets';

const OPERATOR_TOKEN = 'operator-token-of-the-services-suite-0123456789';

const proxy = new DisturbingProxy();
let folder: string;
let service: Instance;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'entrada-quick-start-'));
  chmodSync(folder, 0o755);
  service = await Instance.start(folder, 'service', { DATA_DIR: join(folder, 'data'), OPERATOR_TOKEN });
  proxy.target = service.url;
  await proxy.open();
});
afterAll(async () => {
  await proxy.close();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  data: { id: string; created: boolean; duplicate: boolean };
}

async function newKey(name: string): Promise<string> {
  const operator = new HttpClient(`${service.url}/admin/v1`, OPERATOR_TOKEN);
  const account = (await operator.post<{ id: string }>('/accounts', newAccount({ name }))).data;
  const owner = operator.with({ 'X-Account-Id': account.id });
  return (await owner.post<{ key: string }>('/api-keys', { name, permissions: ['leads:read', 'leads:write'] })).data
    .key;
}

it('each creates another lead in the account of the first start, after its curl line, and writes nothing when it runs again', async () => {
  const key = await newKey('demo');
  expect((await run('sh', ['-c', curlLine(service.url, key)])).output).toContain('"created":true');
  for (const created of [true, false]) {
    for (const { command, file, submission } of SNIPPETS) {
      const env = { ENTRADA_URL: service.url, ENTRADA_KEY: key, ENTRADA_OUTBOX: join(folder, 'first') };
      const { output } = await run(command, [join('docs/quick-start', file), submission], env);
      expect([file, output]).toEqual([file, expect.stringMatching(new RegExp(`"created": ?${created}`))]);
      expect([file, output]).toEqual([file, expect.stringMatching(new RegExp(`"duplicate": ?${!created}`))]);
    }
  }
});

it('are four', () => expect(SNIPPETS).toHaveLength(4));

it.each(SNIPPETS)('$language keeps the lead at once when no address is set, and says so', async ({ command, file }) => {
  const ENTRADA_OUTBOX = join(folder, `unset-${file}`);
  const begin = performance.now();
  const { code, output } = await run(command, [join('docs/quick-start', file), 'form-1'], { ENTRADA_OUTBOX });
  expect(performance.now() - begin).toBeLessThan(10_000);
  expect([code, output]).toEqual([75, expect.stringMatching(/ENTRADA_URL or ENTRADA_KEY is not set[^]*kept in/)]);
  expect(readdirSync(ENTRADA_OUTBOX)).toEqual([expect.any(String)]);
});

it.each(SNIPPETS)('$language says of no lead that it is kept when the disk has no room', async ({ command, file }) => {
  const env = { ENTRADA_OUTBOX: join(folder, `narrow-${file}`) };
  const narrow = ['-c', `trap '' XFSZ; ulimit -f 0; exec "$@"`, 'narrow'];
  const { code, output } = await run('sh', [...narrow, command, join('docs/quick-start', file), 'form-1'], env);
  expect([code, output]).toEqual([1, expect.not.stringContaining('is kept')]);
});

it('wait for a minute in all for a service that is away, and keep the lead', async () => {
  const ENTRADA_URL = `http://127.0.0.1:${await freePort()}`;
  const waits = SNIPPETS.map(async ({ command, file, submission }) => {
    const ENTRADA_OUTBOX = join(folder, `away-${file}`);
    const begin = performance.now();
    const env = { ENTRADA_URL, ENTRADA_KEY: 'ent_live_any', ENTRADA_OUTBOX };
    const { code } = await run(command, [join('docs/quick-start', file), submission], env);
    const seconds = (performance.now() - begin) / 1000;
    expect([file, code, readdirSync(ENTRADA_OUTBOX)]).toEqual([file, 75, [expect.any(String)]]);
    expect([file, seconds > 10 && seconds < 75]).toEqual([file, true]);
  });
  await Promise.all(waits);
});

/** The name of the invented person, and how an owner would write one that comes from the site. */
const NAMES: Record<string, readonly [invented: string, own: string]> = {
  'send-lead.sh': ["'João Souza'", '"$NAME"'],
  'send-lead.mjs': ["'Ana Lima'", 'readFileSync(0)'],
  'send_lead.py': ['"Pedro Santos"', 'os.environ["NAME"]'],
  'send-lead.php': ["'Carla Dias'", "getenv('NAME')"],
};

/** The program with a name of the environment, or of the standard input. */
function withOwnName(file: string): string {
  const [invented, own] = NAMES[file] ?? ['', ''];
  const text = readFileSync(join('docs/quick-start', file), 'utf8');
  expect(text).toContain(invented);
  mkdirSync(join(folder, 'own'), { recursive: true });
  writeFileSync(join(folder, 'own', file), text.replace(invented, own));
  return join(folder, 'own', file);
}

/** Runs a program with these bytes, in octal, as the name; the terminal shows ASCII only. */
const runNamed = (bytes: string, command: string[], env: Record<string, string>): Promise<Finished> =>
  run('sh', ['-c', `NAME=$(printf '${bytes}'); export NAME; printf '${bytes}' | "$@"`, 'sh', ...command], {
    ...env,
    PYTHONIOENCODING: 'ascii',
  });

describe.each(SNIPPETS)('$language', ({ language, command, file }) => {
  let key: string;
  let api: HttpClient;

  beforeAll(async () => {
    key = await newKey(language);
    api = new HttpClient(`${service.url}/api/v1`, key);
  });

  const outbox = (): string => join(folder, language);
  const kept = (): string[] => readdirSync(outbox()).filter((name) => !name.endsWith('.refused'));
  const send = (submission: string, secret = key): Promise<Finished> =>
    run(command, [join('docs/quick-start', file), submission], {
      ENTRADA_URL: proxy.url,
      ENTRADA_KEY: secret,
      ENTRADA_OUTBOX: outbox(),
    });

  const succeed = async (submission: string): Promise<Answer['data']> => {
    const { code, output } = await send(submission);
    if (code !== 0) throw new Error(`ended with ${code}: ${output}`);
    // Messages of curl about lost connections come before the answer.
    return (JSON.parse(output.trim().split('\n').at(-1) ?? '') as Answer).data;
  };

  it('creates a lead; a second run gets duplicate true', async () => {
    proxy.makeTrouble();
    const first = await succeed('form-1');
    expect(first).toMatchObject({ created: true, duplicate: false });
    expect(await succeed('form-1')).toMatchObject({ id: first.id, created: false, duplicate: true });
    expect(proxy.seen.map(({ externalId }) => externalId)).toEqual(['form-1', 'form-1']);
  });

  it('repeats after 503, 429 and lost connections with the same external_id, and nothing happens twice', async () => {
    proxy.makeTrouble('503', '429', 'reset before', 'reset after');
    expect(await succeed('form-2')).toMatchObject({ created: false, duplicate: true });
    expect(proxy.seen.map(({ externalId, trouble }) => [externalId, trouble])).toEqual([
      ['form-2', '503'],
      ['form-2', '429'],
      ['form-2', 'reset before'],
      ['form-2', 'reset after'],
      ['form-2', undefined],
    ]);
    const [, limited, next] = proxy.seen;
    expect((next?.at ?? 0) - (limited?.at ?? 0)).toBeGreaterThanOrEqual(1_990);
    expect((await api.get<unknown[]>('/leads')).data).toHaveLength(1);
  });

  it('repeats after an error that breaks off', async () => {
    proxy.makeTrouble('cut');
    expect(await succeed('form-cut')).toMatchObject({ duplicate: false });
  });

  it('takes no page of another server for an answer', async () => {
    proxy.makeTrouble('page', 'day');
    const { code } = await send('form-page');
    expect([code, kept()]).toEqual([75, [expect.any(String)]]);
    proxy.makeTrouble();
    expect(await succeed('--kept')).toMatchObject({ duplicate: false });
  });

  it('gives up at once on a refusal, and shows its code', async () => {
    proxy.makeTrouble();
    const { code, output } = await send('form 3');
    expect(code).toBe(1);
    expect(output).toContain('validation_error');
    expect(proxy.seen).toHaveLength(1);
    expect([kept(), readdirSync(outbox())]).toEqual([[], [expect.stringMatching(/\.refused$/)]]);
  });

  it.each<[string, Trouble | undefined, string, string]>([
    ['the quota of the day is used up', 'day', 'rate_limited', ''],
    ['the address has moved, as from http to https', '301', '301', ''],
    ['the key is wrong', undefined, 'invalid_api_key', 'ent_live_wrong'],
  ])('keeps the lead at once when %s, and sends it when it is asked to', async (_, trouble, told, secret) => {
    proxy.makeTrouble(...(trouble ? [trouble] : []));
    const begin = performance.now();
    const { code, output } = await send(`later-${told}`, secret || key);
    expect(performance.now() - begin).toBeLessThan(20_000);
    const [name = ''] = kept();
    expect([code, output]).toEqual([75, expect.stringContaining(`kept in ${join(outbox(), name)}`)]);
    expect(output).toContain(told);
    expect(statSync(join(outbox(), name)).mode & 0o777).toBe(0o600);
    expect(proxy.seen).toHaveLength(1);
    expect(await succeed('--kept')).toMatchObject({ duplicate: false });
    expect(proxy.seen.at(-1)?.externalId).toBe(`later-${told}`);
    expect(kept()).toEqual([]);
    expect((await send('--kept')).code).toBe(0);
  });

  it.each([
    ['ISO-8859-1', String.raw`Jos\351 D\222\301vila`],
    ['UTF-8', String.raw`Jos\303\251 D\342\200\231\303\201vila`],
  ])('a name in %s arrives', async (_, bytes) => {
    const account = await newKey(`${language} names`);
    const env = { ENTRADA_URL: service.url, ENTRADA_KEY: account, ENTRADA_OUTBOX: outbox() };
    const { code, output } = await runNamed(bytes, [command, withOwnName(file), 'form-name'], env);
    expect([code, output]).toEqual([0, expect.stringContaining('"created":true')]);
    const leads = new HttpClient(`${service.url}/api/v1`, account);
    expect((await leads.get<{ name: string }[]>('/leads')).data).toMatchObject([{ name: 'José D’Ávila' }]);
  });

  it('keeps two people who got the same id', async () => {
    const env = { ENTRADA_OUTBOX: join(folder, `same-${file}`) };
    for (const name of ['Ana', 'Bia', 'Bia'])
      expect((await runNamed(name, [command, withOwnName(file), 'form-1'], env)).code).toBe(75);
    const texts = readdirSync(env.ENTRADA_OUTBOX).map((name) => readFileSync(join(env.ENTRADA_OUTBOX, name), 'utf8'));
    const names = texts.map((text) => (JSON.parse(text) as { name: string }).name);
    expect([...new Set(names)].sort()).toEqual(['Ana', 'Bia']);
  });

  it('sends an id with quotes, backslashes and line breaks as text', async () => {
    const id = 'a","phone":"(11) 98765-4999","x":"\\"\t\n$(id)`id`\u0001\\';
    const env = { ENTRADA_URL: service.url, ENTRADA_KEY: key, ENTRADA_OUTBOX: join(folder, `id-${file}`) };
    const { code, output } = await run(command, [join('docs/quick-start', file), id], env);
    expect([code, output]).toEqual([1, expect.stringContaining('external_id')]);
    const [name = ''] = readdirSync(env.ENTRADA_OUTBOX);
    const text = readFileSync(join(env.ENTRADA_OUTBOX, name), 'utf8');
    expect((JSON.parse(text) as { external_id: string }).external_id).toBe(id);
  });

  it('takes a key with the line break of a file, and shows none that has one within', async () => {
    proxy.makeTrouble();
    expect((await send('form-break', `\t${key}\r\n`)).code).toBe(0);
    for (const secret of ['ent_live_secret\nX-Other: 1', 'ent_live_sec"ret', 'ent_live_sec ret', 'sécret']) {
      proxy.makeTrouble();
      const { code, output } = await send('form-secret', secret);
      expect([code, output]).toEqual([75, expect.stringContaining('ENTRADA_KEY has a line break, a blank or')]);
      expect([output, proxy.seen]).toEqual([expect.not.stringMatching(/s.cret|sec.ret|X-Other/), []]);
    }
    const swapped = await run(command, [join('docs/quick-start', file), 'form-swapped'], {
      ENTRADA_URL: key,
      ENTRADA_KEY: proxy.url,
      ENTRADA_OUTBOX: join(folder, `swapped-${file}`),
    });
    expect([swapped.code, swapped.output]).toEqual([75, expect.stringContaining('ENTRADA_URL is no address')]);
    expect(swapped.output).not.toContain(key);
  });

  it('reads a folder whose name is a pattern, or begins like an option', async () => {
    const env = { ENTRADA_KEY: key, ENTRADA_OUTBOX: '-o [a]* ?{b}$c ção' };
    const program = [command, resolve('docs/quick-start', file)];
    const here = join(folder, `here-${file}`);
    mkdirSync(here);
    const runHere = (id: string, url: string): Promise<Finished> =>
      run('sh', ['-c', 'cd "$1" && shift && exec "$@"', 'sh', here, ...program, id], { ...env, ENTRADA_URL: url });
    expect((await runHere('form-folder', '')).code).toBe(75);
    expect(readdirSync(join(here, env.ENTRADA_OUTBOX))).toHaveLength(1);
    expect(await runHere('--kept', service.url)).toMatchObject({ code: 0 });
    expect([readdirSync(here), readdirSync(join(here, env.ENTRADA_OUTBOX))]).toEqual([[env.ENTRADA_OUTBOX], []]);
  });

  it('sends the others when a filter in front of the service blocks one, and two runs do not disturb each other', async () => {
    const env = { ENTRADA_KEY: key, ENTRADA_OUTBOX: join(folder, `filter-${file}`) };
    const program = [join('docs/quick-start', file)];
    for (const id of ['form-a', 'form-b', 'form-c']) await run(command, [...program, id], env);
    let blocked: string | undefined;
    const filter = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.once('end', () => {
        const id = (JSON.parse(Buffer.concat(chunks).toString()) as { external_id: string }).external_id;
        blocked ??= id;
        const isBlocked = id === blocked;
        const answer = (): unknown =>
          response.writeHead(isBlocked ? 403 : 202).end(isBlocked ? 'No' : '{"data":{"received":true}}');
        setTimeout(answer, 300);
      });
    });
    await new Promise<void>((listening) => filter.listen(0, '127.0.0.1', listening));
    const ENTRADA_URL = `http://127.0.0.1:${(filter.address() as AddressInfo).port}`;
    const both = await Promise.all([1, 2].map(() => run(command, [...program, '--kept'], { ...env, ENTRADA_URL })));
    filter.close();
    for (const { code, output } of both)
      expect([code, output]).toEqual([75, expect.not.stringMatching(/ENOENT|Traceback|No such file|warning/i)]);
    expect(readdirSync(env.ENTRADA_OUTBOX)).toHaveLength(1);
  });
});
