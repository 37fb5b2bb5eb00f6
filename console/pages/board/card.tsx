import type { BoardCard } from '../../../src/contract/board';
import { ageText, dateTime, phoneText } from '../../format';
import { Initials } from '../../responsible';
import { NextStep } from '../../next-step';
import { linkTo } from '../../router';
import { Tags } from '../../tags';
import { Button } from '../../ui/button';
import { hasControl } from '../../ui/control-key';
import { Icon } from '../../ui/icon';
import { DealValue } from '../leads/deal-value';
import { automationText, nameOf, stayOf } from './board-words';

export interface CardActions {
  readonly stageName: (id: string) => string;
  /** Asks for the target stage. */
  readonly onMove: (card: BoardCard) => void;
  /** Moves the card to the stage before (-1) or after (1). */
  readonly onStep: (card: BoardCard, step: -1 | 1) => void;
  /** Reloads after a change of a value. */
  readonly onChanged: () => Promise<unknown>;
}

/** Element that explains the keys for moving cards. */
export const KEYS_HINT = 'board-keys';

interface CardProps {
  readonly card: BoardCard;
  readonly actions: CardActions;
  /** Whether the stage is for deals in progress. */
  readonly isOpen: boolean;
}

export function Card({ card, actions, isOpen }: CardProps) {
  const { deal, lead, next_automation: next } = card;
  const press = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : undefined;
    if (!hasControl(event) || !step) return;
    event.preventDefault();
    actions.onStep(card, step);
  };
  return (
    <li
      class="deal-card"
      data-deal={deal.id}
      tabIndex={0}
      aria-label={nameOf(card)}
      aria-describedby={KEYS_HINT}
      aria-keyshortcuts="Control+ArrowLeft Control+ArrowRight Meta+ArrowLeft Meta+ArrowRight"
      onKeyDown={press}
    >
      <p class="deal-card-head">
        <a class="clipped" href={linkTo('leads', lead.id)} title={lead.name ?? undefined}>
          {lead.name ?? 'Sem nome'}
        </a>
        <DealValue deal={deal} updatedAt={card.updated_at} of={nameOf(card)} onChanged={actions.onChanged} />
      </p>
      <p class="small deal-card-person">
        {phoneText(lead.phone)}
        <span class="muted" title={`Nesta etapa desde ${dateTime(deal.entered_stage_at)}`}>
          {stayOf(card)}
        </span>
        {lead.responsible && <Initials of={lead.responsible} />}
      </p>
      {card.returned_at && (
        <p class="small came-back" title={dateTime(card.returned_at)}>
          <Icon name="chat" />
          Voltou {ageText(card.returned_at, Date.now())}
        </p>
      )}
      <div class="deal-card-foot">
        <p class="small">
          <NextStep at={card.next_contact} isOpen={isOpen} />
        </p>
        {lead.tags.length > 0 && <Tags of={lead.tags} />}
        {next && <NextAutomation of={next} stageName={actions.stageName} />}
        <Button kind="quiet" icon="move" label={`Mover ${nameOf(card)}`} onClick={() => actions.onMove(card)} />
      </div>
    </li>
  );
}

interface NextAutomationProps extends Pick<CardActions, 'stageName'> {
  readonly of: NonNullable<BoardCard['next_automation']>;
}

function NextAutomation({ of: next, stageName }: NextAutomationProps) {
  const text = automationText(next, stageName);
  return (
    <p class="next-automation" title={`${text} (${dateTime(next.at)})`}>
      <Icon name="timer" />
      <span class="visually-hidden">{text}</span>
    </p>
  );
}
