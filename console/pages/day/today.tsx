import type { Today } from '../../../src/contract/day/today';
import type { LeadView } from '../../../src/contract/lead';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import { count as number, isoTime, plural } from '../../format';
import { useMay, useMe } from '../../me';
import { addressOf, changeQuery, linkTo, useQuery, withQuery } from '../../router';
import { Button } from '../../ui/button';
import { Empty, Loaded, More } from '../../ui/loaded';
import { PageFrame } from '../../ui/page';
import { useActed } from '../../use-acted';
import { useChanges } from '../../use-changes';
import { usePages } from '../../use-pages';
import { useResource } from '../../use-resource';
import { optionsOf } from '../../words';
import { ArrivalsButton } from './arrivals';
import { DayRow } from './day-row';
import { type DayLead, ownQuery, type DaySection, useDay, useNow, useOwn, usePipelines } from './use-day';

const TITLES: Readonly<Record<DaySection, readonly [title: string, empty: string]>> = {
  appointments: ['Agendamentos de hoje', 'Nenhum agendamento hoje.'],
  new: [
    'Novos sem contato',
    'Nenhum lead novo espera contato. Aqui entram os que chegam pela API, por formulário ou por chat.',
  ],
  returned: ['Voltaram', 'Quem escreve de novo depois do último contato entra aqui. Ninguém espera resposta.'],
  due: ['Tarefas', 'Nenhuma tarefa para hoje.'],
  idle: ['Parados', 'Nenhum negócio parado.'],
};
const NONE_OWN = 'Nenhum lead novo seu espera contato. Os que não têm responsável estão em “Todos”.';
const LISTS = Object.keys(TITLES) as DaySection[];

const emptyText = (list: DaySection, isOwn: boolean): string => (list === 'new' && isOwn ? NONE_OWN : TITLES[list][1]);

/** What is to be done today, as five lists; or one of them, whole. */
export function TodayPage() {
  const { member } = useMe();
  const [isOwn, setOwn] = useOwn('day', member !== null);
  const { lista } = useQuery();
  const whole = LISTS.find((list) => list === lista);
  const choice = (text: string, own: boolean) => (
    <Button isPressed={isOwn === own} onClick={() => setOwn(own)}>
      {text}
    </Button>
  );
  return (
    <PageFrame
      title="Hoje"
      actions={
        <>
          {member && choice('Meus', true)}
          {member && choice('Todos', false)}
          <ArrivalsButton />
        </>
      }
    >
      {whole ? (
        <Whole key={`${whole} ${isOwn}`} list={whole} isOwn={isOwn} onBack={() => changeQuery({ lista: '' })} />
      ) : (
        <Day isOwn={isOwn} />
      )}
    </PageFrame>
  );
}

function Day({ isOwn }: { readonly isOwn: boolean }) {
  const day = useDay(isOwn);
  const pipelines = usePipelines();
  const now = useNow();
  return (
    <div class="desk">
      <Loaded from={day}>
        {(lists) => (
          <>
            <Counts of={lists} now={now} isOwn={isOwn} />
            {LISTS.every((list) => lists[list].count === 0) && <NothingToDo />}
            {LISTS.map((list) => (
              <Section key={list} {...{ list, isOwn, pipelines, now }} of={lists[list]} refresh={day.refresh} />
            ))}
          </>
        )}
      </Loaded>
    </div>
  );
}

/** Says whether the work is done, or no lead has come yet. */
function NothingToDo() {
  const newest = useResource<LeadView[]>('/leads?limit=1');
  const canBegin = useMay()('sources');
  useChanges(['lead'], () => void newest.refresh());
  if (!newest.data) return null;
  if (newest.data.length > 0)
    return (
      <Empty title="Tudo em dia">
        Um bom dia é assim: lead novo chamado em 15 minutos, nenhuma tarefa atrasada e nenhum negócio parado.
      </Empty>
    );
  if (!canBegin) return <Empty title="Nenhum lead ainda">Os leads novos aparecem aqui assim que chegam.</Empty>;
  return (
    <Empty title="Nenhum lead ainda">
      Traga os que você já tem, e ligue o lugar onde os novos nascem. <a href={linkTo('')}>Ver os primeiros passos</a>
    </Empty>
  );
}

const COUNT_WORDS: Readonly<Record<Exclude<DaySection, 'appointments'>, string>> = {
  due: 'Tarefas',
  new: 'Novos',
  returned: 'Voltaram',
  idle: 'Parados',
};

/** Goes to a list of the day, for the keyboard too. */
function jumpTo(list: DaySection): void {
  const heading = document.getElementById(list);
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}

interface CountsProps extends Pick<ListProps, 'now' | 'isOwn'> {
  readonly of: Today;
}

