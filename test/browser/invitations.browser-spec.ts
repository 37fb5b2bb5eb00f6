import type { Page } from 'playwright-core';
import { encode } from 'uqr';
import type { MemberView } from '../../src/contract/members/member';
import { problemsOf } from './support/axe';
import { consoleForAllTests, type ConsoleUnderTest } from './support/console';
import { cardOf } from './support/people';
import { enterBy, press, settles, told, visit } from './support/steps';

const SIZES: readonly [name: string, options: object][] = [
  ['at a desk', { viewport: { width: 1280, height: 860 } }],
  ['on a phone, in the dark', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
];

const openAccount = (under: ConsoleUnderTest) =>
  under.openAccount({ name: 'Clínica Sorriso', owner: { name: 'Helena', email: 'helena@example.com' } });

const invite = async (owner: { post: <T>(path: string, body: object) => Promise<{ data: T }> }, name: string) => {
  const email = `${crypto.randomUUID()}@example.com`;
  return (await owner.post<MemberView>('/members', { name, email, role: 'seller' })).data;
};

async function openTeam(under: ConsoleUnderTest, page: Page): Promise<void> {
  await page.goto(`${under.url}/console#/equipe`);
  await page.getByRole('heading', { level: 1, name: 'Equipe' }).waitFor();
}

/** The dark modules of the code that the page draws, its white border included, as the library has them. */
const drawnModules = (page: Page, size: number) => async (): Promise<string> =>
  page.getByRole('img', { name: /^QR code/ }).evaluate((image: HTMLImageElement, count) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [count * 8, count * 8];
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0, count * 8, count * 8);
    const isDark = (x: number, y: number) => (context?.getImageData(x * 8 + 4, y * 8 + 4, 1, 1).data[0] ?? 255) < 128;
    const isOpaque = (x: number, y: number) => context?.getImageData(x * 8 + 4, y * 8 + 4, 1, 1).data[3] === 255;
    const places = Array.from({ length: count }, (_, place) => place);
    return places
      .map((y) => places.map((x) => (isOpaque(x, y) ? (isDark(x, y) ? '#' : '.') : '?')).join(''))
      .join('\n');
  }, size);

function matrixOf(text: string): { size: number; modules: string } {
  const { data, size } = encode(text, { border: 4 });
  return { size, modules: data.map((row) => row.map((isDark) => (isDark ? '#' : '.')).join('')).join('\n') };
}

describe('without a mail server', () => {
  const under = consoleForAllTests('console_no_mail', { SMTP_URL: '', MAIL_FROM: '' });

  it('the sign-in page says that nothing was sent, and what to do, for every address alike', async () => {
    const { email } = await openAccount(under);
    const page = await under.newPage();
    for (const address of [email, 'ninguem@example.com']) {
      await page.goto(`${under.url}/console`);
      await page.getByLabel('E-mail').fill(address);
      await press(page, 'Receber link de acesso');
      await page.getByText('Nenhum link foi enviado: esta instalação não envia e-mails.').waitFor();
      await page.getByText('peça um link de acesso a quem convidou você').waitFor();
      await settles(() => page.getByText(/a caminho|caixa de spam/).count(), 0);
      expect(await problemsOf(page)).toEqual([]);
      await page.reload();
    }
  });

  it.each(SIZES)('%s, the owner invites somebody, and hands over a link that signs in', async (_, options) => {
    const { id } = await openAccount(under);
    const page = await under.signIn(id, options);
    await openTeam(under, page);
    await press(page, 'Convidar pessoa');
    await page.getByText('Esta instalação não envia e-mails. Depois de convidar, copie o link').waitFor();
    await page.getByLabel('Nome').fill('Bruno Lima');
    await page.getByLabel('E-mail').fill(`bruno-${id}@example.com`);
    await press(page, 'Convidar');
    await told(page, 'Bruno Lima faz parte da equipe. Nenhum e-mail foi enviado: use “Copiar link”.');
    await cardOf(page, 'Bruno Lima').getByText('O convite não pode ser enviado por e-mail.').waitFor();
    await settles(() => page.getByRole('button', { name: /^Reenviar/ }).count(), 0);
    expect(await problemsOf(page)).toEqual([]);

    await press(page, 'Copiar link de Bruno Lima');
    await page.getByText('Quem abrir este link entra como Bruno Lima.').waitFor();
    const link = await page.getByRole('textbox', { name: 'Link de acesso' }).inputValue();
    const { size, modules } = matrixOf(link);
    await settles(drawnModules(page, size), modules);
    expect(await problemsOf(page)).toEqual([]);
    await press(page, 'Copiar');
    await told(page, 'Link copiado.');
    await press(page, 'Já entreguei o link');
    await settles(() => page.getByText('#link=').count(), 0);

    const theirs = await under.newPage();
    await enterBy(theirs, under.here(link));
    await told(theirs, 'Você entrou como Bruno Lima.');
    // The page still offers the link until it learns better.
    await press(page, 'Copiar link de Bruno Lima');
    await page.getByText('Esta pessoa já entrou.').waitFor();
    await cardOf(page, 'Bruno Lima').getByText('Último acesso em').waitFor();
    await settles(() => page.getByRole('button', { name: /^Copiar link/ }).count(), 0);
    await page.goto(`${under.url}/console#/atividades`);
    await page.getByText('Link de acesso de outra pessoa mostrado').first().waitFor();
  });
});

describe('with a mail server', () => {
  const under = consoleForAllTests('console_invitations');
  const mailsTo = (email: string | null | undefined) => under.mails.mails.filter(({ to }) => to === email).length;
  const change = ({ email }: MemberView, what: string) =>
    under.sql(`update outbox set ${what} where recipient = $1`, [email]);

  it('an invitation is sent again, and a link is offered only once the mail was given up', async () => {
    const { id, owner } = await openAccount(under);
    const member = await invite(owner, 'Bruno Lima');
    const page = await under.signIn(id);
    await visit(page, 'Equipe');
    await cardOf(page, 'Bruno Lima').getByText('Convite enviado em').waitFor();
    await press(page, 'Reenviar convite a Bruno Lima');
    await page.getByText('O convite foi enviado há menos de 5 minutos.').waitFor();
    await change(member, `sent_at = sent_at - interval '6 minutes'`);
    await press(page, 'Reenviar convite a Bruno Lima');
    await told(page, `Novo convite a caminho de ${member.email}.`);
    await settles(() => Promise.resolve(mailsTo(member.email)), 2);
    await cardOf(page, 'Bruno Lima').getByText('Convite enviado em').waitFor();
    await settles(() => page.getByRole('button', { name: /^Copiar link/ }).count(), 0);

    await change(member, `sent_at = null, dead_at = now()`);
    await page.reload();
    await cardOf(page, 'Bruno Lima').getByText('O convite não foi entregue').waitFor();
    await page.getByRole('button', { name: 'Reenviar convite a Bruno Lima' }).waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await press(page, 'Copiar link de Bruno Lima');
    const link = await page.getByRole('textbox', { name: 'Link de acesso' }).inputValue();
    await enterBy(await under.newPage(), under.here(link));
    await press(page, 'Já entreguei o link');
  });
});
