import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Coding, CODINGS, compressed } from './common/site/built-site';

/** Last step of `npm run build`: writes each file of the pages in every coding (`index-….js.br`, `index-….js.gz`). */
async function compressPages(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      for (const [coding, content] of Object.entries(await compressed(readFileSync(path)))) {
        writeFileSync(path + CODINGS[coding as Coding], content);
      }
    }),
  );
}

void compressPages(join(__dirname, '../pages'));
