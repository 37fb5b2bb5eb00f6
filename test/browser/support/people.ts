import type { BrowserContextOptions, Page } from 'playwright-core';
import type { GivenRole } from '../../../src/contract/members/roles';
import type { MemberView } from '../../../src/contract/members/member';
import { until } from '../../fault/support/processes';
import type { HttpClient } from '../../support/http-client';
import { MailServer } from '../../support/mail-server';
import { PATIENCE_MS } from '../../support/patience';
import type { ConsoleUnderTest } from './console';

/** Waits for a mail with a sign-in link, and returns the link on the test's port. */
export async function mailedLink(under: ConsoleUnderTest, email: string): Promise<string> {
  const link = await until(`a link for ${email}`, PATIENCE_MS, () => {
    const texts = under.mails.mails.filter(({ to }) => to === email).map((mail) => MailServer.text(mail));
    return texts.map((text) => /http\S+#link=\w+/.exec(text)?.[0]).find(Boolean);
  });
  return under.here(link);
}

interface Person {
  readonly name: string;
  readonly role: GivenRole;
}

export interface Joined extends MemberView {
  readonly email: string;
  readonly page: Page;
}

let invited = 0;

/** Invites somebody, who signs in by the link of the mail, and shows the leads. */
export async function join(
  under: ConsoleUnderTest,
  owner: HttpClient,
  { name, role }: Person,
  options: BrowserContextOptions = {},
): Promise<Joined> {
  const email = `pessoa-${++invited}@example.com`;
  const { data: member } = await owner.post<MemberView>('/members', { name, email, role });
  const page = await under.newPage(options);
  await page.goto(await mailedLink(under, email));
  await page.getByRole('button', { name: /^Entrar em / }).click();
  await page.getByRole('heading', { level: 1, name: 'Hoje' }).waitFor();
  await page.goto(`${under.url}/console#/leads`);
  await page.getByRole('heading', { level: 1, name: 'Leads' }).waitFor();
  return { ...member, email, page };
}

/** The links of each role's menu. */
export const MENUS: Readonly<Record<GivenRole, readonly string[]>> = {
  manager: [
    ...['Hoje', 'Painel', 'Leads', 'Quadro', 'Agenda', 'A conferir', 'Duplicados', 'Avisos'],
    ...['Fontes', 'Equipe', 'Importar', 'Funis', 'Registro de atividades', 'Sessões'],
  ],
  seller: ['Hoje', 'Painel', 'Leads', 'Quadro', 'Agenda', 'Avisos', 'Equipe', 'Sessões'],
};

export const linksOf = (page: Page) => () =>
  page
    .getByRole('navigation')
    .getByRole('link')
    .evaluateAll((links) => links.map(({ textContent }) => textContent));

/** A member's card on the page Equipe. */
export const cardOf = (page: Page, name: string) => page.locator('li.member').filter({ hasText: name });
