import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { importSettingsFrom } from './commands/command-settings';
import { loadEnvironment } from './config/config';
import type { ImportPreview } from './contract/import';
import { MAX_FILE_NAME } from './contract/limits';
import { chooseAccount } from './commands/accounts';
import { AdminClient, IMPORT_CLIENT } from './commands/admin-client';
import {
  followImport,
  importQuery,
  printReport,
  ignoredPhoneColumns,
  printSample,
  printPreview,
} from './commands/imports';
const USAGE = `Uso: npm run import -- ARQUIVO [opções]

Envia o arquivo ao serviço, que deve estar no ar, mostra como ele foi lido e acompanha a importação até o fim.
O arquivo pode ser CSV, planilha (.xlsx) ou contatos (.vcf). Com - no lugar do arquivo, lê a entrada padrão.
Credencial, por variável de ambiente: ENTRADA_SESSION (a sessão do dono) ou OPERATOR_TOKEN (o operador).
--account    a conta, quando o operador tem mais de uma
--url        o endereço do serviço; sem ele, o de PUBLIC_URL, ou HOST e PORT
--mapping    o campo de cada coluna, na ordem do arquivo: name,phone,,notes; sem ele, os cabeçalhos decidem
--area-code  o DDD dos telefones sem DDD
--origin     a origem das linhas que não dizem a sua: o código, ou as palavras do console
--tag        uma etiqueta das linhas sem etiquetas; pode ser repetida
--stage      a etapa das linhas que não dizem a sua: o nome, "Funil / Etapa" ou o id
--consent    as pessoas das linhas que não dizem nada deram consentimento
--yes        importa mesmo que uma coluna de telefones fique de fora
--check      só mostra como o arquivo seria lido, e o que seria dito das primeiras linhas
Código de saída: 0 sem linhas recusadas, 2 com linhas recusadas, 1 se a importação não chegou ao fim.`;

const OPTIONS = {
  url: { type: 'string' },
  account: { type: 'string' },
  mapping: { type: 'string' },
  'area-code': { type: 'string' },
  origin: { type: 'string' },
  tag: { type: 'string', multiple: true },
  stage: { type: 'string' },
  consent: { type: 'boolean' },
  yes: { type: 'boolean' },
  check: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** `npm run import`: sends a file of leads to the running service, prints its reading, and follows it; safe to repeat. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
  const [file, ...more] = positionals;
  if (values.help) return console.log(USAGE);
  if (!file || more.length > 0) throw new Error(USAGE);
  const settings = importSettingsFrom(loadEnvironment());
  const token = settings.session ?? settings.operatorToken;
  if (!token) throw new Error('Falta a credencial: defina ENTRADA_SESSION ou OPERATOR_TOKEN.');
  const client = new AdminClient(values.url ?? settings.url, token, IMPORT_CLIENT);
  client.onWait = (text) => process.stderr.write(`${text}\n`);
  if (!settings.session) client.account = values.account ?? (await chooseAccount(client));
  const content = file === '-' ? await buffer(process.stdin) : await readFile(file).catch(() => missingFile(file));
  const query = await importQuery(client, values);
  const { data: preview } = await client.postFile<ImportPreview>(`/imports/preview?${query}`, content);
  printPreview(preview, process.stdout);
  if (values.check) return printSample(preview, process.stdout);
  const hasPhone = preview.fields.some(({ field }) => field === 'phone');
  const ignoredPhones = ignoredPhoneColumns(preview);
  if (hasPhone && ignoredPhones.length > 0 && values.mapping === undefined && !values.yes) {
    throw new Error(
      `Nada foi importado. Ficam de fora colunas que trazem telefones: ${ignoredPhones.join(', ')}.\n` +
        `Se está certo, repita com --yes; se não, diga o campo de cada coluna: --mapping '${mappingOf(preview)}' é o de agora.`,
    );
  }
  if (file !== '-') query.set('file_name', basename(file).slice(-MAX_FILE_NAME));
  const finished = await followImport(client, content, query.toString(), process.stdout);
  await printReport(client, finished, process.stdout);
  if (finished.refused > 0) process.exitCode = 2;
}

const mappingOf = ({ columns }: ImportPreview): string => columns.map(({ field }) => field ?? '').join();

function missingFile(file: string): never {
  throw new Error(`Não foi possível ler o arquivo ${file}: confira o nome e a pasta.`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
