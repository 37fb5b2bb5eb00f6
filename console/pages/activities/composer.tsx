import { useEffect, useRef, useState } from 'preact/hooks';
import type { ActivityType } from '../../../src/contract/day/activity';
import { MAX_ACTIVITY_TEXT } from '../../../src/contract/limits';
import { call } from '../../api';
import { Button } from '../../ui/button';
import { hasControl } from '../../ui/control-key';
import { Select, TextArea } from '../../ui/field';
import { Form, textOf } from '../../ui/form';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { type Action, useAction } from '../../use-action';
import { optionsOf } from '../../words';
import { OUTCOME_WORDS, SAVED_WORDS, TYPE_WORDS } from './activity-words';
import { useDraft } from './draft';
import { MomentFields, typedMoment } from './moment-fields';
import { returnTimes } from './return-times';

export interface ComposerProps {
  readonly leadId: string;
  readonly onSaved: () => unknown;
  /** Grows each time that somebody asks for the form of a task. */
  readonly taskAsked?: number;
}

/** Writes down what was done with a lead, or is to be done. */
export function Composer({ leadId, onSaved, taskAsked = 0 }: ComposerProps) {
  const [{ type, text: typed }, setDraft] = useDraft(leadId);
  const action = useAction();
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (taskAsked === 0) return;
    setDraft({ type: 'task', text: typed });
    form.current?.querySelector('textarea')?.focus();
  }, [taskAsked]);
  const save = async (more: object): Promise<void> => {
    const text = typed.trim();
    const body = { type, ...(text && { text }), ...more };
    if (!(await action.run(() => call('POST', `/leads/${leadId}/activities`, body)))) return;
    setDraft({ type: 'note', text: '' });
    say(SAVED_WORDS[type]);
    await onSaved();
  };
  return (
    <div class="composer" ref={form} onKeyDown={submitByKeys}>
      <div class="kinds" role="group" aria-label="O que registrar">
        {optionsOf(TYPE_WORDS).map((one) => (
          <Button key={one} isPressed={one === type} onClick={() => setDraft({ type: one, text: typed })}>
            {TYPE_WORDS[one]}
          </Button>
        ))}
      </div>
      <ActivityForm
        type={type}
        typed={typed}
        onType={(text) => setDraft({ type, text })}
        action={action}
        onSave={save}
      />
    </div>
  );
}

interface ActivityFormProps {
  readonly type: ActivityType;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly action: Action;
  readonly onSave: (more: object) => Promise<void>;
}

function ActivityForm({ type, typed, onType, action: { isBusy, failure }, onSave }: ActivityFormProps) {
  const outcome = OUTCOME_WORDS[type];
  const isTask = type === 'task';
  const submit = (values: FormData) => onSave(outcome ? { reached: true } : isTask ? { due_at: dueIn(values) } : {});
  return (
    <Form label="Registrar" onSubmit={submit}>
      <FailureNotice failure={failure} shown={['text', 'due_at']} />
      <TextArea
        label={outcome ? 'Texto (opcional)' : 'Texto'}
        name="text"
        rows={2}
        maxLength={MAX_ACTIVITY_TEXT}
        value={typed}
        problem={failure?.problemOf('text') && 'escreva o texto'}
        onInput={onType}
      />
      {isTask && <DueFields isBad={failure?.problemOf('due_at') !== undefined} />}
      <div class="actions">
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {outcome?.[0] ?? 'Salvar'}
        </Button>
        {outcome && (
          <Button isBusy={isBusy} onClick={() => onSave({ reached: false })}>
            {outcome[1]}
          </Button>
        )}
        <span class="small muted keys">Ctrl+Enter salva</span>
      </div>
    </Form>
  );
}

/** Ctrl+Enter, or the Command key, sends the form around the focus. */
export function submitByKeys(event: KeyboardEvent): void {
  const { key, target } = event;
  if (key === 'Enter' && hasControl(event) && target instanceof HTMLTextAreaElement) target.form?.requestSubmit();
}

function DueFields({ isBad }: { readonly isBad: boolean }) {
  const [times] = useState(() => returnTimes());
  const [due, setDue] = useState(times[1]?.value ?? '');
  return (
    <>
      <Select
        label="Retornar em"
        name="due"
        value={due}
        onChange={setDue}
        options={[...times, { value: '', text: 'Data…' }]}
      />
      {due === '' && <MomentFields isBad={isBad} />}
    </>
  );
}

const dueIn = (values: FormData): string => textOf(values, 'due') || typedMoment(values);
