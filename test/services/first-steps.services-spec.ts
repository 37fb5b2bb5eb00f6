import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Instance, MAIN } from '../fault/support/instance';
import { type Finished, finished, freePort, run, until } from '../fault/support/processes';
import { HttpClient } from '../support/http-client';
import { PATIENCE_MS } from '../support/patience';

let folder: string;
let dataDir: string;
let service: Instance;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'entrada-first-steps-'));
  chmodSync(folder, 0o755);
  dataDir = join(folder, 'data');
});
afterAll(async () => {
  await service?.stop('SIGINT');
  rmSync(folder, { recursive: true, force: true });
});

/** Waits for the last line of a start. Returns the log after its first `since` characters. */
async function firstSteps(since = 0): Promise<string> {
  await until('the first steps', PATIENCE_MS, () => /npm run account -- .*\n/.test(service.log.slice(since)));
  return service.log.slice(since);
}

/** Runs a start that is killed just before or after it prints a key. Without a key it is killed when patience ends. */
async function killedAtKey(moment: string): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(await freePort()), DIE: moment };
  const args = ['--require', resolve('test/support/die-at-key.cjs'), MAIN];
  const { code, output } = await finished(
    spawn(process.execPath, args, { env, timeout: PATIENCE_MS / 4, killSignal: 'SIGKILL' }),
  );
  expect(code).toBeNull();
  return output;
}

const lead = (url: string, key = '') => new HttpClient(`${url}/api/v1`, key).post('/leads', { phone: '11987654321' });

const operator = () => new HttpClient(`${service.url}/admin/v1`, readFileSync(join(dataDir, 'operator-token'), 'utf8'));

/** Opens the console with the link in this text, which works once. Returns whether it opened. */
async function opens(url: string, text: string): Promise<boolean> {
  const [, token] = /console#link=(\w+)/.exec(text) ?? [];
  return (await new HttpClient(`${url}/admin/v1`, '').post('/sessions', { token })).status === 201;
}

it('prints the only key of the demo account, after starts that were killed just before and just after they printed one', async () => {
  expect(await killedAtKey('before')).toMatch(/listens on[^]*data in(?![^]*ent_live_)/);
  expect(await killedAtKey('after')).toMatch(/listens on[^]*data in[^]*ent_live_/);
  service = await Instance.start(folder, 'service', { DATA_DIR: dataDir });
  const [key = ''] = /ent_live_\w+/.exec(await firstSteps()) ?? [];
  expect((await lead(service.url, key)).status).toBe(201);
  const accounts = (await operator().get<{ id: string }[]>('/accounts')).data;
  expect(accounts).toHaveLength(1);
  const owner = operator().with({ 'X-Account-Id': accounts[0]?.id ?? '' });
  expect((await owner.get('/api-keys')).data).toMatchObject([{ hint: key.slice(-4), revoked_at: null }]);
});

it('prints a link into the console again, and no key, on a later start', async () => {
  await service.stop('SIGINT');
  const before = service.log.length;
  await service.start();
  const again = await firstSteps(before);
  expect(again).not.toContain('ent_live_');
  expect(await opens(service.url, again)).toBe(true);
});

