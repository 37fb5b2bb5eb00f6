import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { isoDay } from '../../../console/format';
import { DAY_MS, SECOND_MS } from '../../../src/contract/durations';
import type { SessionView } from '../../../src/contract/session';
import { until } from '../../fault/support/processes';
import type { HttpClient } from '../../support/http-client';
import { MailServer } from '../../support/mail-server';
import type { Pipeline, Stage } from '../../support/pipelines';
import type { Random } from '../../support/sheets/random';
import type { ConsoleUnderTest } from './console';
import { type Ledger, markOf } from './ledger';

/** Milliseconds between a look at a place of the screen and the click there; later the person would look again. */
const HAND_MS = 300;
/** Milliseconds for which a person waits for what they expect. */
const WAIT_MS = 5 * SECOND_MS;

export interface Shop {
  readonly under: ConsoleUnderTest;
  readonly accountId: string;
  readonly owner: HttpClient;
  readonly pipeline: Pipeline;
  readonly ledger: Ledger;
  /** Begins to send one more lead. */
  readonly arrive: () => void;
}

interface Named {
  readonly name: string;
  readonly leadId: string;
}

let texts = 0;
/** A text, value or tag that nobody else writes. */
const nextNumber = (): number => ++texts;

/** A member in front of a page, who does one thing after the other and looks where they click, but not again before they do. */
export class PersonAtWork {
  /** Clicks that opened something of another lead, and drafts that were lost. */
  readonly wrong: string[] = [];
  /** What did not come about, by its reason: a row that had moved away, a lost connection. */
  readonly missed = new Map<string, number>();
  signedIn = 0;

  private readonly steps = {
    callOnDay: () => this.callOnDay(),
    messageOnDay: () => this.messageOnDay(),
    returnOnDay: () => this.returnOnDay(),
    taskOnDay: () => this.taskOnDay(),
    noteOnDay: () => this.noteOnDay(),
    moveByKeys: () => this.moveByKeys(),
    moveByDialog: () => this.moveByDialog(),
    changeValue: () => this.changeValue(),
    addTag: () => this.addTag(),
    writeNote: () => this.writeNote(),
    planTask: () => this.planTask(),
    assume: () => this.assume(),
    makeAppointment: () => this.makeAppointment(),
    interrupted: () => this.interrupted(),
  };

  constructor(
    private readonly shop: Shop,
    private readonly member: { readonly id: string; readonly email: string },
    readonly page: Page,
    private readonly random: Random,
    private readonly isTouch: boolean,
  ) {
    page.setDefaultTimeout(WAIT_MS);
  }

  /** Does one thing after the other until then. */
  async workUntil(end: number): Promise<void> {
    while (Date.now() < end) {
      const [title, step] = this.random.pick(Object.entries(this.steps));
      await this.enter()
        .then(step)
        .catch((error: Error) => this.miss(`${title}: ${error.message.split('\n')[0]}`));
      await sleep(this.random.int(200, 2_500));
    }
  }

  /** Ends the sessions of the person: revoked, or expired. */
  async endSession(): Promise<void> {
    const { owner, under, accountId } = this.shop;
    this.shop.ledger.note(`session of ${this.member.email} ends`);
    if (this.random.chance(0.5)) {
      const { data } = await owner.get<SessionView[]>('/sessions');
      for (const { id, member } of data) if (member.id === this.member.id) await owner.delete(`/sessions/${id}`);
    } else {
      const expire = 'update sessions set expires_at = now() where account_id = $1 and member_id = $2';
      await under.sql(expire, [accountId, this.member.id]);
    }
  }

