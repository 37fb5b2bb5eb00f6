import { INVITATION_DAYS, MAX_MEMBER_NAME } from '../../../src/contract/limits';
import { type ApiFailure, call } from '../../api';
import { useMe } from '../../me';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';
import { Form, textOf } from '../../ui/form';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { useAction } from '../../use-action';
import { rolesToGive } from './managed';
import { RoleChoice } from './role-choice';

interface InviteProps {
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

export function Invite({ onDone, onClose }: InviteProps) {
  const me = useMe();
  const action = useAction();
  const invite = async (values: FormData): Promise<void> => {
    const [name, email, role] = ['name', 'email', 'role'].map((field) => textOf(values, field));
    if (!(await action.run(() => call('POST', '/members', { name, email, role })))) return;
    onClose();
    await onDone();
    say(`Convite enviado para ${email}.`);
  };
  return (
    <Dialog title="Convidar pessoa" onClose={onClose}>
      <Form onSubmit={invite}>
        <FailureNotice failure={action.failure} shown={['name', 'email']} />
        <PersonFields failure={action.failure} />
        <RoleChoice roles={rolesToGive(me)} chosen="seller" />
        <div class="dialog-actions">
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" kind="primary" isBusy={action.isBusy}>
            Enviar convite
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function PersonFields({ failure }: { readonly failure: ApiFailure | undefined }) {
  return (
    <>
      <TextField
        label="Nome"
        name="name"
        autocomplete="off"
        maxLength={MAX_MEMBER_NAME}
        required
        problem={failure?.problemOf('name')}
      />
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autocomplete="off"
        hint={`Recebe um link de acesso, que vale por ${INVITATION_DAYS} dias.`}
        required
        problem={failure?.problemOf('email')}
      />
    </>
  );
}
