import { useState } from 'preact/hooks';
import { LEAD_TEXTS, TEXTS_BESIDE_NAME } from '../../../src/contract/lead-fields';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Check } from '../../ui/field';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { useAction } from '../../use-action';

interface ErasePersonProps {
  readonly erase: () => Promise<unknown>;
  readonly onErased: () => Promise<unknown>;
  readonly onClose: () => void;
}

const OTHER_TEXTS = TEXTS_BESIDE_NAME.map((text) => LEAD_TEXTS[text].word.toLowerCase()).join(', ');

/** Asks twice, because only this action deletes personal data. */
export function ErasePerson({ erase, onErased, onClose }: ErasePersonProps) {
  const action = useAction();
  const [isSure, setSure] = useState(false);
  const eraseNow = async (): Promise<void> => {
    if (!(await action.run(erase))) return;
    onClose();
    await onErased();
    say('Os dados da pessoa foram apagados.');
  };
  return (
    <Dialog title="Apagar os dados desta pessoa?" onClose={onClose}>
      <p>
        Nome, telefone, {OTHER_TEXTS}, anotações, sinais de origem e envios retidos são apagados, de todos os leads com
        este telefone. Os totais do painel não mudam. Se a pessoa voltar, começa como um contato novo.
      </p>
      <Check name="sure" checked={isSure} onChange={setSure} title="Entendo que não há como desfazer" />
      <FailureNotice failure={action.failure} />
      <div class="dialog-actions">
        <Button onClick={onClose}>Cancelar</Button>
        <Button kind="danger" isBusy={action.isBusy} disabled={!isSure} onClick={eraseNow}>
          Apagar dados
        </Button>
      </div>
    </Dialog>
  );
}
