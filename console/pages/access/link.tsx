import { useEffect, useState } from 'preact/hooks';
import type { AccountName } from '../../../src/contract/account';
import { REMEMBERED_DAYS } from '../../../src/contract/limits';
import type { LinkLook } from '../../../src/contract/session';
import { endText } from '../../format';
import { Button } from '../../ui/button';
import { Check } from '../../ui/field';
import { Logo } from '../../ui/logo';
import { FailureNotice, Notice } from '../../ui/notice';
import { useAction } from '../../use-action';

interface LinkPageProps {
  readonly link: LinkLook;
  readonly current: AccountName | undefined;
  readonly onEnter: (remember: boolean) => Promise<void>;
  readonly onStay: () => void;
}

/** Page of an unused sign-in link. Needs a button, because mail scanners open links; people see the account's name first. */
export function LinkPage({ link: { account, expires_at: until }, current, onEnter, onStay }: LinkPageProps) {
  const action = useAction();
  const [remember, setRemember] = useState(false);
  useEffect(() => {
    document.title = 'Entrar · Entrada';
  }, []);
  return (
    <main class="alone">
      <Logo />
      <div class="card">
        <h1>Entrar</h1>
        <p>
          Este link é da conta <strong>{account.name}</strong> e vale até {endText(until)}.
        </p>
        {current && <Signed in={current} isSame={current.id === account.id} />}
        <Check
          name="remember"
          checked={remember}
          onChange={setRemember}
          title={`Lembrar deste aparelho por ${REMEMBERED_DAYS} dias`}
        >
          Só em um aparelho que é seu.
        </Check>
        <FailureNotice failure={action.failure} />
        <div class="actions">
          <Button kind="primary" isBusy={action.isBusy} onClick={() => action.run(() => onEnter(remember))}>
            Entrar em {account.name}
          </Button>
          {current && <Button onClick={onStay}>Continuar em {current.name}</Button>}
        </div>
      </div>
    </main>
  );
}

function Signed({ in: account, isSame }: { readonly in: AccountName; readonly isSame: boolean }) {
  if (isSame) {
    return (
      <Notice kind="info">
        <p>Você já está nesta conta: o link pode ficar para depois.</p>
      </Notice>
    );
  }
  return (
    <Notice kind="warning">
      <p>
        Neste navegador você está na conta <strong>{account.name}</strong>. Se entrar na outra, todas as abas passam
        para ela. Se não foi você que pediu o link, continue onde está.
      </p>
    </Notice>
  );
}
