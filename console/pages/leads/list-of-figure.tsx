import type { LeadCount } from '../../../src/contract/lead';
import type {
  BreakdownTotal,
  BrokenDownBy,
  ContactOutcome,
  MetricsBreakdown,
  MetricsRows,
  Period,
  Unlisted,
} from '../../../src/contract/metrics';
import { ORIGIN_WORDS, ORIGINS } from '../../../src/contract/origin';
import { count, isoDay, money, plural } from '../../format';
import { addressOf } from '../../router';
import { useChanges } from '../../use-changes';
import { useResource } from '../../use-resource';
import {
  type AttendedFigure,
  type ContactsFigure,
  type Figure,
  type FigureName,
  type ListedFigure,
  type StageFigure,
  unlistedOf,
} from '../metrics/figure-list';
import { figuresPath } from '../metrics/figures-path';
import { periodText } from '../metrics/periods';
import { countText } from './use-count';

interface ListOfProps<Of> {
  readonly figure: Of;
  readonly withoutSpam: boolean;
  /** Leads of the list; undefined while unknown. */
  readonly counted: LeadCount | undefined;
}

/** Heading of the list of a figure: its words, its value, and the counts that the list cannot show. */
export function ListOfFigure(props: ListOfProps<ListedFigure>) {
  const { figure } = props;
  if (!('kind' in figure)) return <ListOfKey {...props} figure={figure} />;
  if (figure.kind === 'attended') return <ListOfAttended {...props} figure={figure} />;
  if (figure.kind === 'stage') return <ListOfStage {...props} figure={figure} />;
  return <About title={`Leads de ${daysOf(figure.period)}${contactsText(figure)}`} />;
}

function About({ title, value }: { readonly title: string; readonly value?: string }) {
  return (
    <section class="card" aria-label="O número desta lista">
      <h2>{title}</h2>
      {value && <p>{value}</p>}
      <a href={addressOf(['leads'], {})}>Ver todos os leads</a>
    </section>
  );
}

const daysOf = (period: Period): string => periodText(period, isoDay(Date.now()));

function ListOfKey({ figure, withoutSpam, counted }: ListOfProps<Figure>) {
  const { by, key, name, period } = figure;
  const found = useResource<MetricsRows>(figuresPath('metrics/breakdown', withoutSpam, { by, ...period }));
  useChanges(['lead', 'deal'], () => void found.refresh());
  const row = key === undefined ? undefined : found.data?.rows.find((one) => one.key === key);
  const total = key === undefined ? found.data?.total : row;
  const ofKey = key === undefined ? '' : row ? KEY_TEXT[by](row.name, key === null) : '';
  const value = total && [valueOf(total, name, counted), ...unlistedOfSold(total, name)].join(' · ');
  return <About title={`${FIGURE_WORDS[name]} de ${daysOf(period)}${ofKey}`} value={value} />;
}

/** What the leads of a contact figure have in common, after the words of its period. */
function contactsText({ outcome, origin, campaign }: ContactsFigure): string {
  const ofOrigin = ORIGINS.flatMap((one) => (one === origin ? [`, origem ${ORIGIN_WORDS[one]}`] : []));
  const utm = campaign && [campaign.campaign ?? '(sem nome)', campaign.source, campaign.medium];
  const ofCampaign = utm ? `, campanha ${utm.filter((text) => text !== null).join(' / ')}` : '';
  return `${ofOrigin.join('')}${ofCampaign}${outcome ? OUTCOME_TEXT[outcome] : ''}`;
}

const OUTCOME_TEXT: Readonly<Record<ContactOutcome, string>> = {
  scheduled: ', que estão em agendamento',
  closed: ', que já compraram',
  won: ', que estão ganhos',
  lost: ', que estão perdidos',
};

