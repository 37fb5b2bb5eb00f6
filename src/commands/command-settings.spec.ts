import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseUrlFrom, importSettingsFrom, moveSettingsFrom, operatorSettingsFrom } from './command-settings';

const TOKEN = 'ab'.repeat(16);
const OTHER = 'cd'.repeat(16);
const DATABASE = 'postgres://entrada:hunter2@localhost:5432/entrada';

describe('the database of the migration', () => {
  it('needs no other setting', () => {
    expect(databaseUrlFrom({ DATABASE_URL: DATABASE })).toBe(DATABASE);
    expect(databaseUrlFrom({ DATABASE_URL: DATABASE, PORT: 'x', OPERATOR_TOKEN: 'x' })).toBe(DATABASE);
    expect(databaseUrlFrom({})).toBeUndefined();
    expect(databaseUrlFrom({ DATABASE_URL: ' ' })).toBeUndefined();
  });

  it('is refused when it is no address of one, without repeating it', () => {
    const read = () => databaseUrlFrom({ DATABASE_URL: 'mysql://user:sesame@localhost' });
    expect(read).toThrow(/^Invalid settings:\n {2}DATABASE_URL must be an address that starts with postgres:\/\/ or/);
    expect(read).not.toThrow(/sesame/);
  });
});

describe('the databases of a move', () => {
  it('are the folder of the embedded one and the address that was given, whatever DATABASE_URL says', () => {
    expect(moveSettingsFrom({ DATABASE_URL: 'x', '--to': 'x' }, DATABASE)).toEqual({ dataDir: '.data', to: DATABASE });
    const other = DATABASE.replace('postgres:', 'postgresql:');
    expect(moveSettingsFrom({}, other).to).toBe(other);
    expect(moveSettingsFrom({ DATA_DIR: '/srv/entrada' }, undefined)).toEqual({
      dataDir: '/srv/entrada',
      to: undefined,
    });
  });

  it('are refused when the address is none of a database, without repeating it', () => {
    const read = () => moveSettingsFrom({}, 'mysql://user:sesame@localhost');
    expect(read).toThrow(/^Invalid settings:\n {2}--to must be an address that starts with postgres:\/\/ or/);
    expect(read).not.toThrow(/sesame/);
  });
});

describe('what commands need', () => {
  const folder = mkdtempSync(join(tmpdir(), 'entrada-settings-'));
  const here = process.cwd();
  afterEach(() => process.chdir(here));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    [{}, 'http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    [{ HOST: '0.0.0.0', PORT: '8080' }, 'http://0.0.0.0:8080', 'http://127.0.0.1:8080'],
    [{ HOST: '::' }, 'http://[::]:3000', 'http://[::1]:3000'],
    [{ HOST: '10.0.0.1', PUBLIC_URL: 'https://leads.example/' }, 'https://leads.example', 'http://10.0.0.1:3000'],
  ])('of the address with %j: the public one for imports, that of the machine for operators', (set, open, own) => {
    expect(importSettingsFrom({ ...set, ENTRADA_SESSION: 's' })).toMatchObject({ url: open, session: 's' });
    expect(operatorSettingsFrom(set)).toMatchObject({ url: own });
    for (const read of [importSettingsFrom, operatorSettingsFrom])
      expect(() => read({ PORT: 'x' })).toThrow('PORT must');
  });

  it('of the token: the first that is set, else the one in the folder of the database', () => {
    const tokens = (set: Record<string, string>) =>
      [importSettingsFrom, operatorSettingsFrom].map((read) => read(set).operatorToken);
    expect(tokens({ DATA_DIR: folder })).toEqual([undefined, undefined]);
    writeFileSync(join(folder, 'operator-token'), `${OTHER}\n`);
    expect(tokens({ DATA_DIR: folder })).toEqual([OTHER, OTHER]);
    expect(tokens({ DATA_DIR: folder, OPERATOR_TOKEN: `${TOKEN},${OTHER}` })).toEqual([TOKEN, TOKEN]);
    process.chdir(folder);
    expect(tokens({})).toEqual([undefined, undefined]);
  });
});
