import type { ComponentChildren } from 'preact';
import type { Ending } from '../../../src/contract/deal';
import type { AlsoSent } from '../../../src/contract/submission';
import type { TimelineEntry } from '../../../src/contract/timeline';
import { dateTime, fullDay, money } from '../../format';
import { Loaded, More } from '../../ui/loaded';
import { ALSO_SENT_WORDS, DONE_WORDS, CHANGED_BY_WORDS, optionsOf, SUBMISSION_WORDS } from '../../words';
import { ActivityEntry } from '../activities/activity-entry';
import { closingText, valueText } from '../../money-changes';
import { assignmentText } from './assignment-text';
import { type Names, type OpenLead, stageOfDeal } from './open-lead';

export function Timeline({ of: open }: { readonly of: OpenLead }) {
  const { timeline } = open;
  return (
    <section class="card">
      <h2>Linha do tempo</h2>
      <Loaded from={timeline}>
        {(entries) =>
          entries.length === 0 ? (
            <p class="muted">Nada aconteceu ainda.</p>
          ) : (
            <>
              <ol class="timeline">
                {entries.map((entry) => (
                  <li key={entry.id} class={toneOf(entry, open)}>
                    <Entry of={entry} open={open} />
                  </li>
                ))}
              </ol>
              <More of={timeline} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

/** Fixed colours of a gain and a loss. */
function toneOf({ move }: TimelineEntry, { pipelines }: OpenLead): string | undefined {
  const to = move && stageOfDeal(pipelines, move.to_stage_id);
  if (to?.is_won) return 'won';
  return to?.is_lost ? 'lost' : undefined;
}

function Entry({ of: entry, open }: { readonly of: TimelineEntry; readonly open: OpenLead }) {
  const { submission, note, move, value, closing, appointment, activity, assignment, merge, automation } = entry;
  const { names, lead } = open;
  if (submission) {
    const sender = submission.source ? `pela fonte ${submission.source.name}` : names.key(submission.key_id);
    return (
      <What by={`${sender} · ${dateTime(entry.at)}`}>
        {SUBMISSION_WORDS[submission.result]}
        {submission.pipeline_id && ` em ${names.pipeline(submission.pipeline_id)}`}
        {submission.also_sent && `; enviou também: ${alsoSentText(submission.also_sent)}`}
      </What>
    );
  }
  if (note) {
    return (
      <What by={[note.author, note.day && fullDay(note.day)].filter(Boolean).join(' · ')}>
        <span class="notes">
          {note.text}
          {note.cut && '…'}
        </span>
        {note.cut && <span class="small muted"> Inteira em “Anotações recebidas”.</span>}
      </What>
    );
  }
  if (move) return <Move of={move} at={entry.at} open={open} />;
  if (value) {
    return (
      <What by={`${dateTime(entry.at)} · ${changerText(value, names)}`}>
        Valor do negócio: {valueText(value.before)} → <strong>{valueText(value.after)}</strong>
      </What>
    );
  }
  if (closing) return <Closing of={closing} at={entry.at} open={open} />;
  if (appointment) return <Appointment of={appointment} at={entry.at} />;
  if (activity) {
    return <ActivityEntry of={{ id: entry.id, at: entry.at, ...activity }} onChanged={open.timeline.refresh} />;
  }
  if (assignment) return <What by={dateTime(entry.at)}>{assignmentText(assignment)}</What>;
  if (merge) {
    const merged = lead.merged_leads.find(({ id }) => id === merge.merged_lead_id)?.lead;
    return <What by={dateTime(entry.at)}>Lead mesclado neste{merged?.name && `: ${merged.name}`}</What>;
  }
  return <What by={`Automação · ${dateTime(entry.at)}`}>{automation && DONE_WORDS[automation.action]}</What>;
}

const alsoSentText = ({ value, ...texts }: AlsoSent): string => {
  const sent = { ...texts, value: value === undefined ? undefined : money(value) };
  return optionsOf(ALSO_SENT_WORDS)
    .flatMap((field) => (sent[field] === undefined ? [] : [`${ALSO_SENT_WORDS[field]} ${sent[field]}`]))
    .join(', ');
};

type Changed = Pick<NonNullable<TimelineEntry['value']>, 'changed_by' | 'key_id' | 'member'>;

interface AppointmentProps {
  readonly of: NonNullable<TimelineEntry['appointment']>;
  readonly at: string;
}

function Appointment({ of: { attended, missed, text, member }, at }: AppointmentProps) {
  const outcome = attended ? 'Veio' : missed && 'Não veio';
  return (
    <What by={[outcome, member && `com ${member.name}`].filter(Boolean).join(' · ')}>
      Agendamento: <strong>{dateTime(at)}</strong>
      {text && ` · ${text}`}
    </What>
  );
}

function changerText({ changed_by, key_id, member }: Changed, names: Names): string {
  if (member) return `por ${member.name}`;
  return CHANGED_BY_WORDS[changed_by] + (key_id ? ` (${names.key(key_id)})` : '');
}

interface ClosingProps {
  readonly of: NonNullable<TimelineEntry['closing']>;
  readonly at: string;
  readonly open: OpenLead;
}

function Closing({ of: closing, at, open: { names } }: ClosingProps) {
  const { before, after } = closing;
  const isUndone = after?.is_won !== before.is_won;
  return (
    <What by={`${dateTime(at)} · ${changerText(closing, names)}`}>
      {isUndone ? 'Fechamento desfeito' : 'Fechamento corrigido'}: {endingText(before)} →{' '}
      <strong>{after ? endingText(after) : 'em andamento'}</strong>
    </What>
  );
}

const endingText = (ending: Ending): string =>
  closingText(ending) + (ending.lost_reason === null ? '' : ` (${ending.lost_reason})`);

interface MoveProps {
  readonly of: NonNullable<TimelineEntry['move']>;
  readonly at: string;
  readonly open: OpenLead;
}

function Move({ of: move, at, open: { names } }: MoveProps) {
  return (
    <What by={`${dateTime(at)} · ${changerText({ ...move, changed_by: move.moved_by }, names)}`}>
      {names.stage(move.from_stage_id)} → <strong>{names.stage(move.to_stage_id)}</strong>
      {move.reason && `. Motivo: ${move.reason}`}
    </What>
  );
}

function What({ by, children }: { readonly by: string; readonly children: ComponentChildren }) {
  return (
    <>
      <p>{children}</p>
      {by && <p class="small muted">{by}</p>}
    </>
  );
}
