import { useState } from 'preact/hooks';
import { ApiFailure, call } from '../../api';
import { useMay, useMe } from '../../me';
import { memberOptions, useActiveMembers } from '../../responsible';
import { goTo, linkTo } from '../../router';
import { Button } from '../../ui/button';
import { Select } from '../../ui/field';
import { Form } from '../../ui/form';
import { say } from '../../ui/messages';
import type { Action } from '../../use-action';
import { useChange } from '../../use-change';
import { ChangeNotice } from './change-notice';
import { editLead } from './lead-edit';
import type { OpenLead } from './open-lead';

/** Who looks after the lead. Anybody takes an unassigned one; a seller hands on only their own. */
export function Responsible({ of: open }: { readonly of: OpenLead }) {
  const { lead } = open;
  const { member } = useMe();
  const may = useMay();
  const { assign, action } = useAssign(open);
  const isOwn = member !== null && lead.responsible?.id === member.id;
  const handsOn = may('assign') || isOwn;
  return (
    <section class="card">
      <h2>Responsável</h2>
      <p class="row-title">{lead.responsible?.name ?? 'Sem responsável'}</p>
      <ChangeNotice failure={action.failure} shown={['responsible_id']}>
        Este lead mudou enquanto a página estava aberta. Confira quem é responsável agora.
      </ChangeNotice>
      {!lead.erased_at && member && !lead.responsible && (
        <div class="actions">
          <Button icon="check" isBusy={action.isBusy} onClick={() => assign(member.id, 'Agora o lead é seu.')}>
            Assumir
          </Button>
        </div>
      )}
      {!lead.erased_at && handsOn && (
        <HandOn key={lead.responsible?.id} current={lead.responsible?.id ?? ''} action={action} onAssign={assign} />
      )}
    </section>
  );
}

type Assign = (memberId: string | null, done: string) => Promise<void>;

function useAssign({ lead, refresh }: OpenLead): { readonly assign: Assign; readonly action: Action } {
  // The lead may be out of sight for the person who handed it on.
  const action = useChange(async () => {
    if (await isSeen(lead.id)) await refresh();
    else goTo(linkTo('leads'));
  });
  const assign: Assign = async (memberId, done) => {
    if (await action.run(() => editLead(lead, { responsible_id: memberId }))) say(done);
  };
  return { assign, action };
}

async function isSeen(id: string): Promise<boolean> {
  try {
    await call('GET', `/leads/${id}`);
    return true;
  } catch (error) {
    return !(error instanceof ApiFailure) || error.code !== 'not_found';
  }
}

interface HandOnProps {
  /** Empty: nobody. */
  readonly current: string;
  readonly action: Action;
  readonly onAssign: Assign;
}

function HandOn({ current, action, onAssign }: HandOnProps) {
  const { member } = useMe();
  const members = useActiveMembers();
  const [chosen, setChosen] = useState(current);
  const heir = members.find(({ id }) => id === chosen);
  const options = [...memberOptions(members, member?.id), { value: '', text: 'Ninguém' }];
  // A former member keeps a lead until the hand-over.
  const isListed = options.some(({ value }) => value === current);
  return (
    <Form
      class="one-line"
      label="Passar o lead"
      onSubmit={() =>
        onAssign(heir?.id ?? null, heir ? `O lead agora é de ${heir.name}.` : 'O lead ficou sem responsável.')
      }
    >
      <Select
        label="Passar para"
        value={chosen}
        onChange={setChosen}
        options={isListed ? options : [{ value: current, text: 'Escolha a pessoa' }, ...options]}
        problem={action.failure?.problemOf('responsible_id')}
      />
      <Button type="submit" disabled={chosen === current} isBusy={action.isBusy}>
        Passar
      </Button>
    </Form>
  );
}
