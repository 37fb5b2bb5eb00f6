import type { BreakdownTotal, BrokenDownBy, MetricsRows } from '../../../src/contract/metrics';
import { count, isoDay, money, plural } from '../../format';
import { addressOf } from '../../router';
import { useChanges } from '../../use-changes';
import { useResource } from '../../use-resource';
import { type Figure, type FigureName, unlistedOf } from '../metrics/figure-list';
import { figuresPath } from '../metrics/figures-path';
import { periodText } from '../metrics/periods';

interface ListOfFigureProps {
  readonly figure: Figure;
  readonly withoutSpam: boolean;
}

/** Heading of the list of a figure: its words, its value, and the counts that the list cannot show. */
export function ListOfFigure({ figure, withoutSpam }: ListOfFigureProps) {
  const { by, key, name, period } = figure;
  const found = useResource<MetricsRows>(figuresPath('metrics/breakdown', withoutSpam, { by, ...period }));
  useChanges(['lead', 'deal'], () => void found.refresh());
  const row = key === undefined ? undefined : found.data?.rows.find((one) => one.key === key);
  const total = key === undefined ? found.data?.total : row;
  const ofKey = key === undefined ? '' : row ? KEY_TEXT[by](row.name, key === null) : '';
  return (
    <section class="card" aria-label="O número desta lista">
      <h2>{`${FIGURE_WORDS[name]} de ${periodText(period, isoDay(Date.now()))}${ofKey}`}</h2>
      {total && <p>{[valueOf(total, name), ...unlistedTexts(total, name)].join(' · ')}</p>}
      <a href={addressOf(['leads'], {})}>Ver todos os leads</a>
    </section>
  );
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

const valueOf = (total: BreakdownTotal, name: FigureName): string =>
  name === 'sold' ? money(total.sold) : count(total[name]);

function unlistedTexts(total: BreakdownTotal, name: FigureName): string[] {
  const { without_lead, erased, of_colleagues } = unlistedOf(total, name);
  const texts = [
    without_lead > 0 ? `${count(without_lead)} sem cadastro` : '',
    erased > 0 ? plural(erased, 'apagado', 'apagados') : '',
    of_colleagues > 0 ? `${count(of_colleagues)} de colegas` : '',
  ].filter((text) => text !== '');
  return name === 'sold' && texts.length > 0 ? [...texts, `${money(total.unlisted.sold)} fora da lista`] : texts;
}
