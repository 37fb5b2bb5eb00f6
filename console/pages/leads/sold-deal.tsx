import type { OwnerDeal } from '../../../src/contract/deal';
import { money, monthText } from '../../format';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';

interface SoldDealProps {
  readonly deal: OwnerDeal;
  readonly onMove: () => void;
  /** Absent where the lead has a deal in progress. */
  readonly onNewDeal?: () => void;
  readonly onClose: () => void;
}

/** Asks before a sale is taken back, because people mean a second sale as often. */
export function SoldDeal({ deal, onMove, onNewDeal, onClose }: SoldDealProps) {
  const sale = deal.closed_value === null ? 'uma venda' : money(deal.closed_value);
  return (
    <Dialog title="Tirar a venda?" onClose={onClose}>
      <p>
        Isto tira {sale} de {monthText(deal.closed_at ?? deal.entered_stage_at)}.
        {onNewDeal && ' Ou começar um novo negócio?'}
      </p>
      <div class="dialog-actions">
        <Button onClick={onClose}>Cancelar</Button>
        {onNewDeal && <Button onClick={onNewDeal}>Novo negócio</Button>}
        <Button kind="danger" onClick={onMove}>
          Tirar a venda
        </Button>
      </div>
    </Dialog>
  );
}
