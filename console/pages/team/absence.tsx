import type { MemberView } from '../../../src/contract/members/member';
import { call } from '../../api';
import { dayBefore, fullDay } from '../../format';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { MomentField } from '../../ui/field';
import { Form, textOf } from '../../ui/form';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { useAction } from '../../use-action';
import type { MemberDialogProps } from './edit-member';
import { awayUntil } from './managed';

/** Sets the last day of an absence, or ends it. */
export function Absence({ member, onDone, onClose }: MemberDialogProps) {
  const action = useAction();
  const away = awayUntil(member);
  const set = async (day: string | null): Promise<void> => {
    if (!(await action.run(() => call('PATCH', `/members/${member.id}`, { away_until: day })))) return;
    onClose();
    await onDone();
    say(day ? `${member.name}: ausente até ${fullDay(day)}.` : `${member.name}: presente de novo.`);
  };
  return (
    <Dialog title={`Ausência de ${member.name}`} onClose={onClose}>
      <Form onSubmit={(values) => set(textOf(values, 'day'))}>
        <p>{explanation(member)}</p>
        <FailureNotice failure={action.failure} shown={['away_until']} />
        <MomentField
          label="Ausente até"
          name="day"
          type="date"
          min={dayBefore(new Date(), 0)}
          defaultValue={away}
          required
          problem={action.failure?.problemOf('away_until')}
        />
        <div class="dialog-actions">
          <Button onClick={onClose}>Cancelar</Button>
          {away && (
            <Button isBusy={action.isBusy} onClick={() => set(null)}>
              Encerrar ausência
            </Button>
          )}
          <Button type="submit" kind="primary" isBusy={action.isBusy}>
            Salvar ausência
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

const explanation = ({ name }: MemberView): string =>
  `Até o fim deste dia, nenhum lead novo é distribuído para ${name}. Os leads que já tem continuam com ${name}.`;
