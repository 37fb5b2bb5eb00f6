import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { importSettingsFrom } from './command-settings';
import { loadEnvironment } from './config';
import { AdminClient, chooseAccount } from './imports/cli/admin-client';
import { followImport } from './imports/cli/follow-import';
import { printReport } from './imports/cli/report';

const USAGE = `Uso: npm run import -- leads.csv [--account ID] [--url ENDEREÇO]

Envia o arquivo ao serviço, que deve estar no ar, e acompanha a importação até o fim.
Com - no lugar do arquivo, lê a entrada padrão.
Credencial, por variável de ambiente: ENTRADA_SESSION (a sessão do dono) ou OPERATOR_TOKEN (o operador).
--account  a conta, quando o operador tem mais de uma
--url      o endereço do serviço; sem ele, o de PUBLIC_URL, ou HOST e PORT
Código de saída: 0 sem linhas recusadas, 2 com linhas recusadas, 1 se a importação não chegou ao fim.`;

/** `npm run import`: sends a CSV file of leads to the running service and follows it; may be run again at any time. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { url: { type: 'string' }, account: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  const [file, ...more] = positionals;
  if (values.help) return console.log(USAGE);
  if (!file || more.length > 0) throw new Error(USAGE);
  const settings = importSettingsFrom(loadEnvironment());
  const token = settings.session ?? settings.operatorToken;
  if (!token) throw new Error('Falta a credencial: defina ENTRADA_SESSION ou OPERATOR_TOKEN.');
  const client = new AdminClient(values.url ?? settings.url, token);
  client.onWait = (text) => process.stderr.write(`${text}\n`);
  if (!settings.session) client.account = values.account ?? (await chooseAccount(client));
  const content = file === '-' ? await buffer(process.stdin) : await readFile(file);
  const finished = await followImport(client, content, process.stdout);
  await printReport(client, finished, process.stdout);
  if (finished.refused > 0) process.exitCode = 2;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
