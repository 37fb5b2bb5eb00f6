import type { AccountName, OwnAccount } from '../src/contract/account';
import { endText } from './format';
import { useMe } from './me';
import { Button } from './ui/button';
import { useWholeList } from './use-resource';
import { ROLE_WORDS } from './words';

export interface AccountMenuProps {
  readonly endsAt: string | null;
  readonly onSwitch: (account: AccountName) => Promise<void>;
  readonly onSignOut: () => Promise<void>;
}

/** Menu of the account: who is signed in, their other accounts, and signing out. */
export function AccountMenu({ endsAt, onSwitch, onSignOut }: AccountMenuProps) {
  const { account, member } = useMe();
  const others = useWholeList<OwnAccount>('/my-accounts').data?.filter(({ id }) => id !== account.id) ?? [];
  return (
    <div class="account">
      <p class="account-name">{account.name}</p>
      {member && (
        <>
          <p>{member.name}</p>
          <p class="small muted">
            {ROLE_WORDS[member.role].title} · {member.email}
          </p>
        </>
      )}
      {endsAt && <p class="small muted">Sessão até {endText(endsAt)}</p>}
      {others.length > 0 && (
        <details>
          <summary>Trocar de conta</summary>
          <ul>
            {others.map((other) => (
              <li key={other.id}>
                <Button kind="quiet" label={`Trocar para ${other.name}`} onClick={() => onSwitch(other)}>
                  {other.name}
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
      <Button kind="quiet" icon="leave" onClick={onSignOut}>
        Sair
      </Button>
    </div>
  );
}
