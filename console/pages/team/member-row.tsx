import { useState } from 'preact/hooks';
import type { MemberView } from '../../../src/contract/members/member';
import { call } from '../../api';
import { dateTime, fullDay, plural } from '../../format';
import { useMay, useMe } from '../../me';
import { Button } from '../../ui/button';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { useAction } from '../../use-action';
import { ROLE_WORDS } from '../../words';
import { Absence } from './absence';
import { Deactivate } from './deactivate';
import { EditMember } from './edit-member';
import { InvitationActions } from './invitation-actions';
import { invitationText } from './invitation-text';
import { awayUntil, isEditable, isManaged, isOneself } from './managed';
import { MemberData } from './member-data';

interface MemberRowProps {
  readonly member: MemberView;
  /** Those who could take over leads. */
  readonly active: readonly MemberView[];
  readonly onChange: () => Promise<void>;
}

type Opened = 'edit' | 'absence' | 'deactivate';

export function MemberRow({ member, active, onChange }: MemberRowProps) {
  const may = useMay();
  const me = useMe();
  const [open, setOpen] = useState<Opened>();
  const dialog = { member, onDone: onChange, onClose: () => setOpen(undefined) };
  return (
    <li class="card row member">
      <Who is={member} />
      <div class="actions">
        {member.active ? <Changes of={member} onOpen={setOpen} /> : <Return of={member} onDone={onChange} />}
        {member.invitation && isManaged(me, member) && <InvitationActions of={member} onChange={onChange} />}
        {may('member_data') && <MemberData of={member} onChange={onChange} />}
      </div>
      {open === 'edit' && <EditMember {...dialog} />}
      {open === 'absence' && <Absence {...dialog} />}
      {open === 'deactivate' && <Deactivate {...dialog} others={active.filter(({ id }) => id !== member.id)} />}
    </li>
  );
}

function Who({ is: member }: { readonly is: MemberView }) {
  const me = useMe();
  const away = awayUntil(member);
  const { email, handing_over: leads = 0 } = member;
  return (
    <div class="row-main">
      <h3 class="row-title">
        {member.name} <span class="badge accent">{ROLE_WORDS[member.role].title}</span>{' '}
        {isOneself(me, member) && <span class="badge">Você</span>}{' '}
        {away && <span class="badge">Ausente até {fullDay(away)}</span>}
      </h3>
      {email && <p>{email}</p>}
      <p class="small muted">{seenText(member, isManaged(me, member))}</p>
      {leads > 0 && <p role="status">{plural(leads, 'lead ainda em transferência', 'leads ainda em transferência')}</p>}
    </div>
  );
}

/** Sellers do not see when others were here. */
function seenText({ last_seen_at: seen, invitation }: MemberView, isManaging: boolean): string {
  if (seen === undefined) return '';
  if (seen) return `Último acesso em ${dateTime(seen)}`;
  return invitation ? `Ainda não entrou. ${invitationText(invitation, isManaging)}` : 'Ainda não entrou';
}

function Changes({ of: member, onOpen }: { readonly of: MemberView; readonly onOpen: (dialog: Opened) => void }) {
  const me = useMe();
  if (!isEditable(me, member)) return null;
  return (
    <>
      <Button kind="quiet" icon="edit" label={`Editar ${member.name}`} onClick={() => onOpen('edit')}>
        Editar
      </Button>
      <Button kind="quiet" icon="calendar" label={`Ausência de ${member.name}`} onClick={() => onOpen('absence')}>
        Ausência
      </Button>
      {isManaged(me, member) && (
        <Button kind="quiet" icon="close" label={`Desativar ${member.name}`} onClick={() => onOpen('deactivate')}>
          Desativar
        </Button>
      )}
    </>
  );
}

/** An anonymised member does not come back. */
function Return({ of: member, onDone }: { readonly of: MemberView; readonly onDone: () => Promise<void> }) {
  const me = useMe();
  const action = useAction();
  if (!isManaged(me, member) || member.email === null) return null;
  const comeBack = async (): Promise<void> => {
    if (!(await action.run(() => call('PATCH', `/members/${member.id}`, { active: true })))) return;
    await onDone();
    say(`${member.name} faz parte da equipe de novo e entra com um link pedido na página de entrada.`);
  };
  return (
    <>
      <Button label={`Reativar ${member.name}`} isBusy={action.isBusy} onClick={comeBack}>
        Reativar
      </Button>
      <FailureNotice failure={action.failure} />
    </>
  );
}
