import type { BreakdownTotal, BrokenDownBy, Period, Unlisted } from '../../src/contract/metrics';
import type { Origin } from '../../src/contract/origin';
import { HOUR_MS } from '../../src/contract/durations';

/** What an account has sold, kept in memory, and its figures as their definitions say, without SQL. */

export interface SoldStage {
  readonly id: string;
  readonly pipelineId: string;
  readonly isWon: boolean;
  readonly isLost: boolean;
  readonly isScheduling: boolean;
  /** For sales, or with a value. */
  readonly isSale: boolean;
}

interface Closing {
  readonly isWon: boolean;
  readonly stageId: string;
  readonly at: string;
  /** Reais; null: unknown, or of a loss. */
  readonly value: number | null;
  readonly reason: string | null;
  readonly memberId: string | null;
}

export interface SoldDeal {
  readonly id: string;
  stage: SoldStage;
  value: number | null;
  closing: Closing | undefined;
  /** What the last move left: where an undo goes back to. */
  left: { readonly stage: SoldStage; readonly closing: Closing | undefined } | undefined;
  /** Ended by an erasure: the deal is gone, how it ended stays in the sums. */
  isGone: boolean;
}

export interface SoldLead {
  readonly id: string;
  readonly createdAt: string;
  origin: Origin;
  utm: { readonly source: string | null; readonly medium: string | null; readonly campaign: string | null };
  sourceId: string | null;
  responsibleId: string | null;
  deals: SoldDeal[];
  /** Brasília days of the appointments with attendance. */
  attended: string[];
}

export interface SoldContact {
  phone: string;
  /** Brasília day. */
  readonly day: string;
  leads: SoldLead[];
  isErased: boolean;
  isSpam: boolean;
}

/** Whose figures are meant; undefined: all of the account. */
export interface Seller {
  readonly id: string;
  readonly seesOwn: boolean;
}

export interface Question {
  readonly by: BrokenDownBy;
  readonly period: Period;
  readonly withoutSpam: boolean;
  readonly seller: Seller | undefined;
}

/** The figures of a row that the model knows; the medians are not among them. */
export type ModelRow = Pick<BreakdownTotal, 'leads' | 'won' | 'sold' | 'average' | 'lost' | 'unlisted'>;

export const dayOf = (moment: string): string => new Date(Date.parse(moment) - 3 * HOUR_MS).toISOString().slice(0, 10);

const isWithin = (day: string, { from, to }: Period): boolean => from <= day && day <= to;

/** The lead that counts for a contact. */
export const oldestOf = ({ leads }: SoldContact): SoldLead | undefined =>
  [...leads].sort(
    (one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt) || (one.id < other.id ? -1 : 1),
  )[0];

interface Counted {
  readonly key: string | null;
  readonly figure: 'leads' | 'won' | 'lost';
  /** What counts once, in a row and in total. */
  readonly once: string;
  readonly value: number | null;
  readonly unlisted: keyof Unlisted | undefined;
}

const keyOfLead = (by: BrokenDownBy, lead: SoldLead): string | null => {
  if (by === 'origin') return lead.origin;
  if (by === 'campaign') return lead.utm.campaign;
  return by === 'source' ? lead.sourceId : lead.responsibleId;
};

const presentDeals = (lead: SoldLead): SoldDeal[] => lead.deals.filter(({ isGone }) => !isGone);

/** The contacts of a period, once for each key that they have. */
function contactsCounted(all: readonly SoldContact[], { by, period, seller }: Question): Counted[] {
  return all
    .filter(({ day }) => isWithin(day, period))
    .flatMap((contact): Counted[] => {
      const lead = oldestOf(contact);
      if (seller && lead?.responsibleId !== seller.id) return [];
      const unlisted = !lead ? 'without_lead' : contact.isErased ? 'erased' : undefined;
      const stages = lead ? [...new Set(presentDeals(lead).map(({ stage }) => stage.id))] : [];
      const keys =
        by === 'stage'
          ? stages.length > 0
            ? stages
            : [null]
          : [lead ? keyOfLead(by, lead) : by === 'origin' ? 'untracked' : null];
      return keys.map((key) => ({ key, figure: 'leads', once: String(all.indexOf(contact)), value: null, unlisted }));
    });
}

function closingsCounted(contacts: readonly SoldContact[], { by, period, seller }: Question): Counted[] {
  return contacts.flatMap((contact) =>
    contact.leads.flatMap((lead) =>
      lead.deals.flatMap(({ id, closing }): Counted[] => {
        if (!closing || !isWithin(dayOf(closing.at), period)) return [];
        if (seller && closing.memberId !== seller.id) return [];
        if (by === 'loss_reason' && closing.isWon) return [];
        const key =
          by === 'stage'
            ? closing.stageId
            : by === 'member'
              ? closing.memberId
              : by === 'loss_reason'
                ? closing.reason
                : keyOfLead(by, lead);
        const isHidden = seller?.seesOwn && lead.responsibleId !== null && lead.responsibleId !== seller.id;
        const unlisted = contact.isErased ? 'erased' : isHidden ? 'of_colleagues' : undefined;
        const closed: Counted = {
          key,
          figure: closing.isWon ? 'won' : 'lost',
          once: id,
          value: closing.value,
          unlisted,
        };
        return by === 'loss_reason' ? [closed, { ...closed, figure: 'leads', once: lead.id }] : [closed];
      }),
    ),
  );
}

const cents = (value: number | null): number => Math.round((value ?? 0) * 100);
const sumOf = (rows: readonly Counted[]): number => rows.reduce((sum, { value }) => sum + cents(value), 0) / 100;

