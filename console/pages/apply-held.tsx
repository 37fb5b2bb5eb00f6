import { useEffect, useState } from 'preact/hooks';
import { call } from '../api';
import { dateTime, phoneText } from '../format';
import type { HeldSubmission, LeadDetail } from '../resources';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Check, TextField } from '../ui/field';
import { Form, textOf } from '../ui/form';
import { Loading } from '../ui/loaded';
import { say } from '../ui/messages';
import { FailureNotice } from '../ui/notice';
import { useAction } from '../use-action';
import { findLeads } from './leads';

interface ApplyHeldProps {
  readonly submission: HeldSubmission;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** Which lead a held submission belongs to: one with its phone, or another that is looked for. */
export function ApplyHeld({ submission, onDone, onClose }: ApplyHeldProps) {
  const action = useAction();
  const [candidates, setCandidates] = useState<readonly LeadDetail[]>();
  const [chosen, setChosen] = useState('');
  const offer = (leads: readonly LeadDetail[]): void => {
    const present = leads.filter(
      (lead, index) => !lead.erased_at && leads.findIndex(({ id }) => id === lead.id) === index,
    );
    setCandidates(present);
    if (present.length === 1) setChosen(present[0]?.id ?? '');
  };
  useEffect(() => {
    void action.run(async () => offer(await readLeads(candidateIds(submission))));
  }, [submission.id]);
  const apply = async (): Promise<void> => {
    const body = { lead_id: chosen };
    if (!(await action.run(() => call('POST', `/held-submissions/${submission.id}/apply`, body)))) return;
    onClose();
    await onDone();
    say('Envio aplicado ao lead.');
  };
  return (
    <Dialog title="Aplicar a qual lead?" onClose={onClose}>
      {!candidates && !action.failure && <Loading />}
      {candidates && (
        <fieldset>
          <legend>Leads</legend>
          {candidates.length === 0 && <p class="muted">Nenhum lead com este telefone. Busque abaixo.</p>}
          {candidates.map((lead) => (
            <Check
              key={lead.id}
              type="radio"
              name="lead"
              value={lead.id}
              checked={chosen === lead.id}
              onChange={() => setChosen(lead.id)}
              title={lead.name ?? 'Sem nome'}
            >
              {[phoneText(lead.phone), lead.email, `desde ${dateTime(lead.created_at)}`].filter(Boolean).join(' · ')}
            </Check>
          ))}
        </fieldset>
      )}
      <OtherLead onFound={(leads) => offer([...(candidates ?? []), ...leads])} />
      <FailureNotice failure={action.failure} />
      <div class="dialog-actions">
        <Button onClick={onClose}>Cancelar</Button>
        <Button kind="primary" isBusy={action.isBusy} disabled={chosen === ''} onClick={apply}>
          Aplicar ao lead
        </Button>
      </div>
    </Dialog>
  );
}

const candidateIds = ({ lead_id: lead, lead_ids: samePhone }: HeldSubmission): string[] => [
  ...new Set(lead ? [lead, ...samePhone] : samePhone),
];

const readLeads = (ids: readonly string[]): Promise<LeadDetail[]> =>
  Promise.all(ids.map(async (id) => (await call<LeadDetail>('GET', `/leads/${id}`)).data));

function OtherLead({ onFound }: { readonly onFound: (leads: readonly LeadDetail[]) => void }) {
  const action = useAction();
  const [isNone, setNone] = useState(false);
  const find = (values: FormData): Promise<boolean> =>
    action.run(async () => {
      const { data } = await findLeads(textOf(values, 'contact'));
      setNone(data.length === 0);
      onFound(data);
    });
  return (
    <details class="panel">
      <summary>É de outra pessoa?</summary>
      <Form label="Buscar outro lead" onSubmit={find}>
        <TextField
          label="Telefone ou e-mail do lead"
          name="contact"
          autocomplete="off"
          problem={action.failure?.fields[0]?.message ?? (isNone ? 'nenhum lead encontrado' : undefined)}
        />
        <Button type="submit" icon="search" isBusy={action.isBusy}>
          Buscar
        </Button>
      </Form>
    </details>
  );
}
