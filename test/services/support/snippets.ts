import { readFileSync } from 'node:fs';

const PAGE = readFileSync('docs/quick-start.md', 'utf8');

/** Programs of docs/quick-start.md whose names begin so, with the commands from there. */
const programs = (name: 'send' | 'sync') =>
  [...PAGE.matchAll(/^\| (\S+).*\| `(\S+) (\S+) (\S+)` *\|$/gm)]
    .map(([, language = '', command = '', file = '', argument = '']) => ({
      language,
      command: command === 'node' ? process.execPath : command,
      file,
      argument,
    }))
    .filter(({ file }) => file.startsWith(name));

/** They send a lead with the argument as its id. */
export const SNIPPETS = programs('send').map(({ argument, ...rest }) => ({ ...rest, submission: argument }));

/** They keep a copy of the leads in a file. */
export const RECIPES = programs('sync');
