import { useState } from 'preact/hooks';
import type { OwnerLead } from '../../../src/contract/lead';
import { count, plural } from '../../format';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Check, TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { FailureNotice } from '../../ui/notice';
import type { Action } from '../../use-action';

interface EraseLeadsProps {
  readonly leads: readonly OwnerLead[];
  readonly action: Action;
  readonly onErase: (isSpam: boolean) => unknown;
}

/** Button to erase the people of the selected leads. */
export function EraseLeads(props: EraseLeadsProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button kind="danger" onClick={() => setAsking(true)}>
        Apagar…
      </Button>
      {isAsking && <AskForNumber {...props} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Asks for the number of people, because no other action deletes as much. */
function AskForNumber({ leads, action, onErase, onClose }: EraseLeadsProps & { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [isSpam, setSpam] = useState(false);
  const people = new Set(leads.map(({ phone }) => phone)).size;
  const isSure = typed.trim() === String(people);
  const these = plural(people, 'pessoa', 'pessoas');
  return (
    <Dialog title={`Apagar ${these}?`} onClose={onClose}>
      <Form onSubmit={() => isSure && onErase(isSpam)}>
        <p>
          Todos os dados {people === 1 ? 'desta pessoa' : `destas ${these}`} são apagados, de todos os leads com o mesmo
          telefone. Não há como desfazer.
        </p>
        <TextField
          label="Quantas pessoas apagar"
          hint={`Digite ${count(people)} para confirmar.`}
          inputMode="numeric"
          autocomplete="off"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <Check name="spam" checked={isSpam} onChange={setSpam} title="São spam">
          O painel pode deixar de contar quem foi apagado como spam.
        </Check>
        <FailureNotice failure={action.failure} />
        <div class="dialog-actions">
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" kind="danger" isBusy={action.isBusy} disabled={!isSure}>
            Apagar {these}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
