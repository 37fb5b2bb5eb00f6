import type { Page } from 'playwright-core';
import type { World } from './world';

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
  {
    place: 'leads?figure=attended&attended_from=2026-01-01&attended_to=2026-01-31',
    shows: 'Ver todos os leads',
  },
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

/** Opens every page of the console, with its dialogs and refused fields, and returns what the check finds, by page. */
export async function problemsOfSights(
  page: Page,
  url: string,
  world: World,
  check: (page: Page) => Promise<string[]>,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { place, shows, file, press = [], type } of sights(world)) {
    await page.goto(`${url}/console#/nada`);
    await page.getByText('Não há nada neste endereço').waitFor();
    await page.goto(`${url}/console#/${place}`);
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
  return found;
}
