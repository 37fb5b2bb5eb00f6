import { randomUUID } from 'node:crypto';
import { DAY_MS } from '../../src/contract/durations';
import type { OwnerDeal } from '../../src/contract/deal';
import type { LeadDetail, LeadView, OwnerLead } from '../../src/contract/lead';
import type { Period } from '../../src/contract/metrics';
import type { OwnerPipelineView } from '../../src/contract/pipeline';
import type { Partner, TestApp } from './app';
import { ok } from './http-client';
import { memberCalls, type SignedIn } from './member-calls';
import { phones } from './phones';
import { dayOf, type SoldContact, type SoldDeal, type SoldLead, type SoldStage } from './sales-model';

/** Random work with sales over HTTP, which the model of sales follows. */

const PIPELINE = {
  name: 'Renovação',
  stages: [
    { name: 'Entrada', is_entry: true },
    { name: 'Renovado', is_won: true },
    { name: 'Ampliado', is_won: true },
    { name: 'Cancelado', is_lost: true },
  ],
};
const REASONS = [undefined, 'Preço', 'none', 'Sem retorno depois de três ligações e duas mensagens'];
const VALUES = [null, 0, 10, 99.99, 1234.56, 0.01];
const ORIGINS = ['social', 'direct', 'referral', 'network_a_ads'] as const;
const CAMPAIGNS = [undefined, 'natal', 'none', 'uma campanha com um nome que não cabe em poucas letras'];

/** Days of Brasília: the month before, this one, and the last day of the month before. */
export function periodsAt(now: Date): readonly Period[] {
  const today = dayOf(now.toISOString());
  const first = `${today.slice(0, 8)}01`;
  const last = dayOf(new Date(Date.parse(`${first}T12:00:00Z`) - DAY_MS).toISOString());
  return [
    { from: `${last.slice(0, 8)}01`, to: last },
    { from: first, to: today },
    { from: last, to: last },
  ];
}

/** A generator of chances that a seed repeats (mulberry32). */
function chances(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { next, pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T };
}

type Work = () => Promise<void>;

export class SalesWorld {
  readonly contacts: SoldContact[] = [];
  readonly pipelines: OwnerPipelineView[] = [];
  readonly sellers: SignedIn[] = [];
  private readonly chance: ReturnType<typeof chances>;
  private readonly nextPhone = phones();
  private readonly stages = new Map<string, SoldStage>();
  private readonly sources = [randomUUID(), randomUUID()];
  private moments: string[] = [];

  constructor(
    private readonly test: TestApp,
    private readonly partner: Partner,
    seed: number,
  ) {
    this.chance = chances(seed);
  }

  async begin(): Promise<void> {
    const { owner } = this.partner;
    await ok(owner.post('/pipelines', PIPELINE));
    const { join } = memberCalls(this.test);
    this.sellers.push(await join(this.partner, 'seller', 'Ana'), await join(this.partner, 'seller', 'Bia'));
    this.pipelines.push(...(await ok(owner.get<OwnerPipelineView[]>('/pipelines'))));
    for (const { id: pipelineId, stages } of this.pipelines)
      for (const { id, is_won: isWon, is_lost: isLost, is_scheduling: isScheduling, is_sale, value } of stages)
        this.stages.set(id, { id, pipelineId, isWon, isLost, isScheduling, isSale: is_sale || value !== null });
    const [before, , lastDay] = periodsAt(new Date());
    const ofDay = (day = ''): string[] => [`${day}T00:00:00.000-03:00`, `${day}T23:59:59.999-03:00`];
    const dayBefore = dayOf(new Date(Date.parse(`${before?.from}T12:00:00Z`) - DAY_MS).toISOString());
    this.moments = [
      ...ofDay(dayBefore),
      ...ofDay(before?.from),
      ...ofDay(lastDay?.from),
      `${before?.from.slice(0, 8)}15T12:00:00Z`,
    ];
  }

  /** Does one thing that people do, by chance. */
  async step(): Promise<void> {
    const works: readonly (readonly [Work, weight: number])[] = [
      [() => this.submit(), 3],
      [() => this.chat(), 2],
      [() => this.enter(), 5],
      [() => this.move(), 10],
      [() => this.undo(), 3],
      [() => this.correct(), 4],
      [() => this.setValue(), 2],
      [() => this.addDeal(), 3],
      [() => this.assign(), 7],
      [() => this.meet(), 3],
      [() => this.merge(), 2],
      [() => this.correctPhone(), 2],
      [() => this.erase(), 2],
    ];
    await this.chance.pick(works.flatMap(([work, weight]) => Array.from({ length: weight }, () => work)))();
  }

  private readonly living = (): SoldContact[] => this.contacts.filter(({ isErased }) => !isErased);
  private readonly leads = (): SoldLead[] => this.living().flatMap(({ leads }) => leads);

  private newLead(view: LeadView, sourceId: string | null = null): SoldLead {
    const { id, created_at: createdAt, origin = 'untracked', utm } = view;
    return {
      id,
      createdAt,
      origin,
      utm: { source: utm?.source ?? null, medium: utm?.medium ?? null, campaign: utm?.campaign ?? null },
      sourceId,
      responsibleId: null,
      deals: view.deals.map((deal) => this.newDeal(deal, null)),
      attended: [],
    };
  }

