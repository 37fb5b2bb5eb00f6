import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, httpAddress, SettingsReader } from '../config/settings-reader';

/** Database of `npm run migrate`, which needs no other setting. */
export function databaseUrlFrom(environment: Environment): string | undefined {
  const read = new SettingsReader(environment);
  const url = read.databaseUrl();
  read.finish();
  return url;
}

/** Databases of `npm run move`: the embedded one of this folder, and the target. */
interface MoveSettings {
  readonly dataDir: string;
  readonly to: string | undefined;
}

export function moveSettingsFrom(environment: Environment, to: string | undefined): MoveSettings {
  const read = new SettingsReader({ ...environment, '--to': to });
  const settings = { dataDir: dataDirOf(read), to: read.url('--to', ['postgres:', 'postgresql:']) };
  read.finish();
  return settings;
}

/** Databases of `npm run move-account`. */
interface AccountMoveSettings {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export function accountMoveSettingsFrom(
  environment: Environment,
  { from, to }: Partial<AccountMoveSettings>,
): AccountMoveSettings {
  const read = new SettingsReader({ ...environment, '--from': from, '--to': to });
  const [source, target] = ['--from', '--to'].map((name) => read.url(name, ['postgres:', 'postgresql:']));
  read.finish();
  return { from: source, to: target };
}

/** Settings of `npm run import`: the service's address, and the credential. */
interface ImportSettings {
  readonly url: string;
  readonly session: string | undefined;
  /** Defaults to the token that the embedded database's first start made in this folder. */
  readonly operatorToken: string | undefined;
}

export function importSettingsFrom(environment: Environment): ImportSettings {
  const read = new SettingsReader(environment);
  const url = read.publicUrl(read.text('HOST') ?? '127.0.0.1', read.integer('PORT', 3000, 0, 65_535));
  const operatorToken = operatorTokenOf(read);
  read.finish();
  return { url, session: read.text('ENTRADA_SESSION'), operatorToken };
}

/** Settings of the operator's commands, which run next to the service. */
interface OperatorSettings {
  /** Address of the service, as seen from its own machine. */
  readonly url: string;
  readonly operatorToken: string | undefined;
}

export function operatorSettingsFrom(environment: Environment): OperatorSettings {
  const read = new SettingsReader(environment);
  const host = read.text('HOST') ?? '127.0.0.1';
  const url = httpAddress(ANY_ADDRESS[host] ?? host, read.integer('PORT', 3000, 0, 65_535));
  const operatorToken = operatorTokenOf(read);
  read.finish();
  return { url, operatorToken };
}

/** A service on every address of its machine also listens on this one. */
const ANY_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

const dataDirOf = (read: SettingsReader): string => read.text('DATA_DIR') ?? '.data';

/** First token of the setting, else the one that the embedded database's first start made in DATA_DIR. */
function operatorTokenOf(read: SettingsReader): string | undefined {
  const kept = join(dataDirOf(read), 'operator-token');
  return read.secrets('OPERATOR_TOKEN', 2)[0] ?? (existsSync(kept) ? readFileSync(kept, 'utf8').trim() : undefined);
}
