import type {
  BreakdownTotal,
  BrokenDownBy,
  CampaignCount,
  ContactOutcome,
  Period,
} from '../../../src/contract/metrics';
import { BROKEN_DOWN_BY, CONTACT_OUTCOMES } from '../../../src/contract/metrics';
import type { RouteQuery, ShownPage } from '../../router';

/** Which list of leads a figure has. The console opens it, and the tests count it. */

const FIGURE_NAMES = ['leads', 'won', 'sold', 'lost'] as const;
export type FigureName = (typeof FIGURE_NAMES)[number];

/** A figure of GET /metrics/breakdown by a key. */
export interface Figure {
  readonly name: FigureName;
  readonly by: BrokenDownBy;
  /** Key of the row; undefined: the total. */
  readonly key?: string | null;
  readonly period: Period;
}

/** Contacts of a period, or those with an outcome, perhaps of an origin or a campaign. */
export interface ContactsFigure {
  readonly kind: 'contacts';
  readonly outcome?: ContactOutcome;
  readonly origin?: string;
  readonly campaign?: Campaign;
  readonly period: Period;
}

export type Campaign = Pick<CampaignCount, 'source' | 'medium' | 'campaign'>;

/** Appointments of a period with attendance. */
export interface AttendedFigure {
  readonly kind: 'attended';
  readonly period: Period;
}

/** Deals that are in a stage now. */
export interface StageFigure {
  readonly kind: 'stage';
  readonly pipelineId: string;
  readonly stageId: string;
  /** Of contacts of these days; else all. */
  readonly period?: Period;
}

/** A figure of the dashboard that has a list of leads. */
export type ListedFigure = Figure | ContactsFigure | AttendedFigure | StageFigure;

/** The filters of a row's leads, or of its closed deals. */
type KeyFilters = Readonly<Record<BrokenDownBy, (key: string | null) => ShownPage>>;

const OF_LEAD = {
  origin: (key) => ({ origin: key ?? undefined }),
  campaign: (key) => (key === null ? { without_campaign: 'true' } : { utm_campaign: key }),
  source: (key) => ({ source: key ?? 'none' }),
} satisfies Partial<KeyFilters>;

const reasonOf = (key: string | null): ShownPage =>
  key === null ? { without_loss_reason: 'true' } : { loss_reason: key };

const OF_CONTACT: KeyFilters = {
  ...OF_LEAD,
  stage: (key) => ({ stage_id: key ?? 'none' }),
  member: (key) => ({ responsible: key ?? 'none' }),
  loss_reason: reasonOf,
};

const OF_CLOSING: KeyFilters = {
  ...OF_LEAD,
  stage: (key) => ({ closed_stage_id: key ?? undefined }),
  member: (key) => ({ closed_by: key ?? 'none' }),
  loss_reason: reasonOf,
};

/** Leads by reason are those that were lost. */
const isOfContacts = ({ name, by }: Pick<Figure, 'name' | 'by'>): boolean => name === 'leads' && by !== 'loss_reason';

/** The filters of GET /leads for the leads that a figure counts; a seller's figures count own ones. */
export function leadsOf(figure: ListedFigure, isSeller: boolean): ShownPage {
  if (!('kind' in figure)) return leadsOfKey(figure, isSeller);
  if (figure.kind === 'contacts') return withOutcome(figure, isSeller);
  const responsible = isSeller ? 'me' : undefined;
  const { period } = figure;
  if (figure.kind === 'attended') return { responsible, attended_from: period?.from, attended_to: period?.to };
  const { pipelineId: pipeline_id, stageId: stage_id } = figure;
  return { pipeline_id, stage_id, responsible, contact_from: period?.from, contact_to: period?.to };
}

const withOutcome = ({ outcome, origin, campaign, period }: ContactsFigure, isSeller: boolean): ShownPage => ({
  ...leadsOfKey({ name: 'leads', by: 'origin', key: origin, period }, isSeller),
  ...(campaign && ofCampaign(campaign)),
  contact_outcome: outcome,
});

