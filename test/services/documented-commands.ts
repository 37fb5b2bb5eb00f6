import { readFileSync } from 'node:fs';

/** A fenced block of commands and its heading. */
export interface Block {
  readonly heading: string;
  readonly commands: string;
}

/** Returns the blocks of shell and SQL of a page in order. */
export function blocksOf(page: string): Block[] {
  const blocks: Block[] = [];
  let heading = '';
  for (const [, title, language = '', commands = ''] of readFileSync(page, 'utf8').matchAll(
    /^#+ (.+)$|^```(\w+)\n([\s\S]*?)^```$/gm,
  )) {
    if (title !== undefined) heading = title;
    else if (['sh', 'bash', 'shell', 'sql'].includes(language)) blocks.push({ heading, commands });
  }
  return blocks;
}

/** Returns the commands under a heading unchanged. */
export const commandsOf = (page: string, heading: string): string[] =>
  blocksOf(page)
    .filter((block) => block.heading === heading)
    .map(({ commands }) => commands);
