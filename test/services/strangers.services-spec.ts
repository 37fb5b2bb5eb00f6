import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../fault/support/processes';
import { PhpSite } from '../support/php-site';
import { forAllTests } from '../support/setup';
import { GoogleSheet } from './support/google-sheet';
import { RECIPES, SNIPPETS } from './support/snippets';
import { Strangers } from './support/strangers';

const KEY = 'ent_live_secret';
const strangers = forAllTests(() => Strangers.start());
const folder = mkdtempSync(join(tmpdir(), 'entrada-strangers-'));
afterAll(() => rmSync(folder, { recursive: true }));

it.each(SNIPPETS)('$language keeps a lead, and says so, whatever another than the service answers', async (snippet) => {
  const ends = strangers.all.map(async ({ name, status, url }, at) => {
    const env = { ENTRADA_URL: url, ENTRADA_KEY: KEY, ENTRADA_OUTBOX: join(folder, `${snippet.file}-${at}`) };
    const { code, output } = await run(snippet.command, [join('docs/quick-start', snippet.file), 'form-1'], env);
    const kept = readdirSync(env.ENTRADA_OUTBOX);
    expect([name, code, kept]).toEqual([name, 75, [expect.not.stringMatching(/refused$/)]]);
    expect([name, output]).toEqual([name, expect.stringMatching(/is kept in/)]);
    // curl is stopped at an answer that is too long.
    if (!name.startsWith('a body of'))
      expect([name, output]).toEqual([name, expect.stringContaining(`${status}, but not from the service`)]);
    expect([name, output.length < 2_000, output.includes(KEY)]).toEqual([name, true, false]);
  });
  await Promise.all(ends);
});

it.each(RECIPES)('$language makes no copy of what another than the service answers', async (recipe) => {
  const ends = strangers.all
    .filter(({ status }) => status === 200)
    .map(async ({ name, url }, at) => {
      const copy = join(folder, `${at}-${recipe.argument}`);
      const env = { ENTRADA_URL: url, ENTRADA_KEY: KEY };
      const { code, output } = await run(recipe.command, [join('docs/quick-start', recipe.file), copy], env);
      expect([name, code, output]).toEqual([
        name,
        expect.any(Number),
        expect.stringContaining('The copy is as it was'),
      ]);
      expect([name, code, output.includes(KEY)]).toEqual([name, code === 1 ? 1 : 75, false]);
      // SQLite creates the file for its transaction.
      if (!copy.endsWith('.db')) expect([name, existsSync(copy)]).toEqual([name, false]);
    });
  await Promise.all(ends);
});

const sheetOf = (url: string, ...notes: string[]): GoogleSheet =>
  new GoogleSheet([['Nome', 'Telefone', 'Mensagem'], ...notes.map((note) => ['Ana Lima', '11 98765-4321', note])], {
    ENTRADA_URL: url,
    ENTRADA_KEY: KEY,
  });

/** Runs the script, and returns the error that Google would mail to the owner. */
function endOf(sheet: GoogleSheet): string {
  try {
    sheet.run('enviarNovas');
    return '';
  } catch (error) {
    return String(error);
  }
}

it('a spreadsheet marks no row, whatever another than the service answers', () => {
  for (const { name, status, url } of strangers.all) {
    const sheet = sheetOf(url, '');
    const told = `Quem respondeu ${status} não é o serviço: confira ENTRADA_URL`;
    expect([name, endOf(sheet)]).toEqual([name, expect.stringContaining(told)]);
    expect([name, sheet.column('Entrada: situação')]).toEqual([name, ['']]);
  }
});

it('a spreadsheet sends the other rows when a filter in front of the service blocks one, and then fails', () => {
  const sheet = sheetOf(strangers.filter, 'DROP TABLE', 'Quero um orçamento');
  expect(endOf(sheet)).toContain('Quem respondeu 403 não é o serviço');
  expect(sheet.column('Entrada: situação')).toEqual(['', expect.stringMatching(/^enviado em /)]);
});

it.each([true, false])(
  'a form keeps a contact, whatever another than the service answers: with curl %s',
  async (hasCurl) => {
    const site = await PhpSite.start({ service: 'http://127.0.0.1:1', key: KEY, hasCurl });
    try {
      for (const { name, url } of strangers.all) {
        site.point(url);
        const { hidden } = await site.form();
        const { html } = await site.send({ ...hidden, nome: 'Ana Lima', telefone: '(11) 98765-4321' });
        expect([name, html]).toEqual([name, expect.stringContaining('Nosso retorno pode demorar')]);
        site.endPause();
        await site.form();
        expect([name, site.kept]).toEqual([name, [`${hidden.envio}.json`]]);
        site.clear();
      }
      expect(site.log).not.toMatch(/warning|deprecated|notice|fatal|ent_live/i);
    } finally {
      await site.close();
    }
  },
);
