import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A statement that a file names, and the statement's text. */
const STATEMENT = /const (\w+) = (?:prepared|planned|acrossAccounts)\(\s*(?:'\w+',\s*)?`([^`]*)`/g;
const SENT = /\b(read|lock|write)Rows?(?:<[^(]*>)?\((?:\s*'[^']*',)?\s*(\w+),/g;

/** What a text does: writes anywhere in it, or locks rows. */
const kindOf = (text: string): string => {
  if (/\b(?:insert into|delete from|update \w+ )/.test(text.replaceAll(/for (?:no key )?update/g, ''))) return 'write';
  return /\bfor (?:no key update|update|key share|share)\b/.test(text) ? 'lock' : 'read';
};

const found = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
  .flatMap((file) => {
    const source = readFileSync(join('src', file), 'utf8');
    const texts = new Map([...source.matchAll(STATEMENT)].map(([, name = '', text = '']) => [name, text]));
    return [...source.matchAll(SENT)].flatMap(([, kind = '', name = '']) => {
      const text = texts.get(name);
      return text === undefined ? [] : [{ place: `${file} ${name}`, kind, text }];
    });
  });

it('a statement is sent as what it does: a read runs anywhere, a lock and a write in a transaction that writes', () => {
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter(({ kind, text }) => kindOf(text) !== kind).map(({ place }) => place)).toEqual([]);
});
