import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportView } from '../contract/import';
import type { AdminClient } from './admin-client';
import type { OwnerPipelineView } from '../contract/pipeline';
import { originNamed } from '../imports/cells/origins';

interface ImportOptions {
  readonly mapping?: string;
  readonly 'area-code'?: string;
  readonly origin?: string;
  readonly tag?: readonly string[];
  readonly stage?: string;
  readonly consent?: boolean;
}

/** Query of a preview or an import. A stage may be given by name; throws when none or several have that name. */
export async function importQuery(client: AdminClient, options: ImportOptions): Promise<URLSearchParams> {
  const query = new URLSearchParams();
  if (options.mapping !== undefined) query.set('mapping', options.mapping);
  if (options['area-code'] !== undefined) query.set('area_code', options['area-code']);
  if (options.origin !== undefined) query.set('origin', originNamed(options.origin) ?? options.origin);
  if (options.tag) query.set('tags', options.tag.join(','));
  if (options.stage !== undefined) query.set('stage_id', await stageNamed(client, options.stage));
  if (options.consent) query.set('consent', 'true');
  return query;
}

async function stageNamed(client: AdminClient, text: string): Promise<string> {
  const { data: pipelines } = await client.get<OwnerPipelineView[]>('/pipelines');
  const stages = pipelines.flatMap(({ name, stages: own }) =>
    own.map((stage) => ({ ...stage, path: `${name} / ${stage.name}` })),
  );
  const wanted = text.trim().toLowerCase();
  const found = stages.filter(({ id, name, path }) => [id, name.toLowerCase(), path.toLowerCase()].includes(wanted));
  const [stage, ...others] = found;
  if (stage && others.length === 0) return stage.id;
  const problem = stage ? 'Há mais de uma etapa com este nome' : 'Não há etapa com este nome';
  const list = (stage ? found : stages).map(({ id, path }) => `  ${id}  ${path}`).join('\n');
  throw new Error(`${problem}. Em --stage, use o nome, "Funil / Etapa" ou o id:\n${list}`);
}

const POLL_MS = 500;
const BAR = 30;

/** Output of the progress: a terminal gets a moving bar, others a line for every tenth. */
export interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Sends the file and shows the progress until the import has finished. */
export async function followImport(
  client: AdminClient,
  file: Buffer,
  query: string,
  output: Output,
): Promise<ImportView> {
  const progress = progressOn(output);
  let { data: current } = await client.postFile<ImportView>(`/imports?${query}`, file);
  while (current.state === 'running') {
    progress(current);
    await sleep(POLL_MS);
    ({ data: current } = await client.get<ImportView>(`/imports/${current.id}?limit=1`));
  }
  progress(current);
  return current;
}

export function progressOn(output: Output): (current: Pick<ImportView, 'rows' | 'pending'>) => void {
  let tenths = -1;
  return ({ rows, pending }) => {
    const done = rows - pending;
    const part = rows === 0 ? 1 : done / rows;
    const figures = `${Math.floor(part * 100)} %  ${done} de ${rows} linhas`;
    if (output.isTTY) {
      const filled = Math.floor(part * BAR);
      output.write(`\r[${'█'.repeat(filled)}${'░'.repeat(BAR - filled)}] ${figures}${pending === 0 ? '\n' : ''}`);
    } else if (Math.floor(part * 10) > tenths) {
      tenths = Math.floor(part * 10);
      output.write(`${figures}\n`);
    }
  };
}
