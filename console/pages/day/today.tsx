import type { Today } from '../../../src/contract/day/today';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import { count as number } from '../../format';
import { useMe } from '../../me';
import { addressOf, changeQuery, linkTo, useQuery, withQuery } from '../../router';
import { Button } from '../../ui/button';
import { Empty, Loaded, More } from '../../ui/loaded';
import { PageFrame } from '../../ui/page';
import { useChanges } from '../../use-changes';
import { usePages } from '../../use-pages';
import { ArrivalsButton } from './arrivals';
import { DayRow } from './day-row';
import { type DayLead, ownQuery, type DaySection, useDay, useNow, useOwn, usePipelines } from './use-day';

const TITLES: Readonly<Record<DaySection, readonly [title: string, empty: string]>> = {
  new: [
    'Novos sem contato',
    'Todo lead novo já teve contato. Aqui entram os que chegam pela API, por formulário ou por chat.',
  ],
  returned: ['Voltaram', 'Quem escreve de novo depois do último contato entra aqui. Ninguém espera resposta.'],
  due: ['Tarefas', 'Nenhuma tarefa para hoje.'],
  appointments: ['Agendamentos de hoje', 'Nenhum agendamento hoje.'],
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
    <Loaded from={day}>
      {(lists) => (
        <>
          {LISTS.every((list) => lists[list].count === 0) && (
            <Empty title="Tudo em dia">
              Um bom dia é assim: lead novo chamado em 15 minutos, nenhuma tarefa atrasada e nenhum negócio parado.
            </Empty>
          )}
          {LISTS.map((list) => (
            <Section key={list} list={list} of={lists[list]} isOwn={isOwn} pipelines={pipelines} now={now} day={day} />
          ))}
        </>
      )}
    </Loaded>
  );
}

interface SectionProps {
  readonly list: DaySection;
  readonly of: Today[DaySection];
  readonly isOwn: boolean;
  readonly pipelines: readonly OwnerPipelineView[];
  readonly now: number;
  readonly day: ReturnType<typeof useDay>;
}

function Section({
  list,
  of: { count, is_count_complete: isComplete, leads },
  isOwn,
  pipelines,
  now,
  day,
}: SectionProps) {
  const [title] = TITLES[list];
  return (
    <section class="card day" aria-labelledby={list}>
      <h2 id={list}>
        {title} <span class="badge">{`${number(count)}${isComplete ? '' : '+'}`}</span>
      </h2>
      {count === 0 && <p class="muted">{emptyText(list, isOwn)}</p>}
      <ul>
        {leads.map((lead) => (
          <DayRow
            key={lead.id}
            lead={lead}
            list={list}
            pipelines={pipelines}
            now={now}
            onDone={(isGone) => {
              if (isGone) day.leave(list, lead.id);
              return day.refresh();
            }}
          />
        ))}
      </ul>
      {leads.length < count && (
        <p class="more">
          <a
            href={list === 'appointments' ? linkTo('agenda') : addressOf(['hoje'], { lista: list })}
            aria-label={`Ver todos: ${title}`}
          >
            Ver todos
          </a>
        </p>
      )}
    </section>
  );
}

interface WholeProps {
  readonly list: DaySection;
  readonly isOwn: boolean;
  readonly onBack: () => void;
}

function Whole({ list, isOwn, onBack }: WholeProps) {
  const pages = usePages<DayLead>(withQuery('/leads', { today: list, ...ownQuery(isOwn) }));
  const pipelines = usePipelines();
  const now = useNow();
  useChanges(['lead', 'deal', 'activity', 'appointment'], () => void pages.refresh());
  const [title] = TITLES[list];
  return (
    <section class="card day" aria-labelledby={list}>
      <div class="card-head">
        <h2 id={list}>{title}</h2>
        <Button onClick={onBack}>Voltar ao dia</Button>
      </div>
      <Loaded from={pages}>
        {(leads) => (
          <>
            {leads.length === 0 && !pages.more && <p class="muted">{emptyText(list, isOwn)}</p>}
            <ul>
              {leads.map((lead) => (
                <DayRow key={lead.id} lead={lead} list={list} pipelines={pipelines} now={now} onDone={pages.refresh} />
              ))}
            </ul>
            <More of={pages} />
          </>
        )}
      </Loaded>
    </section>
  );
}