/** The next appointment, and how much there is of the rest. */
function Counts({ of, now, isOwn }: CountsProps) {
  const next = of.appointments.leads.find(({ appointment: one }) => Date.parse(one.starts_at) > now && !one.attended);
  return (
    <div class="day-counts" role="group" aria-label="O que há hoje" tabIndex={0}>
      <Button
        kind="quiet"
        icon="calendar"
        disabled={of.appointments.count === 0}
        onClick={() => jumpTo('appointments')}
      >
        {next
          ? `${isoTime(next.appointment.starts_at)} ${next.name ?? 'Sem nome'}`
          : plural(of.appointments.count, 'agendamento', 'agendamentos')}
      </Button>
      {optionsOf(COUNT_WORDS).map((list) => (
        <Button key={list} kind="quiet" disabled={of[list].count === 0} onClick={() => jumpTo(list)}>
          {COUNT_WORDS[list]} <strong>{countText(of[list])}</strong>
        </Button>
      ))}
      <Stepless of={of.without_next_step} isOwn={isOwn} />
    </div>
  );
}

interface SteplessProps extends Pick<ListProps, 'isOwn'> {
  readonly of: Today['without_next_step'];
}

/** Link to the leads for which nothing is planned. */
function Stepless({ of, isOwn }: SteplessProps) {
  if (of.count === 0 && of.is_count_complete) return null;
  return (
    <a class="button quiet" href={addressOf(['leads'], { without_next_step: 'true', ...ownQuery(isOwn) })}>
      Sem próximo passo <strong>{countText(of)}</strong>
    </a>
  );
}

/** A count; of more than are counted, that there are more. */
const countText = ({
  count,
  is_count_complete: isComplete,
}: Pick<Today['new'], 'count' | 'is_count_complete'>): string =>
  isComplete ? number(count) : `mais de ${number(count)}`;

interface ListProps {
  readonly list: DaySection;
  readonly isOwn: boolean;
  readonly pipelines: readonly OwnerPipelineView[];
  readonly now: number;
  readonly refresh: () => Promise<void>;
}

interface SectionProps extends ListProps {
  readonly of: Today[DaySection];
}

function Section({ of: { count, is_count_complete, leads }, ...list }: SectionProps) {
  const { list: name, isOwn } = list;
  const [title] = TITLES[name];
  const acted = useActed<DayLead>(leads);
  return (
    <section class="card day" aria-labelledby={name}>
      <div class="day-head">
        <h2 id={name} tabIndex={-1}>
          {title} <span class="badge">{countText({ count: count - acted.leaving, is_count_complete })}</span>
        </h2>
        {count === 0 && <p class="muted">{emptyText(name, isOwn)}</p>}
        {leads.length < count && (
          <a
            href={name === 'appointments' ? linkTo('agenda') : addressOf(['hoje'], { lista: name })}
            aria-label={`Ver todos: ${title}`}
          >
            Ver todos
          </a>
        )}
      </div>
      <Rows {...list} acted={acted} />
    </section>
  );
}

interface RowsProps extends Omit<ListProps, 'isOwn'> {
  readonly acted: ReturnType<typeof useActed<DayLead>>;
}

function Rows({ acted: { rows, act, hold, actedOn }, ...list }: RowsProps) {
  return (
    <ul>
      {rows.map((lead) => (
        <DayRow
          key={lead.id}
          {...list}
          lead={lead}
          acted={actedOn(lead.id)}
          onActed={(done, undo) => act(lead, done, undo)}
          onHold={(isHeld) => hold(lead, isHeld)}
        />
      ))}
    </ul>
  );
}

interface WholeProps {
  readonly list: DaySection;
  readonly isOwn: boolean;
  readonly onBack: () => void;
}

/** Rows of a page. */
const PAGE = '20';

function Whole({ list, isOwn, onBack }: WholeProps) {
  const pages = usePages<DayLead>(withQuery('/leads', { today: list, limit: PAGE, ...ownQuery(isOwn) }));
  const pipelines = usePipelines();
  const now = useNow();
  const acted = useActed<DayLead>(pages.data ?? NONE);
  useChanges(['lead', 'deal', 'activity', 'appointment'], () => void pages.refresh());
  const [title] = TITLES[list];
  return (
    <section class="card day" aria-labelledby={list}>
      <div class="day-head">
        <h2 id={list}>{title}</h2>
        <Button onClick={onBack}>Voltar ao dia</Button>
      </div>
      <Loaded from={pages}>
        {(leads) => (
          <>
            {leads.length === 0 && !pages.more && <p class="muted">{emptyText(list, isOwn)}</p>}
            <Rows {...{ list, pipelines, now, acted }} refresh={pages.refresh} />
            <More of={pages} />
          </>
        )}
      </Loaded>
    </section>
  );
}

const NONE: readonly DayLead[] = [];
