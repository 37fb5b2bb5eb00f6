import { dateTime, dayText, isoDay, whenText } from './format';

type State = 'planned' | 'today' | 'late';

const isOfToday = (at: string): boolean => isoDay(at) === isoDay(Date.now());

function stateOf(at: string): State {
  if (Date.parse(at) < Date.now()) return 'late';
  return isOfToday(at) ? 'today' : 'planned';
}

interface NextStepProps {
  /** The next task or appointment. */
  readonly at: string | null | undefined;
  /** Whether a deal is in progress, which should have a next step. */
  readonly isOpen: boolean;
}

/** When the next step with a lead is due; nothing for a lead that needs none. */
export function NextStep({ at, isOpen }: NextStepProps) {
  if (!at) return isOpen ? <span class="next-step none">Sem próximo passo</span> : null;
  const state = stateOf(at);
  return (
    <time class={`next-step ${state}`} dateTime={at} title={dateTime(at)}>
      {state === 'late' && 'Atrasado: '}
      {state === 'late' && !isOfToday(at) ? dayText(at) : whenText(at)}
    </time>
  );
}
