import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import type { LeadDetail } from '../../../src/contract/lead';
import { LEAD_TEXT_NAMES, LEAD_TEXTS, type LeadText, TEXTS_BESIDE_NAME } from '../../../src/contract/lead-fields';
import { type Origin, ORIGIN_WORDS } from '../../../src/contract/origin';
import { dateTime, phoneText } from '../../format';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Select, TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { say } from '../../ui/messages';
import { useChange } from '../../use-change';
import { optionsOf } from '../../words';
import { useMay } from '../../me';
import { goTo, linkTo } from '../../router';
import { Notice } from '../../ui/notice';
import { useResource } from '../../use-resource';
import { ChangeNotice } from './change-notice';
import { Merge } from './duplicates';
import { CHANGED_MEANWHILE, editLead, type LeadEdits, useSeen } from './lead-edit';
import { Tags } from './lead-tags';
import type { OpenLead } from './open-lead';
import { inputOfContact } from './contact';

export function LeadContact({ of: open }: { readonly of: OpenLead }) {
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
        {TEXTS_BESIDE_NAME.map((text) => (
          <Fragment key={text}>
            <dt>{LEAD_TEXTS[text].word}</dt>
            <dd>{lead[text] ?? '—'}</dd>
          </Fragment>
        ))}
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

/** Typed values; untouched fields show the present lead. */
interface Draft extends Readonly<Partial<Record<LeadText, string>>> {
  readonly phone?: string;
  readonly origin?: Origin;
}

function EditContact({ of: { lead, refresh }, onClose }: { readonly of: OpenLead; readonly onClose: () => void }) {
  const change = useChange(refresh);
  const may = useMay();
  const [other, setOther] = useState<LeadDetail>();
  const [draft, setDraft] = useState<Draft>({});
  const [before] = useState(lead);
  const shown = { lead, before, draft, onDraft: setDraft };
  const seen = useSeen(lead, change.failure);
  const save = async (): Promise<void> => {
    const edits = editsOf(lead, draft);
    if (Object.keys(edits).length > 0 && !(await change.run(() => editLead(seen, edits)))) return;
    onClose();
    say('Contato alterado.');
  };
  if (other) {
    const leave = (isMerged: boolean): Promise<void> =>
      Promise.resolve(isMerged ? goTo(linkTo('leads', other.id)) : undefined);
    return <Merge leads={[lead, other]} survivor={other} dropsPhone onDone={leave} onClose={onClose} />;
  }
  return (
    <Dialog title="Editar contato" onClose={onClose}>
      <Form onSubmit={save}>
        {change.failure?.leadId === undefined ? (
          <ChangeNotice failure={change.failure} shown={['phone', ...LEAD_TEXT_NAMES]}>
            {CHANGED_MEANWHILE}
          </ChangeNotice>
        ) : (
          <NumberTaken by={change.failure.leadId} onMerge={setOther} />
        )}
        {may('duplicates') && (
          <TextField
            label="Telefone"
            name="phone"
            type="tel"
            autocomplete="off"
            hint="Se estiver errado. O número antigo não fica guardado."
            value={draft.phone ?? phoneText(lead.phone)}
            problem={change.failure?.problemOf('phone')}
            onInput={(event) => setDraft({ ...draft, phone: event.currentTarget.value })}
          />
        )}
        {LEAD_TEXT_NAMES.map((text) => (
          <TextEdit key={text} of={text} {...shown} problem={change.failure?.problemOf(text)} />
        ))}
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

interface NumberTakenProps {
  readonly by: string;
  readonly onMerge: (other: LeadDetail) => void;
}

/** Says who has the number already, and offers to merge this lead into that one. */
function NumberTaken({ by, onMerge }: NumberTakenProps) {
  const other = useResource<LeadDetail>(`/leads/${by}`).data;
  const name = other?.name ?? 'um lead sem nome';
  return (
    <div role="alert">
      <Notice kind="warning">
        <p>
          Este telefone já é de {other ? <a href={linkTo('leads', by)}>{name}</a> : 'outro lead'}. Nada foi alterado. Se
          é a mesma pessoa, mescle os dois: fica o telefone certo.
        </p>
        {other && (
          <Button icon="merge" onClick={() => onMerge(other)}>
            Mesclar com {name}
          </Button>
        )}
      </Notice>
    </div>
  );
}

interface TextEditProps {
  readonly of: LeadText;
  /** Lead now, and when the form was opened. */
  readonly lead: LeadDetail;
  readonly before: LeadDetail;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
  readonly problem: string | undefined;
}

function TextEdit({ of: text, lead: { [text]: now }, before, draft, onDraft, problem }: TextEditProps) {
  const typed = draft[text];
  return (
    <TextField
      {...inputOfContact(text)}
      name={text}
      autocomplete="off"
      value={typed ?? now ?? ''}
      hint={typed !== undefined && now !== before[text] ? `Agora está: ${now ?? 'vazio'}` : undefined}
      problem={problem}
      onInput={(event) => onDraft({ ...draft, [text]: event.currentTarget.value })}
    />
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

const ORIGIN_OPTIONS = optionsOf(ORIGIN_WORDS).map((origin) => ({ value: origin, text: ORIGIN_WORDS[origin] }));

/** Whether the origin can still be given: the first contact wins. */
const isOpen = ({ origin }: LeadDetail): boolean => origin === 'untracked' || origin === 'direct';

/** Fields that were typed and differ from the lead. An empty one removes the value. */
function editsOf(lead: LeadDetail, { origin, phone, ...typed }: Draft): LeadEdits {
  const texts = LEAD_TEXT_NAMES.map((text) => [text, typed[text]?.trim()] as const);
  const changed = texts.filter(([text, value]) => value !== undefined && value !== (lead[text] ?? ''));
  return {
    ...Object.fromEntries(changed.map(([text, value]) => [text, value || null])),
    ...(phone !== undefined && phone !== phoneText(lead.phone) && { phone }),
    ...(origin && isOpen(lead) && origin !== lead.origin && { origin }),
  };
}
