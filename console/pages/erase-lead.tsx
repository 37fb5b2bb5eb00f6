import { useState } from 'preact/hooks';
import { call } from '../api';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Check } from '../ui/field';
import { say } from '../ui/messages';
import { FailureNotice } from '../ui/notice';
import { useAction } from '../use-action';

interface EraseLeadProps {
  readonly id: string;
  readonly onErased: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks twice: this is the one thing in the console that destroys data of people. */
export function EraseLead({ id, onErased, onClose }: EraseLeadProps) {
  const action = useAction();
  const [isSure, setSure] = useState(false);
  const erase = async (): Promise<void> => {
    if (!(await action.run(() => call('POST', `/leads/${id}/erase`)))) return;
    onClose();
    await onErased();
    say('Os dados da pessoa foram apagados.');
  };
  return (
    <Dialog title="Apagar os dados desta pessoa?" onClose={onClose}>
      <p>
        Nome, telefone, e-mail, anotações, sinais de origem e envios retidos são apagados, de todos os leads com este
        telefone. Os totais do painel não mudam. Se a pessoa voltar, começa como um contato novo.
      </p>
      <Check name="sure" checked={isSure} onChange={setSure} title="Entendo que não há como desfazer" />
      <FailureNotice failure={action.failure} />
      <div class="dialog-actions">
        <Button onClick={onClose}>Cancelar</Button>
        <Button kind="danger" isBusy={action.isBusy} disabled={!isSure} onClick={erase}>
          Apagar dados
        </Button>
      </div>
    </Dialog>
  );
}
