import { INVITATION_DAYS, MAX_MEMBER_NAME } from '../../../src/contract/limits';
import type { MemberView } from '../../../src/contract/members/member';
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
  const sendsMail = me.sends_mail !== false;
  const invite = async (values: FormData): Promise<void> => {
    const [name, email, role] = ['name', 'email', 'role'].map((field) => textOf(values, field));
    let member: MemberView | undefined;
    const isInvited = await action.run(async () => {
      member = (await call<MemberView>('POST', '/members', { name, email, role })).data;
    });
    if (!isInvited) return;
    onClose();
    await onDone();
    say(
      member?.invitation?.state === 'unsendable'
        ? `${name} faz parte da equipe. Nenhum e-mail foi enviado: use “Copiar link”.`
        : `Convite enviado para ${email}.`,
    );
  };
  return (
    <Dialog title="Convidar pessoa" onClose={onClose}>
      <Form onSubmit={invite}>
        <FailureNotice failure={action.failure} shown={['name', 'email']} />
        <PersonFields failure={action.failure} sendsMail={sendsMail} />
        <RoleChoice roles={rolesToGive(me)} chosen="seller" />
        <div class="dialog-actions">
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" kind="primary" isBusy={action.isBusy}>
            {sendsMail ? 'Enviar convite' : 'Convidar'}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

interface PersonFieldsProps {
  readonly failure: ApiFailure | undefined;
  readonly sendsMail: boolean;
}

function PersonFields({ failure, sendsMail }: PersonFieldsProps) {
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
        hint={
          sendsMail
            ? `Recebe um link de acesso, que vale por ${INVITATION_DAYS} dias.`
            : 'Esta instalação não envia e-mails. Depois de convidar, copie o link e entregue à pessoa.'
        }
        required
        problem={failure?.problemOf('email')}
      />
    </>
  );
}
