import { useState } from 'preact/hooks';
import type { MemberView } from '../../../src/contract/members/member';
import { useMay } from '../../me';
import { Button } from '../../ui/button';
import { Loaded } from '../../ui/loaded';
import { PageFrame } from '../../ui/page';
import { useChanges, useTeamChanges } from '../../use-changes';
import { useWholeList } from '../../use-resource';
import { Invite } from './invite';
import { MemberRow } from './member-row';
import { SellerSettings } from './seller-settings';

/** People of the account: who they are, what they may do, and who is away. */
export function Team() {
  const may = useMay();
  const members = useWholeList<MemberView>('/members');
  const [isInviting, setInviting] = useState(false);
  const isHandingOver = members.data?.some(({ handing_over: leads = 0 }) => leads > 0);
  useChanges(['lead'], () => void (isHandingOver && members.refresh()));
  useTeamChanges(members.refresh);
  return (
    <PageFrame
      title="Equipe"
      about="Quem trabalha nesta conta. Cada pessoa entra com o próprio e-mail e vê o que o papel dela inclui."
      actions={
        may('members') && (
          <Button kind="primary" icon="plus" onClick={() => setInviting(true)}>
            Convidar pessoa
          </Button>
        )
      }
    >
      <Loaded from={members}>{(all) => <Lists of={all} onChange={members.reload} />}</Loaded>
      {may('settings') && <SellerSettings />}
      {isInviting && <Invite onDone={members.reload} onClose={() => setInviting(false)} />}
    </PageFrame>
  );
}

interface ListsProps {
  readonly of: readonly MemberView[];
  readonly onChange: () => Promise<void>;
}

function Lists({ of: members, onChange }: ListsProps) {
  const may = useMay();
  const active = members.filter((member) => member.active);
  const former = members.filter((member) => !member.active);
  const rows = (some: readonly MemberView[]) => (
    <ul class="rows">
      {some.map((member) => (
        <MemberRow key={member.id} member={member} active={active} onChange={onChange} />
      ))}
    </ul>
  );
  return (
    <>
      <section class="people">
        <h2>Pessoas ativas</h2>
        {rows(active)}
      </section>
      {may('members') && former.length > 0 && (
        <section class="people">
          <h2>Pessoas desativadas</h2>
          {rows(former)}
        </section>
      )}
    </>
  );
}
