import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportView } from '../contract/import';
import type { AdminClient } from './admin-client';

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
  let { data: shown } = await client.postFile<ImportView>(`/imports?${query}`, file);
  while (shown.state === 'running') {
    progress(shown);
    await sleep(POLL_MS);
    ({ data: shown } = await client.get<ImportView>(`/imports/${shown.id}?limit=1`));
  }
  progress(shown);
  return shown;
}

export function progressOn(output: Output): (shown: Pick<ImportView, 'rows' | 'pending'>) => void {
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
