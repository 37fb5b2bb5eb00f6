import type { PipelineView } from '../../../src/contract/pipeline';
import { openAccount } from '../account';
import type { ServerProcess } from '../servers';
import { Caller, type Contender } from './contender';
import { entrada } from './entrada';
import { PAGE, type Page, STAGES } from './product';

interface Listed {
  readonly data: readonly unknown[];
  readonly next_cursor: string | null;
}

/** Opens an account; its first stages are those of the pipeline that every account begins with. */
export async function openEntrada(service: ServerProcess, version: string): Promise<Contender> {
  const { port } = service;
  const { key } = await openAccount(service);
  const caller = new Caller(port, key);
  const { data: pipelines } = await caller.get<{ data: PipelineView[] }>('/api/v1/pipelines');
  const stages = (pipelines[0]?.stages ?? []).slice(0, STAGES).map(({ id }) => id);
  const walks = async (): Promise<{ ids: string[]; pages: Page[] }> => {
    const all = await Promise.all(stages.map((stage) => walk(caller, stage)));
    return { ids: all.flatMap(({ ids }) => ids), pages: all.flatMap(({ pages }) => pages) };
  };
  return {
    version,
    entry: { product: 'Entrada', port, token: key, stages },
    count: async () => (await walks()).ids.length,
    places: walks,
  };
}

/** Every page of a stage, by the cursor of the one before. */
async function walk(caller: Caller, stage: string): Promise<{ ids: string[]; pages: Page[] }> {
  const found = { ids: [] as string[], pages: [] as Page[] };
  for (let cursor: string | null = ''; cursor !== null;) {
    const path = `/api/v1/leads?limit=${PAGE}&stage_id=${stage}${cursor && `&cursor=${cursor}`}`;
    const page: Listed = await caller.get<Listed>(path);
    found.ids.push(...page.data.map((lead) => entrada.seen(lead).id));
    if (page.data.length === PAGE) found.pages.push({ path, stage });
    cursor = page.next_cursor;
  }
  return found;
}