  private stage(id: string): SoldStage {
    const stage = this.stages.get(id);
    if (!stage) throw new Error('the model does not know a stage');
    return stage;
  }

  /** A deal that was made in a stage for ended deals ended at once. */
  private newDeal(
    { id, stage_id, value, created_at: at }: LeadView['deals'][number],
    memberId: string | null,
  ): SoldDeal {
    const stage = this.stage(stage_id);
    const { isWon, isLost } = stage;
    const closing = { isWon, stageId: stage.id, at, value: isWon ? value : null, reason: null, memberId };
    return { id, stage, value, closing: isWon || isLost ? closing : undefined, left: undefined, isGone: false };
  }

  private async submit(): Promise<void> {
    const phone = this.nextPhone.mobile();
    const utm_campaign = this.chance.pick(CAMPAIGNS);
    const attribution = { utm_source: this.chance.pick(['news', 'instagram']), utm_medium: 'email', utm_campaign };
    const sent = { phone, ...(this.chance.next() < 0.7 && { attribution }) };
    const { lead } = await ok(this.partner.api.post<{ lead: LeadView }>('/leads', sent));
    const day = dayOf(lead.created_at);
    this.contacts.push({ phone, day, leads: [this.newLead(lead)], isErased: false, isSpam: false });
  }

  private async chat(): Promise<void> {
    const phone = this.nextPhone.mobile();
    const body = { phone, channel: 'chat', created_at: this.chance.pick(this.moments) };
    const { created_at: at } = await ok(this.partner.staff.post<{ created_at: string }>('/conversations', body));
    this.contacts.push({ phone, day: dayOf(at), leads: [], isErased: false, isSpam: false });
  }

  /** A lead by hand, perhaps of a known phone, and then perhaps older than the other lead. */
  private async enter(): Promise<void> {
    const known = this.chance.next() < 0.4 ? this.chance.pick(this.living()) : undefined;
    const phone = known?.phone ?? this.nextPhone.mobile();
    const stages = [...this.stages.values()].filter(() => this.chance.next() < 0.2);
    const lead = await ok(
      this.partner.staff.post<LeadView>('/leads', {
        phone,
        allow_duplicate: true,
        created_at: this.chance.pick(this.moments),
        origin: this.chance.pick(ORIGINS),
        deals: stages.map(({ id }) => ({ stage_id: id, value: this.chance.pick(VALUES) ?? undefined })),
      }),
    );
    const sourceId = this.chance.pick([null, ...this.sources]);
    await this.partner.sql('update leads set source_id = $3 where account_id = $1 and id = $2', lead.id, sourceId);
    const made = this.newLead(lead, sourceId);
    if (known) known.leads.push(made);
    else this.contacts.push({ phone, day: dayOf(lead.created_at), leads: [made], isErased: false, isSpam: false });
  }

  private dealOf(isWanted: (deal: SoldDeal) => boolean) {
    const found = this.leads().flatMap((lead) => lead.deals.filter(isWanted).map((deal) => ({ lead, deal })));
    return found.length > 0 ? this.chance.pick(found) : undefined;
  }

  private async move(): Promise<void> {
    const found = this.dealOf(() => true);
    if (!found) return;
    const { pipelineId, id } = found.deal.stage;
    const others = [...this.stages.values()].filter((one) => one.pipelineId === pipelineId && one.id !== id);
    await this.end(found, this.chance.pick(others));
  }

  /** Corrects how a deal ended: the same stage again. */
  private async correct(): Promise<void> {
    const found = this.dealOf(({ closing }) => closing !== undefined);
    if (found) await this.end(found, found.deal.stage);
  }

  private async end({ lead, deal }: { lead: SoldLead; deal: SoldDeal }, stage: SoldStage): Promise<void> {
    const { isWon, isLost } = stage;
    const value = isWon && this.chance.next() < 0.5 ? this.chance.pick(VALUES) : undefined;
    const reason = isLost ? this.chance.pick(REASONS) : undefined;
    const at = (isWon || isLost) && this.chance.next() < 0.7 ? this.chance.pick(this.moments) : undefined;
    const body = { stage_id: stage.id, closed_value: value, reason, closed_at: at };
    const moved = await ok(this.partner.owner.put<OwnerDeal>(`/deals/${deal.id}/stage`, body));
    if (deal.stage !== stage) deal.left = { stage: deal.stage, closing: deal.closing };
    deal.stage = stage;
    if (!isWon && !isLost) {
      deal.closing = undefined;
      return;
    }
    const before = deal.closing?.isWon === isWon ? deal.closing : undefined;
    deal.closing = {
      isWon,
      stageId: stage.id,
      at: at ?? before?.at ?? moved.closed_at ?? '',
      value: isWon ? (value !== undefined ? value : before ? before.value : deal.value) : null,
      reason: isLost ? (reason ?? before?.reason ?? null) : null,
      memberId: before ? before.memberId : lead.responsibleId,
    };
  }