  /** Signs in by mail if the page asks for it. */
  async enter(): Promise<void> {
    const { under } = this.shop;
    const asks = this.page.getByRole('button', { name: 'Receber link de acesso' });
    const known = this.page.getByRole('navigation').or(asks).first();
    await known.waitFor().catch(async () => {
      // A connection that was lost while a link was asked for or used: the person begins anew.
      const seen = await this.page.locator('main').innerText();
      this.miss(`begins anew at “${seen.replaceAll(/\s+/g, ' ').slice(0, 200)}”`);
      await this.page.goto(`${under.url}/console`);
      await known.waitFor();
    });
    if (!(await asks.isVisible())) return;
    const links = () =>
      under.mails.mails
        .filter(({ to }) => to === this.member.email)
        .map((mail) => /http\S+#link=\w+/.exec(MailServer.text(mail))?.[0] ?? '');
    const before = links().length;
    // People ask for so many links in an hour nowhere else: none of them counts, and each person moves on to another network.
    await under.sql('delete from sign_in_requests where email_key is null');
    await this.page.context().setExtraHTTPHeaders({ 'X-Forwarded-For': `198.51.100.${nextNumber() % 250}` });
    await this.page.getByLabel('E-mail').fill(this.member.email);
    await asks.click();
    const link = await until(`a mail to ${this.member.email}`, 6 * WAIT_MS, () => links()[before]);
    await this.page.goto(under.here(link));
    await this.page.getByRole('button', { name: /^Entrar em / }).click();
    await this.page.getByRole('navigation').waitFor();
    this.signedIn++;
  }

  private miss(reason: string): void {
    this.missed.set(reason, (this.missed.get(reason) ?? 0) + 1);
  }

  private mark(leadId: string, what: string): string {
    return markOf(leadId, what, this.member.id);
  }

  /** Opens a page of the console, and closes what is open on it. */
  private async show(place: string, heading: string): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.page.goto(`${this.shop.under.url}/console#/${place}`);
    await this.page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
  }

  /** Looks where something is. Returns a click at that place, whatever is there by then. */
  private async aim(at: Locator): Promise<() => Promise<void>> {
    await at.evaluate((element) => element.scrollIntoView({ block: 'center', inline: 'nearest' }));
    const box = await at.boundingBox();
    if (!box) throw new Error('nothing to click');
    const lookedAt = performance.now();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    // A lead that arrives just then draws the page anew at any moment before the click.
    if (this.random.chance(0.4)) this.shop.arrive();
    await sleep(this.random.int(0, HAND_MS));
    const isMessage = ([left, top]: readonly [number, number]): boolean =>
      Boolean(document.elementFromPoint(left, top)?.closest('.message'));
    if (await this.page.evaluate(isMessage, [x, y] as const)) throw new Error('a message is in front');
    if (performance.now() - lookedAt > HAND_MS + 50) throw new Error('looks again');
    return () => (this.isTouch ? this.page.touchscreen.tap(x, y) : this.page.mouse.click(x, y));
  }

  private async hit(at: Locator): Promise<void> {
    await (
      await this.aim(at)
    )();
  }

  /** Does what makes the mark, and waits for a new message that confirms it. */
  private async attempt(mark: string, act: () => Promise<unknown>, said: string | RegExp): Promise<void> {
    await this.page.locator('.message').evaluateAll((all) => all.forEach((one) => one.setAttribute('data-seen', '')));
    const confirm = this.shop.ledger.begin(mark);
    await act();
    await this.page.locator('.message:not([data-seen])').filter({ hasText: said }).first().waitFor();
    confirm();
  }

  private attemptByClick = async (mark: string, at: Locator, said: string | RegExp): Promise<void> =>
    this.attempt(mark, await this.aim(at), said);

  /** One of the leads that these links show. */
  private async pick(links: Locator): Promise<Named> {
    await links.first().waitFor();
    const found = await links.evaluateAll((all) =>
      all.map((link) => ({
        name: link.textContent ?? '',
        leadId: link.getAttribute('href')?.split('/').at(-1) ?? '',
      })),
    );
    return this.random.pick(found);
  }

  private async rowOfDay(having = ''): Promise<Named & { row: Locator; button: (name: string) => Locator }> {
    await this.show('hoje', 'Hoje');
    const rows = this.page.locator('.day-row');
    const wanted = having ? rows.filter({ has: this.page.getByRole('button', { name: having }) }) : rows;
    const one = await this.pick(wanted.locator('.day-name a'));
    const row = rows.filter({ has: this.page.locator('.day-name a').getByText(one.name, { exact: true }) }).first();
    return { ...one, row, button: (name) => row.getByRole('button', { name, exact: true }) };
  }

  private async callOnDay(): Promise<void> {
    const { name, leadId, button } = await this.rowOfDay();
    const isReached = this.random.chance(0.5);
    const text = isReached ? 'Falei' : 'Não atendeu';
    const mark = this.mark(leadId, `call ${isReached}`);
    await this.attemptByClick(mark, button(`${text}: ${name}`), 'Ligação registrada.');
  }

