import type { AccountName, AccountView, OwnAccount } from '../src/contract/account';
import { clockTime } from './format';
import { Button } from './ui/button';
import { useWholeList } from './use-resource';

export interface AccountMenuProps {
  readonly account: AccountView;
  readonly endsAt: string | null;
  readonly onSwitch: (account: AccountName) => Promise<void>;
  readonly onSignOut: () => Promise<void>;
}

/** Menu of the account: the owner's other accounts, and signing out. */
export function AccountMenu({ account, endsAt, onSwitch, onSignOut }: AccountMenuProps) {
  const others = useWholeList<OwnAccount>('/my-accounts').data?.filter(({ id }) => id !== account.id) ?? [];
  return (
    <div class="account">
      <p class="account-name">{account.name}</p>
      <p class="small muted">{account.owner.email}</p>
      {endsAt && <p class="small muted">Sessão até {clockTime(endsAt)}</p>}
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
