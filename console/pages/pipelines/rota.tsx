import { useState } from 'preact/hooks';
import type { MemberView } from '../../../src/contract/members/member';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import { call } from '../../api';
import { fullDay } from '../../format';
import { useActiveMembers } from '../../responsible';
import { Button } from '../../ui/button';
import { Check } from '../../ui/field';
import { Form } from '../../ui/form';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { useAction } from '../../use-action';
import { awayUntil } from '../team/managed';

interface RotaProps {
  readonly pipeline: OwnerPipelineView;
  readonly onChange: () => Promise<void>;
}

/** Members who get the new leads of a pipeline in turn. */
export function RotaMembers({ pipeline, onChange }: RotaProps) {
  const members = useActiveMembers();
  const { id, name, rota } = pipeline;
  const action = useAction();
  const [draft, setDraft] = useState<readonly string[]>();
  const chosen = draft ?? rota;
  const save = async (): Promise<void> => {
    if (!(await action.run(() => call('PATCH', `/pipelines/${id}`, { rota: chosen })))) return;
    await onChange();
    setDraft(undefined);
    say(`Distribuição de leads de “${name}” salva.`);
  };
  return (
    <details class="rota">
      <summary>Distribuição de leads novos ({rota.length})</summary>
      <Form onSubmit={save}>
        <FailureNotice failure={action.failure} />
        <fieldset>
          <legend>Distribuir leads novos entre…</legend>
          {members.map((member) => (
            <RotaMember
              key={member.id}
              of={member}
              isChosen={chosen.includes(member.id)}
              onChoose={(isChosen) => setDraft(changed(chosen, member.id, isChosen))}
            />
          ))}
        </fieldset>
        <p class="hint">
          Só leads novos são distribuídos: os que já existem ficam com quem estão, e importados e cadastrados à mão
          ficam de fora. Cada lead vai para quem recebeu o último há mais tempo.
        </p>
        <Button type="submit" disabled={draft === undefined} isBusy={action.isBusy}>
          Salvar distribuição
        </Button>
      </Form>
    </details>
  );
}

const changed = (rota: readonly string[], id: string, isChosen: boolean): readonly string[] =>
  isChosen ? [...rota, id] : rota.filter((one) => one !== id);

interface RotaMemberProps {
  readonly of: MemberView;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

function RotaMember({ of: member, isChosen, onChoose }: RotaMemberProps) {
  const away = awayUntil(member);
  return (
    <Check name="rota" value={member.id} checked={isChosen} onChange={onChoose} title={member.name}>
      {away && `Ausente até ${fullDay(away)}: até lá não recebe.`}
    </Check>
  );
}