  private async messageOnDay(): Promise<void> {
    const { name, leadId, row, button } = await this.rowOfDay();
    await this.hit(row.getByRole('link', { name: `WhatsApp: ${name}`, exact: true }));
    // The test lets no link leave the console.
    await this.page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await this.attemptByClick(this.mark(leadId, 'message true'), button(`Sim: ${name}`), 'Mensagem registrada.');
  }

  private async returnOnDay(): Promise<void> {
    const { leadId, row, button } = await this.rowOfDay();
    if ((await row.getByRole('button', { name: 'Concluir' }).count()) > 0) return;
    await this.hit(button('Retornar em…'));
    await this.attemptByClick(this.mark(leadId, 'return'), button('Amanhã'), 'Retorno marcado');
  }

  /** Ends a task, or puts it off. */
  private async taskOnDay(): Promise<void> {
    const { leadId, row, button } = await this.rowOfDay('Concluir: Enviar');
    const ends = row.getByRole('button', { name: 'Concluir: ' }).first();
    const text = (await ends.getAttribute('aria-label'))?.slice('Concluir: '.length) ?? '';
    if (this.random.chance(0.6)) return this.attemptByClick(markOf(leadId, `done ${text}`), ends, 'Tarefa feita.');
    await this.hit(button('Retornar em…'));
    await this.attemptByClick(markOf(leadId, `put off ${text}`), button('Amanhã'), 'Retorno marcado');
  }

  private async noteOnDay(): Promise<void> {
    const { name, leadId, row, button } = await this.rowOfDay();
    await this.hit(button(`Anotar: ${name}`));
    await this.saveNote(leadId, row.locator('.writing'));
  }

  private async saveNote(leadId: string, composer: Locator, text = `Nota ${nextNumber()}`): Promise<void> {
    await this.writeDraft(composer, text);
    const save = (): Promise<void> => composer.getByRole('textbox').press('Control+Enter');
    await this.attempt(this.mark(leadId, `note ${text}`), save, 'Nota guardada.');
  }

  private async writeDraft(composer: Locator, text: string): Promise<void> {
    await composer.getByRole('button', { name: 'Nota', exact: true }).click();
    await composer.getByRole('textbox').fill(text);
  }

  private async cardOf(stage: Stage | undefined): Promise<Named & { card: Locator }> {
    await this.show(`quadro/${this.shop.pipeline.id}`, 'Quadro');
    const column = stage
      ? this.page.getByRole('region', { name: stage.name, exact: true })
      : this.page.getByRole('region', { name: 'Etapas' });
    const one = await this.pick(column.locator('.deal-card-head a'));
    return { ...one, card: this.page.locator(`[data-deal][aria-label="${one.name}"]`) };
  }

  private async moveByKeys(): Promise<void> {
    const { name, leadId, card } = await this.cardOf(this.shop.pipeline.stages[0]);
    await card.focus();
    await sleep(HAND_MS);
    const press = (): Promise<void> => this.page.keyboard.press('Control+ArrowRight');
    await this.attempt(this.mark(leadId, 'move'), press, `${name} agora está em`);
  }

  private async moveByDialog(): Promise<void> {
    const { name, leadId, card } = await this.cardOf(undefined);
    await this.hit(card.getByRole('button', { name: `Mover ${name}`, exact: true }));
    const dialog = this.page.getByRole('dialog');
    const title = await dialog.locator('h2').innerText();
    if (title !== `Mover ${name}`) this.wrong.push(`wanted to move ${name}, got “${title}”`);
    const enabled = await dialog.locator('.stage-choices button:enabled').allInnerTexts();
    const open = this.shop.pipeline.stages.filter((one) => !one.is_won && !one.is_lost && enabled.includes(one.name));
    const stage = this.random.pick(open).name;
    const choice = dialog.getByRole('button', { name: stage, exact: true });
    await this.attemptByClick(this.mark(leadId, 'move'), choice, `${name} agora está em “${stage}”`);
  }