describe('npm run account and npm run console-link', () => {
  const command = (name: string, args: string[], env: Record<string, string>): Promise<Finished> =>
    run(process.execPath, [`dist/src/${name}.js`, ...args], env);
  const shop = ['--name', 'Minha Loja', '--owner', 'Ana Souza', '--email', 'ana@example.com'];

  it('open an account with a key, and consoles', async () => {
    const env = { DATA_DIR: dataDir, HOST: '0.0.0.0', PORT: String(service.port) };
    const only = await command('console-link', [], env);
    expect([only.code, await opens(service.url, only.output)]).toEqual([0, true]);

    const opened = await command('open-account', shop, env);
    expect(opened.code).toBe(0);
    const [id = ''] = /[\da-f]{8}-[\da-f-]{27}/.exec(opened.output) ?? [];
    const [key = ''] = /ent_live_\w+/.exec(opened.output) ?? [];
    expect(opened.output).toContain(`curl -i ${service.url}/api/v1/leads -H 'Authorization: Bearer ${key}'`);
    expect((await lead(service.url, key)).status).toBe(201);
    expect(await opens(service.url, opened.output)).toBe(true);
    const owner = operator().with({ 'X-Account-Id': id });
    expect((await owner.get('/account')).data).toMatchObject({ name: 'Minha Loja', owner: { name: 'Ana Souza' } });
    // The operator's own session ended after it made the link. The remaining session began with the link.
    expect((await owner.get<unknown[]>('/sessions')).data).toHaveLength(1);

    const twice = await command('open-account', shop, env);
    expect([twice.code, twice.output]).toEqual([1, expect.stringContaining(id)]);
    const keyless = await command('open-account', [...shop, '--name', 'Outra', '--no-key'], env);
    expect([keyless.code, keyless.output]).toEqual([0, expect.not.stringContaining('ent_live_')]);

    const several = await command('console-link', [], env);
    expect([several.code, several.output]).toEqual([1, expect.stringMatching(/--account[^]*Minha Loja \(ana@/)]);
    const shared = await command('console-link', ['--account', 'Ana@example.com'], env);
    expect([shared.code, shared.output]).toEqual([1, expect.stringMatching(/Outra[^]*Minha Loja/)]);
    const named = await command('console-link', ['--account', id, '--url', `${service.url}/`], env);
    expect([named.code, await opens(service.url, named.output)]).toEqual([0, true]);
    const demo = await command('console-link', ['--account', 'demo@entrada.invalid'], env);
    expect([demo.code, await opens(service.url, demo.output)]).toEqual([0, true]);

    await owner.post('/members', { name: 'Bia', email: 'bia@example.com', role: 'seller' });
    const member = await command('console-link', ['--account', id, '--member', 'Bia@example.com'], env);
    expect([member.code, await opens(service.url, member.output)]).toEqual([0, true]);
    const stranger = await command('console-link', ['--account', id, '--member', 'caio@example.com'], env);
    expect([stranger.code, stranger.output]).toEqual([1, expect.stringContaining('pessoa ativa com este e-mail')]);

    const wrong = await command('console-link', [], {
      ...env,
      OPERATOR_TOKEN: 'another-token-of-the-suite-0123456789',
    });
    expect([wrong.code, wrong.output]).toEqual([1, expect.stringMatching(/another operator's token.*\n$/)]);
    const refused = await command('open-account', [...shop, '--email', 'ana'], env);
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('owner.email')]);
    await service.stop('SIGINT');

    const away = await command('console-link', [], env);
    expect([away.code, away.output]).toEqual([1, expect.stringMatching(/^No service answers at \S+:\d+\..*\n$/)]);
  });

  it.each([
    ['console-link', ['--acount', 'x'], "Unknown option '--acount'"],
    ['console-link', ['x'], "Unexpected argument 'x'"],
    ['open-account', ['--name', 'Minha Loja'], '--name, --owner and --email are needed'],
    ['open-account', [...shop, '--url', 'localhost:3000'], '--url takes an address'],
  ])('%s %j is wrong usage', async (name, args, message) => {
    const { code, output } = await command(name, args, { OPERATOR_TOKEN: 'operator-token-of-the-suite-0123456789' });
    expect([code, output]).toEqual([2, expect.stringMatching(/\nUsage: npm run .*\n$/)]);
    expect(output).toContain(message);
  });

  it('say where the token comes from when there is none', async () => {
    const { code, output } = await command('console-link', [], { OPERATOR_TOKEN: '', DATA_DIR: folder });
    expect([code, output]).toEqual([1, expect.stringMatching(/set OPERATOR_TOKEN, or DATA_DIR/)]);
  });
});
