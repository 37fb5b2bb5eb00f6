import { useEffect, useState } from 'preact/hooks';
import type { AppliedHeld, HeldSubmissionView } from '../../../src/contract/held-submission';
import type { LeadDetail } from '../../../src/contract/lead';
import { call } from '../../api';
import { dateTime } from '../../format';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Check, TextField } from '../../ui/field';
import { Form, textOf } from '../../ui/form';
import { Loading } from '../../ui/loaded';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { useAction } from '../../use-action';
import { contactsOf, fetchLeads } from '../leads/contact';

interface ApplyHeldProps {
  readonly submission: HeldSubmissionView;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

const NEW_LEAD = 'new';

/** Lead of a held submission: one with its phone, one found by search, or a new one. */
export function ApplyHeld({ submission, onDone, onClose }: ApplyHeldProps) {
  const action = useAction();
  const [candidates, setCandidates] = useState<readonly LeadDetail[]>();
  const isNoteOnly = submission.reason === 'notes_full';
  const canBeNew = !isNoteOnly && submission.lead_ids.length === 0;
  const [chosen, setChosen] = useState(canBeNew ? NEW_LEAD : '');
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
    const body = chosen === NEW_LEAD ? { new_lead: true } : { lead_id: chosen };
    let remarks: readonly string[] = [];
    if (!(await action.run(async () => (remarks = await send(submission.id, body))))) return;
    onClose();
    await onDone();
    say([chosen === NEW_LEAD ? 'Lead criado com o envio.' : 'Envio aplicado ao lead.', ...remarks].join(' '));
  };
  return (
    <Dialog title="Aplicar a qual lead?" onClose={onClose}>
      {isNoteOnly && <p>Só a anotação é acrescentada: o lead já recebeu todo o resto. Se ela não couber, nada muda.</p>}
      {!candidates && !action.failure && <Loading />}
      {candidates && <Choices leads={candidates} canBeNew={canBeNew} chosen={chosen} onChoose={setChosen} />}
      {!isNoteOnly && <OtherLead onFound={(leads) => offer([...(candidates ?? []), ...leads])} />}
      <FailureNotice failure={action.failure} />
      <div class="dialog-actions">
        <Button onClick={onClose}>Cancelar</Button>
        <Button kind="primary" isBusy={action.isBusy} disabled={chosen === ''} onClick={apply}>
          {chosen === NEW_LEAD ? 'Criar lead' : 'Aplicar ao lead'}
        </Button>
      </div>
    </Dialog>
  );
}

/** Applies the submission; returns the service's remarks on skipped parts. */
async function send(id: string, body: object): Promise<readonly string[]> {
  const { warnings = [] }: AppliedHeld = await call('POST', `/held-submissions/${id}/apply`, body);
  return warnings.map(({ message }) => message);
}

interface ChoicesProps {
  readonly leads: readonly LeadDetail[];
  readonly canBeNew: boolean;
  readonly chosen: string;
  readonly onChoose: (chosen: string) => void;
}

function Choices({ leads, canBeNew, chosen, onChoose }: ChoicesProps) {
  const choice = (value: string) => ({
    type: 'radio' as const,
    name: 'lead',
    value,
    checked: chosen === value,
    onChange: () => onChoose(value),
  });
  return (
    <fieldset>
      <legend>Leads</legend>
      {canBeNew && (
        <Check {...choice(NEW_LEAD)} title="Criar um novo lead">
          Nenhum lead tem este telefone. O novo entra no funil com tudo o que o envio trouxe.
        </Check>
      )}
      {leads.map((lead) => (
        <Check key={lead.id} {...choice(lead.id)} title={lead.name ?? 'Sem nome'}>
          {[...contactsOf(lead), `desde ${dateTime(lead.created_at)}`].join(' · ')}
        </Check>
      ))}
    </fieldset>
  );
}

/** A held note can only be added to the lead that got the rest of its submission. */
const candidateIds = ({ reason, lead_id: lead, lead_ids: samePhone }: HeldSubmissionView): readonly string[] =>
  reason === 'notes_full' && lead ? [lead] : samePhone;

const readLeads = (ids: readonly string[]): Promise<LeadDetail[]> =>
  Promise.all(ids.map(async (id) => (await call<LeadDetail>('GET', `/leads/${id}`)).data));

function OtherLead({ onFound }: { readonly onFound: (leads: readonly LeadDetail[]) => void }) {
  const action = useAction();
  const [isNone, setNone] = useState(false);
  const find = (values: FormData): Promise<boolean> =>
    action.run(async () => {
      const { data } = await fetchLeads(textOf(values, 'contact'));
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