  /** Opens one of the newest leads from the list, which every arrival moves. */
  private async openLead(): Promise<Named> {
    await this.show('leads', 'Leads');
    const links = this.page.locator('a.of-row');
    const one = await this.pick(links.locator('visible=true'));
    await this.hit(links.getByText(one.name, { exact: true }));
    await this.page.waitForURL(/#\/leads\/[\w-]{36}/);
    if (!this.page.url().endsWith(one.leadId)) this.wrong.push(`wanted ${one.name}, got ${this.page.url()}`);
    await this.page.getByRole('heading', { level: 1, name: one.name, exact: true }).waitFor();
    return one;
  }

  private async changeValue(): Promise<void> {
    const { leadId } = await this.openLead();
    await this.hit(this.page.getByRole('button', { name: /^Alterar o valor/ }).first());
    const value = 1_000 + nextNumber();
    const field = this.page.getByLabel(/^Valor de .*, em reais/);
    await field.fill(String(value));
    await this.attempt(this.mark(leadId, `value ${value}`), () => field.press('Enter'), 'Valor alterado');
  }

  private async addTag(): Promise<void> {
    const { leadId } = await this.openLead();
    const tag = `etiqueta-${nextNumber()}`;
    const field = this.page.getByLabel('Nova etiqueta').last();
    await field.fill(tag);
    await this.attempt(markOf(leadId, `tag ${tag}`), () => field.press('Enter'), `“${tag}” adicionada`);
  }

  private async writeNote(): Promise<void> {
    const { leadId } = await this.openLead();
    await this.saveNote(leadId, this.page.locator('.composer'));
  }

  /** Plans a task of today, which is late at once. */
  private async planTask(): Promise<void> {
    const { leadId } = await this.openLead();
    const text = `Enviar proposta ${nextNumber()}`;
    const composer = this.page.locator('.composer');
    await composer.getByRole('button', { name: 'Tarefa', exact: true }).click();
    await composer.getByRole('textbox', { name: 'Texto' }).fill(text);
    await composer.getByLabel('Retornar em').selectOption('Data…');
    await composer.getByLabel('Dia').fill(isoDay(Date.now()));
    await composer.getByLabel('Hora').fill('00:01');
    const save = composer.getByRole('button', { name: 'Salvar', exact: true });
    await this.attemptByClick(this.mark(leadId, `task ${text}`), save, 'Tarefa guardada.');
  }

  private async assume(): Promise<void> {
    const { leadId } = await this.openLead();
    const button = this.page.getByRole('button', { name: 'Assumir', exact: true });
    await this.attemptByClick(this.mark(leadId, `assume ${this.member.id}`), button, 'Agora o lead é seu.');
  }

  private async makeAppointment(): Promise<void> {
    const { leadId } = await this.openLead();
    await this.hit(this.page.getByRole('button', { name: 'Agendar', exact: true }));
    const number = nextNumber();
    const text = `Visita ${number}`;
    const time = `${String(8 + (number % 12)).padStart(2, '0')}:${String(number % 60).padStart(2, '0')}`;
    const dialog = this.page.getByRole('dialog');
    await dialog.getByLabel('Dia').fill(isoDay(Date.now() + this.random.int(1, 20) * DAY_MS));
    await dialog.getByLabel('Hora').fill(time);
    await dialog.getByLabel('Assunto').fill(text);
    const save = dialog.getByRole('button', { name: 'Salvar agendamento' });
    await this.attemptByClick(markOf(leadId, `appointment ${text}`), save, new RegExp(`Agendado para .*${time}`));
  }

  /** Writes a note while the session ends: signs in again, and finds the text as it was. */
  private async interrupted(): Promise<void> {
    const { leadId, name } = await this.openLead();
    const text = `Rascunho ${nextNumber()}`;
    const composer = this.page.locator('.composer');
    await this.writeDraft(composer, text);
    await this.endSession();
    await composer.getByRole('button', { name: 'Salvar', exact: true }).click();
    await this.page.getByText('Sua sessão terminou.').waitFor();
    await this.enter();
    await this.show(`leads/${leadId}`, name);
    await composer.waitFor();
    const kept = await composer.getByRole('textbox').inputValue();
    if (kept !== text) this.wrong.push(`the draft “${text}” has become “${kept}”`);
    const save = (): Promise<void> => composer.getByRole('textbox').press('Control+Enter');
    await this.attempt(this.mark(leadId, `note ${text}`), save, 'Nota guardada.');
  }
}
