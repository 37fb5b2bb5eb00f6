import type { MemberView } from '../../../src/contract/members/member';
import { MAX_MEMBER_NAME } from '../../../src/contract/limits';
import { call } from '../../api';
import { useMe } from '../../me';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';
import { Form, textOf } from '../../ui/form';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { useAction } from '../../use-action';
import { isManaged, isOneself, rolesToGive } from './managed';
import { RoleChoice } from './role-choice';

export interface MemberDialogProps {
  readonly member: MemberView;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** Changes the name, and the role where the person may. */
export function EditMember({ member, onDone, onClose }: MemberDialogProps) {
  const me = useMe();
  const action = useAction();
  const save = async (values: FormData): Promise<void> => {
    const [name, role] = [textOf(values, 'name'), textOf(values, 'role')];
    const changes = { ...(name !== member.name && { name }), ...(role && role !== member.role && { role }) };
    const isSaved =
      Object.keys(changes).length === 0 || (await action.run(() => call('PATCH', `/members/${member.id}`, changes)));
    if (!isSaved) return;
    onClose();
    await Promise.all([onDone(), isOneself(me, member) && me.refresh()]);
    say('Dados da pessoa salvos.');
  };
  return (
    <Dialog title={`Editar ${member.name}`} onClose={onClose}>
      <Form onSubmit={save}>
        <FailureNotice failure={action.failure} shown={['name']} />
        <TextField
          label="Nome"
          name="name"
          autocomplete="off"
          maxLength={MAX_MEMBER_NAME}
          required
          defaultValue={member.name}
          problem={action.failure?.problemOf('name')}
        />
        {isManaged(me, member) && <RoleChoice roles={rolesToGive(me)} chosen={member.role} />}
        <div class="dialog-actions">
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" kind="primary" isBusy={action.isBusy}>
            Salvar
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