const ofCampaign = ({ source, medium, campaign }: Campaign): ShownPage => ({
  of_campaign: 'true',
  ...(source === null ? { without_utm_source: 'true' } : { utm_source: source }),
  ...(medium === null ? { without_utm_medium: 'true' } : { utm_medium: medium }),
  ...OF_LEAD.campaign(campaign),
});

function leadsOfKey(figure: Figure, isSeller: boolean): ShownPage {
  const { name, by, key, period } = figure;
  const days = { from: period.from, to: period.to };
  if (isOfContacts(figure)) {
    const ofKey = key === undefined ? {} : OF_CONTACT[by](key);
    const own = isSeller ? { responsible: 'me' } : {};
    return { ...ofKey, ...own, first_of_contact: 'true', contact_from: days.from, contact_to: days.to };
  }
  const ofKey = key === undefined ? {} : OF_CLOSING[by](key);
  const own = isSeller ? { closed_by: 'me' } : {};
  const closed_as = name === 'won' || name === 'sold' ? 'won' : 'lost';
  return { ...ofKey, ...own, closed_as, closed_from: days.from, closed_to: days.to };
}

/** The list of a figure in the console: its filters, and which figure it is. */
export const listOf = (figure: ListedFigure, isSeller: boolean, withoutSpam: boolean): ShownPage => ({
  ...leadsOf(figure, isSeller),
  figure: nameOf(figure),
  without_spam: withoutSpam ? 'true' : undefined,
});

const nameOf = (figure: ListedFigure): string =>
  'kind' in figure ? figure.kind : `${figure.by}.${figure.name}${figure.key === undefined ? '.total' : ''}`;

/** The figure whose list an address shows; undefined for any other list. */
export function figureOf(query: RouteQuery): ListedFigure | undefined {
  const contact = daysIn(query.contact_from, query.contact_to);
  if (query.figure === 'contacts') return contact && contactsIn(query, contact);
  if (query.figure === 'attended') {
    const period = daysIn(query.attended_from, query.attended_to);
    return period && { kind: 'attended', period };
  }
  if (query.figure !== 'stage') return keyFigureIn(query);
  const { pipeline_id: pipelineId, stage_id: stageId } = query;
  return pipelineId && stageId ? { kind: 'stage', pipelineId, stageId, period: contact } : undefined;
}

const daysIn = (from: string | undefined, to: string | undefined): Period | undefined =>
  from && to ? { from, to } : undefined;

function contactsIn(query: RouteQuery, period: Period): ContactsFigure {
  const { utm_source: source = null, utm_medium: medium = null, utm_campaign: campaign = null } = query;
  return {
    kind: 'contacts',
    outcome: CONTACT_OUTCOMES.find((one) => one === query.contact_outcome),
    origin: query.origin,
    campaign: query.of_campaign ? { source, medium, campaign } : undefined,
    period,
  };
}

function keyFigureIn(query: RouteQuery): Figure | undefined {
  const [by, name, total] = (query.figure ?? '').split('.');
  const figure = { by: BROKEN_DOWN_BY.find((one) => one === by), name: FIGURE_NAMES.find((one) => one === name) };
  if (!figure.by || !figure.name) return undefined;
  const isContact = isOfContacts({ by: figure.by, name: figure.name });
  const period = isContact ? daysIn(query.contact_from, query.contact_to) : daysIn(query.closed_from, query.closed_to);
  if (!period) return undefined;
  const found = { by: figure.by, name: figure.name, period };
  return total ? found : { ...found, key: keyIn(query, figure.by, isContact) };
}

function keyIn(query: RouteQuery, by: BrokenDownBy, isContact: boolean): string | null {
  const key: Record<BrokenDownBy, string | undefined> = {
    origin: query.origin,
    campaign: query.utm_campaign,
    source: query.source,
    stage: isContact ? query.stage_id : query.closed_stage_id,
    member: isContact ? query.responsible : query.closed_by,
    loss_reason: query.loss_reason,
  };
  const found = key[by];
  return found === undefined || (found === 'none' && ['source', 'stage', 'member'].includes(by)) ? null : found;
}

/** What the list of a figure cannot show. */
export const unlistedOf = ({ unlisted }: BreakdownTotal, name: FigureName) => unlisted[name === 'sold' ? 'won' : name];
