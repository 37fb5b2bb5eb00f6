import { useState } from 'preact/hooks';
import { MAX_NOTES_RECORD } from '../../../src/contract/limits';
import { noteEntries } from '../../../src/contract/note-entry';
import { fullDay } from '../../format';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextArea } from '../../ui/field';
import { Form } from '../../ui/form';
import { say } from '../../ui/messages';
import { useChange } from '../../use-change';
import { ChangeNotice } from './change-notice';
import { CHANGED_MEANWHILE, editLead, useSeen } from './lead-edit';
import type { OpenLead } from './open-lead';

/** The record of notes that came with submissions, and of earlier releases; nothing without any. */
export function Notes({ of: open }: { readonly of: OpenLead }) {
  const { lead } = open;
  const [isEditing, setEditing] = useState(false);
  if (!lead.notes && !isEditing) return null;
  return (
    <section class="card">
      <div class="card-head">
        <h2>Anotações recebidas</h2>
        {!lead.erased_at && (
          <Button kind="quiet" icon="edit" label="Editar todas as anotações" onClick={() => setEditing(true)}>
            Editar
          </Button>
        )}
      </div>
      <NoteList text={lead.notes} />
      {isEditing && <EditNotes of={open} onClose={() => setEditing(false)} />}
    </section>
  );
}

/** Notes with author and day, newest first. */
export function NoteList({ text }: { readonly text: string }) {
  return (
    <ol class="timeline">
      {noteEntries(text)
        .map(({ author, text: note }, index) => (
          <li key={index}>
            {author && (
              <p class="small muted">
                {author.name} · {fullDay(author.day)}
              </p>
            )}
            <p class="notes">{note}</p>
          </li>
        ))
        .reverse()}
    </ol>
  );
}

/** Edits all notes as one text, to shorten or correct them. */
function EditNotes({ of: { lead, refresh }, onClose }: { readonly of: OpenLead; readonly onClose: () => void }) {
  const change = useChange(refresh);
  const seen = useSeen(lead, change.failure);
  const [typed, setTyped] = useState<string>();
  const [before] = useState(lead.notes);
  const notes = typed ?? lead.notes;
  const save = async (): Promise<void> => {
    if (!(await change.run(() => editLead(seen, { notes })))) return;
    onClose();
    say('Anotações alteradas.');
  };
  return (
    <Dialog title="Editar anotações" onClose={onClose}>
      <Form onSubmit={save}>
        <ChangeNotice failure={change.failure} shown={['notes']}>
          {CHANGED_MEANWHILE}
        </ChangeNotice>
        {typed !== undefined && lead.notes !== before && <Present notes={lead.notes} />}
        <TextArea
          label="Todas as anotações"
          name="notes"
          rows={10}
          hint="A primeira linha de cada anotação começa com quem a escreveu e o dia, entre colchetes."
          maxLength={MAX_NOTES_RECORD}
          value={notes}
          problem={change.failure?.problemOf('notes')}
          onInput={setTyped}
        />
        <div class="dialog-actions">
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" kind="primary" isBusy={change.isBusy}>
            Salvar anotações
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** Notes after another person's change. */
function Present({ notes }: { readonly notes: string }) {
  return (
    <div class="panel">
      <h3>Como está agora</h3>
      <p class="notes">{notes || 'Vazio.'}</p>
    </div>
  );
}
