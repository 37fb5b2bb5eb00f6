import { useState } from 'preact/hooks';
import type { MemberView } from '../../../src/contract/members/member';
import { call } from '../../api';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Check } from '../../ui/field';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { saveFile } from '../../ui/save-file';
import { useAction } from '../../use-action';
import type { MemberDialogProps } from './edit-member';

interface MemberDataProps {
  readonly of: MemberView;
  readonly onChange: () => Promise<void>;
}

/** Legal rights of a member: their data, and for a former one its removal. */
export function MemberData({ of: member, onChange }: MemberDataProps) {
  const action = useAction();
  const [isRemoving, setRemoving] = useState(false);
  if (member.email === null) return null;
  const save = async (): Promise<void> => {
    const isSaved = await action.run(async () => {
      const { data } = await call<unknown>('GET', `/members/${member.id}/export`);
      // Browsers keep the names of downloads, so the person's is not in them.
      saveFile(`equipe-${member.id}.json`, JSON.stringify(data, null, 2), 'application/json');
    });
    if (isSaved) say('Dados exportados.');
  };
  return (
    <>
      <Button
        kind="quiet"
        icon="download"
        label={`Exportar dados de ${member.name}`}
        isBusy={action.isBusy}
        onClick={save}
      >
        Exportar dados
      </Button>
      {!member.active && (
        <Button kind="danger" icon="trash" label={`Remover dados de ${member.name}`} onClick={() => setRemoving(true)}>
          Remover dados
        </Button>
      )}
      <FailureNotice failure={action.failure} />
      {isRemoving && <RemoveData member={member} onDone={onChange} onClose={() => setRemoving(false)} />}
    </>
  );
}

function RemoveData({ member, onDone, onClose }: MemberDialogProps) {
  const action = useAction();
  const [isSure, setSure] = useState(false);
  const remove = async (): Promise<void> => {
    if (!(await action.run(() => call('POST', `/members/${member.id}/anonymise`)))) return;
    onClose();
    await onDone();
    say('Os dados da pessoa foram removidos.');
  };
  return (
    <Dialog title={`Remover os dados de ${member.name}?`} onClose={onClose}>
      <p>
        O nome e o e-mail são apagados, e o histórico mostra “Pessoa removida”. O que a pessoa fez continua registrado,
        sem o nome. Para voltar à equipe, precisa de um novo convite.
      </p>
      <Check name="sure" checked={isSure} onChange={setSure} title="Entendo que não há como desfazer" />
      <FailureNotice failure={action.failure} />
      <div class="dialog-actions">
        <Button onClick={onClose}>Cancelar</Button>
        <Button kind="danger" isBusy={action.isBusy} disabled={!isSure} onClick={remove}>
          Remover dados
        </Button>
      </div>
    </Dialog>
  );
}