  /** Takes the last move back; a second time, the undo. */
  private async undo(): Promise<void> {
    const found = this.dealOf(({ left }) => left !== undefined);
    if (!found?.deal.left) return;
    const { deal } = found;
    const { stage, closing } = found.deal.left;
    await ok(this.partner.owner.put(`/deals/${deal.id}/stage`, { stage_id: stage.id, undo: true }));
    Object.assign(deal, { stage, closing, left: { stage: deal.stage, closing: deal.closing } });
  }

  private async setValue(): Promise<void> {
    const found = this.dealOf(() => true);
    if (!found) return;
    const value = this.chance.pick(VALUES);
    await ok(this.partner.owner.patch(`/deals/${found.deal.id}`, { value }));
    found.deal.value = value;
  }

  /** A further sale: every deal of the lead in the pipeline has ended. */
  private async addDeal(): Promise<void> {
    const stage = this.chance.pick([...this.stages.values()]);
    const free = this.leads().filter(({ deals }) =>
      deals.every((deal) => deal.stage.pipelineId !== stage.pipelineId || deal.closing),
    );
    if (free.length === 0) return;
    const lead = this.chance.pick(free);
    const body = { stage_id: stage.id, value: this.chance.pick(VALUES) };
    const made = await ok(this.partner.owner.post<OwnerDeal>(`/leads/${lead.id}/deals`, body));
    lead.deals.push(this.newDeal(made, lead.responsibleId));
  }

  private async assign(): Promise<void> {
    const leads = this.leads();
    if (leads.length === 0) return;
    const sold = leads.filter(({ deals }) => deals.some(({ closing }) => closing?.memberId));
    const lead = this.chance.pick(sold.length > 0 && this.chance.next() < 0.5 ? sold : leads);
    const responsible_id = this.chance.pick([null, ...this.sellers.map(({ id }) => id)]);
    await ok(this.partner.owner.patch<OwnerLead>(`/leads/${lead.id}`, { responsible_id }));
    lead.responsibleId = responsible_id;
  }

  /** An appointment to which the person came. */
  private async meet(): Promise<void> {
    const leads = this.leads();
    if (leads.length === 0) return;
    const lead = this.chance.pick(leads);
    const starts_at = this.chance.pick(this.moments);
    await ok(this.partner.owner.post('/appointments', { lead_id: lead.id, starts_at, attended: true }));
    lead.attended.push(dayOf(starts_at));
  }

  /** The survivor's own facts are read from the answer; the sales are the model's. */
  private async merge(): Promise<void> {
    const several = this.living().filter(({ leads }) => leads.length > 1);
    if (several.length === 0) return;
    const contact = this.chance.pick(several);
    const [from, into] = [...contact.leads].sort(() => this.chance.next() - 0.5);
    if (!from || !into) return;
    const survivor = await ok(this.partner.owner.post<LeadDetail>(`/leads/${from.id}/merge`, { into: into.id }));
    contact.leads = contact.leads.filter((lead) => lead !== from);
    const { origin, utm, sourceId } = this.newLead(survivor, survivor.source?.id ?? into.sourceId ?? from.sourceId);
    const responsibleId = into.responsibleId ?? from.responsibleId;
    Object.assign(into, {
      origin,
      utm,
      sourceId,
      responsibleId,
      deals: [...into.deals, ...from.deals],
      attended: [...into.attended, ...from.attended],
    });
  }

  /** Gives a lead another number: one of nobody, or of a contact without a lead, which stays in the counts. */
  private async correctPhone(): Promise<void> {
    const contacts = this.living().filter(({ leads }) => leads.length > 0);
    if (contacts.length === 0) return;
    const contact = this.chance.pick(contacts);
    const lead = this.chance.pick(contact.leads);
    const other = this.living().find(({ leads }) => leads.length === 0);
    const phone = other?.phone ?? this.nextPhone.mobile();
    await ok(this.partner.owner.patch(`/leads/${lead.id}`, { phone }));
    if (other) other.isErased = true;
    if (contact.leads.length === 1) {
      contact.phone = phone;
      return;
    }
    contact.leads = contact.leads.filter((one) => one !== lead);
    this.contacts.push({ phone, day: dayOf(lead.createdAt), leads: [lead], isErased: false, isSpam: false });
  }

  private async erase(): Promise<void> {
    const contacts = this.living().filter(({ leads }) => leads.length > 0);
    if (contacts.length === 0) return;
    const contact = this.chance.pick(contacts);
    contact.isErased = true;
    contact.isSpam = this.chance.next() < 0.5;
    const lead_ids = contact.leads.slice(0, 1).map(({ id }) => id);
    const reason = contact.isSpam ? 'spam' : undefined;
    await ok(this.partner.owner.post('/leads/bulk', { lead_ids, erase: true, reason }));
    for (const lead of contact.leads) {
      lead.utm = { source: null, medium: null, campaign: null };
      for (const deal of lead.deals) {
        deal.isGone = true;
        deal.closing &&= { ...deal.closing, reason: null };
      }
    }
  }
}