function ListOfAttended({ figure, withoutSpam, counted }: ListOfProps<AttendedFigure>) {
  const found = useResource<MetricsBreakdown>(figuresPath('metrics/breakdown', withoutSpam, { ...figure.period }));
  useChanges(['lead', 'appointment'], () => void found.refresh());
  const attended = found.data?.attended;
  const value =
    attended &&
    [
      `${plural(attended.appointments, 'presença', 'presenças')}${ofLeads(attended.appointments, attended.unlisted, counted)}`,
      ...unlistedTexts(attended.unlisted),
    ].join(' · ');
  return <About title={`Presenças de ${daysOf(figure.period)}`} value={value} />;
}

function ListOfStage({ figure, withoutSpam, counted }: ListOfProps<StageFigure>) {
  const { pipelineId: pipeline_id, stageId, period } = figure;
  const found = useResource<MetricsBreakdown>(
    figuresPath('metrics/breakdown', withoutSpam, { pipeline_id, from: period?.from, to: period?.to }),
  );
  useChanges(['lead', 'deal'], () => void found.refresh());
  const stage = found.data?.pipeline.stages.find(({ id }) => id === stageId);
  const deals = stage && (period ? stage.deals_of_period : stage.open_deals);
  const value =
    deals === undefined ? undefined : `${plural(deals, 'negócio', 'negócios')}${ofLeads(deals, undefined, counted)}`;
  const ofDays = period ? `, de leads de ${daysOf(period)}` : '';
  return <About title={`Negócios em ${stage?.name ?? '…'}${ofDays}`} value={value} />;
}

/** Of how many leads deals or appointments are, where that is another number. */
function ofLeads(number: number, unlisted: Unlisted | undefined, counted: LeadCount | undefined): string {
  const listed = number - Object.values(unlisted ?? {}).reduce((sum, one) => sum + one, 0);
  return counted && counted.count !== listed ? ` de ${countText(counted)}` : '';
}

const FIGURE_WORDS: Readonly<Record<FigureName, string>> = {
  leads: 'Leads',
  won: 'Ganhos',
  sold: 'Vendido',
  lost: 'Perdidos',
};

/** Words of a row, after the words of its period. A row without a key is named like `Sem campanha`. */
const KEY_TEXT: Readonly<Record<BrokenDownBy, (name: string, isNone: boolean) => string>> = {
  origin: (name, isNone) => (isNone ? none(name) : `, origem ${name}`),
  campaign: (name, isNone) => (isNone ? none(name) : `, campanha ${name}`),
  source: (name, isNone) => (isNone ? none(name) : `, fonte ${name}`),
  stage: (name, isNone) => (isNone ? none(name) : `, etapa ${name}`),
  member: (name, isNone) => (isNone ? none(name) : ` de ${name}`),
  loss_reason: (name, isNone) => (isNone ? none(name) : `, motivo ${name}`),
};

const none = (name: string): string => `, ${name.toLowerCase()}`;

function valueOf(total: BreakdownTotal, name: FigureName, counted: LeadCount | undefined): string {
  if (name === 'leads') return count(total.leads);
  const [deals, text] =
    name === 'lost'
      ? [total.lost, plural(total.lost, 'perdido', 'perdidos')]
      : [total.won, plural(total.won, 'ganho', 'ganhos')];
  const leads = ofLeads(deals, unlistedOf(total, name), counted);
  if (name === 'sold') return leads ? `${money(total.sold)} em ${text}${leads}` : money(total.sold);
  return leads ? `${text}${leads}` : count(deals);
}

function unlistedOfSold(total: BreakdownTotal, name: FigureName): string[] {
  const texts = unlistedTexts(unlistedOf(total, name));
  return name === 'sold' && texts.length > 0 ? [...texts, `${money(total.unlisted.sold)} fora da lista`] : texts;
}

const unlistedTexts = ({ without_lead, erased, of_colleagues }: Unlisted): string[] =>
  [
    without_lead > 0 ? `${count(without_lead)} sem cadastro` : '',
    erased > 0 ? plural(erased, 'apagado', 'apagados') : '',
    of_colleagues > 0 ? `${count(of_colleagues)} de colegas` : '',
  ].filter((text) => text !== '');
