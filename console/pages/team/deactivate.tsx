import { useState } from 'preact/hooks';
import type { MemberView } from '../../../src/contract/members/member';
import { call } from '../../api';
import { fullDay } from '../../format';
import { Confirm } from '../../ui/dialog';
import { Select } from '../../ui/field';
import { say } from '../../ui/messages';
import { useAction } from '../../use-action';
import type { MemberDialogProps } from './edit-member';
import { awayUntil } from './managed';

interface DeactivateProps extends MemberDialogProps {
  /** The other active members. */
  readonly others: readonly MemberView[];
}

/** Asks who gets the leads of somebody who leaves. */
export function Deactivate({ member, others, onDone, onClose }: DeactivateProps) {
  const action = useAction();
  const [heir, setHeir] = useState('');
  const deactivate = async (): Promise<void> => {
    const body = { active: false, hand_over_to: heir || null };
    if (!(await action.run(() => call('PATCH', `/members/${member.id}`, body)))) return;
    onClose();
    await onDone();
    say(`${member.name} não tem mais acesso à conta.`);
  };
  return (
    <Confirm
      title={`Desativar ${member.name}?`}
      verb="Desativar"
      action={action}
      onConfirm={deactivate}
      onClose={onClose}
    >
      <p>
        {member.name} perde o acesso na hora, em todos os aparelhos, e não recebe mais leads novos. O que já fez
        continua no histórico com o seu nome. Os leads mudam de responsável em seguida, em poucos minutos.
      </p>
      <Select
        label="Quem fica com os leads"
        value={heir}
        onChange={setHeir}
        options={[
          { value: '', text: 'Ninguém: ficam sem responsável' },
          ...others.map((other) => ({ value: other.id, text: withAbsence(other) })),
        ]}
        problem={action.failure?.problemOf('hand_over_to')}
      />
    </Confirm>
  );
}

function withAbsence(member: MemberView): string {
  const away = awayUntil(member);
  return away ? `${member.name} (ausente até ${fullDay(away)})` : member.name;
}
