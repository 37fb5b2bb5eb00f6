import type { BrowserContextOptions, Page } from 'playwright-core';
import { problemsOf, violationsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { settles } from './support/steps';
import { fillAccount, type World } from './support/world';
import { forAllTests } from '../support/setup';

const DESKTOP = { width: 1280, height: 860 };
const PHONE = { width: 360, height: 740 };

type Look = readonly [name: string, options: BrowserContextOptions, check: (page: Page) => Promise<string[]>];

const LOOKS: readonly Look[] = [
  ['light', { viewport: DESKTOP, colorScheme: 'light' }, problemsOf],
  ['on a phone', { viewport: PHONE, colorScheme: 'light' }, problemsOf],
  // Only its colours are others, on every width.
  ['dark', { viewport: DESKTOP, colorScheme: 'dark' }, (page) => violationsOf(page, ['color-contrast'])],
];

// Pages are opened faster than a person does.
const under = consoleForAllTests('accessibility', { LIMIT_SESSION_PER_MINUTE: '1000000' });
const world = forAllTests(() => fillAccount(under));

interface Sight {
  readonly place: string;
  /** A text of the loaded page. */
  readonly shows: string | RegExp;
  /** A file to choose first. */
  readonly file?: string;
  /** Buttons to press before the check, in order. */
  readonly press?: readonly RegExp[];
  /** What to type then, and what that shows. */
  readonly type?: readonly [text: string, shows: string];
}

const sights = ({ leadId, formId, webhookId }: World): readonly Sight[] => [
  { place: '', shows: 'Leads por origem' },
  { place: 'hoje', shows: 'Novos sem contato' },
  { place: 'hoje', shows: 'Novos sem contato', press: [/^Buscar leads/] },
  { place: 'hoje', shows: 'Novos sem contato', press: [/^Buscar leads/], type: ['119', 'Ver todos na lista'] },
  { place: 'hoje', shows: 'Novos sem contato', press: [/^Buscar leads/], type: ['11 2222-3333', 'Cadastrar (11)'] },
  { place: 'agenda', shows: 'Nenhum agendamento.' },
  { place: 'agenda', shows: 'Nenhum agendamento.', press: [/^Agendar$/, /^Salvar agendamento/] },
  { place: 'agenda', shows: 'Nenhum agendamento.', press: [/^No seu calendário/, /^Criar (outro )?endereço/] },
  { place: 'leads', shows: 'Telefone ou e-mail' },
  { place: 'leads', shows: 'Telefone ou e-mail', press: [/^Novo lead/, /^Criar lead/] },
  { place: `leads/${leadId}`, shows: 'Prefere contato à tarde.' },
  { place: `leads/${leadId}`, shows: 'Prefere contato à tarde.', press: [/^Mais ações/, /^Apagar dados/] },
  { place: 'quadro', shows: 'Avisa você' },
  { place: 'retidos', shows: 'Quer remarcar.' },
  { place: 'retidos', shows: 'Nenhum campo trouxe um telefone' },
  { place: 'retidos', shows: 'Quer remarcar.', press: [/^Aplicar/] },
  { place: 'duplicados', shows: 'Paula R.' },
  { place: 'duplicados', shows: 'Paula R.', press: [/^Manter este: Paula R\./] },
  { place: 'funis', shows: 'Em contato' },
  { place: 'funis', shows: 'Em contato', press: [/^Editar a etapa Ganho/, /^Salvar etapa/] },
  { place: 'funis', shows: 'Em contato', press: [/^Automações da etapa Em contato/] },
  { place: 'funis', shows: 'Em contato', press: [/^Excluir a etapa Novo/] },
  { place: 'funis', shows: 'Em contato', press: [/^Novo funil/] },
  { place: 'chaves', shows: '3 de 5 ativas' },
  { place: 'chaves', shows: '3 de 5 ativas', press: [/^Nova chave/, /^Criar chave/] },
  { place: 'chaves', shows: '3 de 5 ativas', press: [/^Últimos erros.* da chave Site/] },
  { place: 'chaves', shows: '3 de 5 ativas', press: [/^Renomear a chave Site/] },
  { place: 'chaves', shows: '3 de 5 ativas', press: [/^Substituir a chave Site/] },
  { place: 'chaves', shows: '3 de 5 ativas', press: [/^Revogar a chave Site/] },
  { place: 'importar', shows: 'Nenhuma importação ainda' },
  {
    place: 'importar',
    shows: '2 serão recusadas',
    file: 'Nome;Telefone;Data;x\nAna;98765-4321;;1\nBia;11987654321;ontem;\n;;;3',
  },
  { place: 'fontes', shows: 'Esperando o primeiro lead' },
  { place: 'fontes', shows: 'Esperando o primeiro lead', press: [/^Renomear a fonte Site/, /^Salvar nome/] },
  { place: 'fontes', shows: 'Esperando o primeiro lead', press: [/^Novo endereço da fonte Agência/] },
  { place: 'fontes', shows: 'Esperando o primeiro lead', press: [/^Desligar a fonte Site/] },
  { place: 'fontes', shows: 'Esperando o primeiro lead', press: [/^Excluir a fonte Site/] },
  { place: 'fontes/nova', shows: 'Onde nascem os seus leads?' },
  { place: 'fontes/nova/whatsapp', shows: 'Seu número do WhatsApp', press: [/^Criar formulário/] },
  { place: 'fontes/nova/planilha', shows: 'Programa da planilha' },
  { place: 'fontes/nova/php', shows: 'contato.php' },
  { place: `fontes/${formId}`, shows: 'Como está no ar', press: [/^Acrescentar pergunta/, /^Salvar formulário/] },
  { place: `fontes/${webhookId}`, shows: 'Nenhum campo trouxe um telefone' },
  { place: 'avisos', shows: 'Conferir envios' },
  { place: 'atividades', shows: 'Endereço na rede' },
  { place: 'equipe', shows: 'Vendedores podem exportar leads' },
  { place: 'equipe', shows: 'Pessoas ativas', press: [/^Convidar pessoa/, /^Enviar convite/] },
  { place: 'sessoes', shows: 'Esta sessão' },
  { place: 'nada', shows: 'Não há nada neste endereço' },
];

const csv = (text: string) => ({ name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

describe.each(LOOKS)('%s', (_name, options, check) => {
  it('has no violation on any page, and nothing is wider than the window', async () => {
    const page = await under.signIn(world.accountId, options);
    const found: Record<string, string[]> = {};
    for (const { place, shows, file, press = [], type } of sights(world)) {
      await page.goto(`${under.url}/console#/nada`);
      await page.getByText('Não há nada neste endereço').waitFor();
      await page.goto(`${under.url}/console#/${place}`);
      if (file) await page.getByLabel('Arquivo', { exact: true }).setInputFiles(csv(file));
      await page.getByText(shows).first().waitFor();
      for (const name of press) await page.getByRole('button', { name }).click();
      if (type) {
        await page.getByRole('dialog').getByRole('combobox').pressSequentially(type[0]);
        await page.getByText(type[1]).waitFor();
      }
      // A busy button is pale until its work is done.
      await page.locator('[aria-busy="true"]').waitFor({ state: 'hidden' });
      const problems = await check(page);
      if (problems.length > 0) found[`${place} ${press.join(' ')} ${type?.join(' ') ?? ''}`] = problems;
    }
    expect(found).toEqual({});
  });

  it('has none under the warning that leads are refused', async () => {
    const { id } = await under.openAccount();
    await under.sql('update stages set is_entry = false where account_id = $1', [id]);
    const page = await under.signIn(id, options);
    await page.getByRole('link', { name: 'Abrir Funis' }).waitFor();
    expect(await check(page)).toEqual([]);
  });

  it('has none on the pages for signing in', async () => {
    const page = await under.newPage(options);
    await page.goto(`${under.url}/console`);
    await page.getByRole('button', { name: 'Receber link de acesso' }).click();
    await page.getByRole('alert').waitFor();
    expect(await check(page)).toEqual([]);
  });
});

it('opens the menu of a phone by the keyboard and closes it on the way', async () => {
  const page = await under.signIn(world.accountId, { viewport: PHONE });
  const keys = page.getByRole('link', { name: 'Chaves de API' });
  await keys.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Mais' }).focus();
  await page.keyboard.press('Enter');
  await keys.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Chaves de API' }).waitFor();
  await keys.waitFor({ state: 'hidden' });
  await settles(() => page.evaluate(() => document.activeElement?.textContent), 'Chaves de API');
});
