import { useState } from 'preact/hooks';
import type { LeadDetail } from '../../../src/contract/lead';
import type { Origin } from '../../../src/contract/origin';
import { dateTime, phoneText } from '../../format';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Select, TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { say } from '../../ui/messages';
import { useChange } from '../../use-change';
import { ORIGIN_WORDS } from '../../../src/contract/origin-words';
import { valuesOf } from '../../words';
import { ChangeNotice } from './change-notice';
import { CHANGED_MEANWHILE, editLead, useSeen } from './lead-edit';
import { Tags } from './lead-tags';
import type { OpenLead } from './open-lead';

/** Who the lead is, and how to reach them. */
export function Contact({ of: open }: { readonly of: OpenLead }) {
  const { lead } = open;
  const [isEditing, setEditing] = useState(false);
  return (
    <section class="card">
      <div class="card-head">
        <h2>Contato</h2>
        {!lead.erased_at && (
          <Button kind="quiet" icon="edit" label="Editar contato" onClick={() => setEditing(true)}>
            Editar
          </Button>
        )}
      </div>
      <dl class="facts">
        <dt>Telefone</dt>
        <dd>{phoneText(lead.phone) || '—'}</dd>
        <dt>E-mail</dt>
        <dd>{lead.email ?? '—'}</dd>
        <dt>Desde</dt>
        <dd>{dateTime(lead.created_at)}</dd>
        <dt>Última mudança</dt>
        <dd>{dateTime(lead.updated_at)}</dd>
      </dl>
      <Tags of={open} />
      {isEditing && <EditContact of={open} onClose={() => setEditing(false)} />}
    </section>
  );
}

/** What the person has typed; fields that they have not touched show the lead as it is now. */
interface Draft {
  readonly name?: string;
  readonly email?: string;
  readonly origin?: Origin;
}

function EditContact({ of: { lead, refresh }, onClose }: { readonly of: OpenLead; readonly onClose: () => void }) {
  const change = useChange(refresh);
  const [draft, setDraft] = useState<Draft>({});
  const [before] = useState(lead);
  const seen = useSeen(lead, change.failure);
  const save = async (): Promise<void> => {
    const edits = editsOf(lead, draft);
    if (Object.keys(edits).length > 0 && !(await change.run(() => editLead(seen, edits)))) return;
    onClose();
    say('Contato alterado.');
  };
  const field = (name: 'name' | 'email') => ({
    name,
    autocomplete: 'off',
    value: draft[name] ?? lead[name] ?? '',
    hint: draft[name] !== undefined && lead[name] !== before[name] ? `Agora está: ${lead[name] ?? 'vazio'}` : undefined,
    problem: change.failure?.problemOf(name),
    onInput: (event: { currentTarget: HTMLInputElement }) => setDraft({ ...draft, [name]: event.currentTarget.value }),
  });
  return (
    <Dialog title="Editar contato" onClose={onClose}>
      <Form onSubmit={save}>
        <ChangeNotice failure={change.failure} shown={['name', 'email']}>
          {CHANGED_MEANWHILE}
        </ChangeNotice>
        <TextField label="Nome" {...field('name')} />
        <TextField label="E-mail" type="email" {...field('email')} />
        {isOpen(lead) && (
          <OriginSelect value={draft.origin ?? lead.origin} onChange={(origin) => setDraft({ ...draft, origin })} />
        )}
        <div class="dialog-actions">
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" kind="primary" isBusy={change.isBusy}>
            Salvar contato
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

interface OriginSelectProps {
  readonly value: Origin;
  readonly onChange: (origin: Origin) => void;
}

function OriginSelect(props: OriginSelectProps) {
  const hint = 'Pode ser informada enquanto não for conhecida; depois não muda mais.';
  return <Select label="Origem" hint={hint} options={ORIGIN_OPTIONS} {...props} />;
}

const ORIGIN_OPTIONS = valuesOf(ORIGIN_WORDS).map((origin) => ({ value: origin, text: ORIGIN_WORDS[origin] }));

/** Whether the origin can still be given: the first contact wins. */
const isOpen = ({ origin }: LeadDetail): boolean => origin === 'untracked' || origin === 'direct';

/** The fields that were typed into and differ from the lead. An empty one removes the value. */
function editsOf(lead: LeadDetail, { name, email, origin }: Draft) {
  return {
    ...(name !== undefined && name.trim() !== (lead.name ?? '') && { name: name.trim() || null }),
    ...(email !== undefined && email.trim() !== (lead.email ?? '') && { email: email.trim() || null }),
    ...(origin && isOpen(lead) && origin !== lead.origin && { origin }),
  };
}