/** Divides cents as the database rounds them: half away from zero. */
const average = (sold: number, count: number): number => Math.round(cents(sold) / count) / 100;

function rowOf(counted: readonly Counted[]): ModelRow {
  const of = (figure: Counted['figure'], unlisted?: keyof Unlisted): number =>
    new Set(
      counted
        .filter((one) => one.figure === figure && (unlisted === undefined || one.unlisted === unlisted))
        .map(({ once }) => once),
    ).size;
  const won = counted.filter(({ figure }) => figure === 'won');
  const valued = won.filter(({ value }) => value !== null);
  const each = (figure: Counted['figure']): Unlisted => ({
    without_lead: of(figure, 'without_lead'),
    erased: of(figure, 'erased'),
    of_colleagues: of(figure, 'of_colleagues'),
  });
  return {
    leads: of('leads'),
    won: of('won'),
    sold: sumOf(won),
    average: valued.length > 0 ? average(sumOf(valued), valued.length) : null,
    lost: of('lost'),
    unlisted: {
      leads: each('leads'),
      won: each('won'),
      lost: each('lost'),
      sold: sumOf(won.filter(({ unlisted }) => unlisted !== undefined)),
    },
  };
}

/** The rows of a breakdown by their keys, and its total. */
export function breakdownOf(all: readonly SoldContact[], question: Question) {
  const contacts = all.filter(({ isSpam }) => !(isSpam && question.withoutSpam));
  const counted = [
    ...(question.by === 'loss_reason' ? [] : contactsCounted(contacts, question)),
    ...closingsCounted(contacts, question),
  ];
  const keys = [...new Set(counted.map(({ key }) => key))];
  return {
    rows: new Map(keys.map((key) => [key, rowOf(counted.filter((one) => one.key === key))])),
    total: rowOf(counted),
  };
}

const CAMPAIGN_ORIGINS: readonly Origin[] = [
  'network_a_ads',
  'social',
  'network_b_ads',
  'organic_network_b',
  'organic',
];

/** Contacts that were won or lost, by a key of their oldest lead; a contact counts once, as won when it is both. */
function outcomes<Key>(
  contacts: readonly SoldContact[],
  keyOf: (contact: SoldContact) => Key | undefined,
  dealsOf: (contact: SoldContact) => readonly SoldDeal[],
) {
  const found = new Map<Key, { leads: number; won: number; lost: number }>();
  for (const contact of contacts) {
    const key = keyOf(contact);
    if (key === undefined) continue;
    const row = found.get(key) ?? { leads: 0, won: 0, lost: 0 };
    const deals = dealsOf(contact);
    const isWon = deals.some(({ stage }) => stage.isWon);
    row.leads++;
    if (isWon) row.won++;
    else if (deals.some(({ stage }) => stage.isLost)) row.lost++;
    found.set(key, row);
  }
  return found;
}

/** The breakdown without a key: outcomes by origin and campaign, and the deals of each stage. */
export function resultsOf(all: readonly SoldContact[], { period, withoutSpam, seller }: Omit<Question, 'by'>) {
  const isOwn = (lead: SoldLead): boolean => !seller || lead.responsibleId === seller.id;
  const ownDeals = ({ leads }: SoldContact): SoldDeal[] => leads.filter(isOwn).flatMap(presentDeals);
  const contacts = all.filter((contact) => {
    const lead = oldestOf(contact);
    const isCounted = isWithin(contact.day, period) && !(contact.isSpam && withoutSpam);
    return isCounted && (lead ? isOwn(lead) : !seller);
  });
  const campaignOf = (contact: SoldContact): string | undefined => {
    const lead = oldestOf(contact);
    if (!lead || !CAMPAIGN_ORIGINS.includes(lead.origin)) return undefined;
    const { source, medium, campaign } = lead.utm;
    return (source ?? medium ?? campaign) === null ? undefined : JSON.stringify([source, medium, campaign]);
  };
  const inStages = (isMeant: (stage: SoldStage) => boolean): number =>
    contacts.filter((contact) => ownDeals(contact).some(({ stage }) => isMeant(stage))).length;
  const meetings = (of: readonly SoldContact[]): string[] =>
    of
      .flatMap(({ leads }) => leads.filter(isOwn))
      .flatMap(({ id, attended }) => attended.filter((day) => isWithin(day, period)).map(() => id));
  const isGone = ({ isErased }: SoldContact): boolean => isErased;
  const counted = all.filter(({ isSpam }) => !(isSpam && withoutSpam));
  return {
    origins: outcomes(contacts, (contact) => oldestOf(contact)?.origin ?? 'untracked', ownDeals),
    campaigns: outcomes(contacts, campaignOf, ownDeals),
    scheduled: inStages(({ isScheduling }) => isScheduling),
    closed: inStages(({ isSale }) => isSale),
    attended: {
      appointments: meetings(counted).length,
      unlisted: { without_lead: 0, erased: meetings(counted.filter(isGone)).length, of_colleagues: 0 },
    },
    /** Those in lists, each once. */
    attendedLeads: new Set(meetings(all.filter((contact) => !isGone(contact)))),
    stage: (id: string) => {
      const ofStage = (of: readonly SoldContact[]) => of.flatMap(ownDeals).filter(({ stage }) => stage.id === id);
      const deals = ofStage(all);
      return {
        open_deals: deals.length,
        value: deals.reduce((sum, { value }) => sum + cents(value), 0) / 100,
        deals_of_period: ofStage(all.filter(({ day }) => isWithin(day, period))).length,
      };
    },
  };
}
