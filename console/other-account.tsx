import type { AccountName } from '../src/contract/account';
import { Button } from './ui/button';
import { Dialog } from './ui/dialog';

interface OtherAccountProps {
  readonly shown: AccountName;
  readonly other: AccountName;
  readonly onClose: () => void;
}

/** Explains a refused call: the session of all tabs now belongs to another account. */
export function OtherAccount({ shown, other, onClose }: OtherAccountProps) {
  return (
    <Dialog title="Você entrou em outra conta em outra aba" onClose={onClose}>
      <p>
        Esta aba mostra <strong>{shown.name}</strong>, mas neste navegador a sessão agora é da conta{' '}
        <strong>{other.name}</strong>. Por isso o último pedido desta aba foi recusado: nada mudou em nenhuma das duas.
      </p>
      <p class="muted">
        Recarregue para ver {other.name}, ou volte a {shown.name} na outra aba e tente de novo aqui.
      </p>
      <div class="dialog-actions">
        <Button onClick={onClose}>Agora não</Button>
        <Button kind="primary" onClick={() => location.reload()}>
          Recarregar
        </Button>
      </div>
    </Dialog>
  );
}
