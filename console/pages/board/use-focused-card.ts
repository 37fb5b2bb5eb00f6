import { type RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Board } from '../../../src/contract/board';
import { say } from '../../ui/messages';
import { findCard } from './board-change';

/** Focused card, and its stage at that time. */
interface FocusedCard {
  readonly dealId: string;
  readonly stageId: string;
  readonly element: Element;
}

/** Keeps the focus on a card that changes columns, and announces a move by another person. */
export function useFocusedCard(
  container: RefObject<HTMLDivElement | null>,
  board: Board,
  isMoving: (dealId: string) => boolean,
): void {
  const focused = useRef<FocusedCard | undefined>(undefined);
  useLayoutEffect(() => {
    const follow = ({ target }: Event): void => {
      if (!(target instanceof Element) || target.closest('dialog')) return;
      const card = container.current?.contains(target) ? target.closest<HTMLElement>('[data-deal]') : null;
      const stage = card?.closest<HTMLElement>('[data-stage]');
      focused.current =
        card && stage
          ? { dealId: card.dataset['deal'] ?? '', stageId: stage.dataset['stage'] ?? '', element: card }
          : undefined;
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, []);
  useLayoutEffect(() => {
    const { current } = focused;
    if (!current || current.element.isConnected) return;
    focused.current = undefined;
    const now = findCard(board, current.dealId);
    container.current?.querySelector<HTMLElement>(`[data-deal="${current.dealId}"]`)?.focus();
    if (isMoving(current.dealId)) return;
    if (now?.stage.id === current.stageId) return;
    say(now ? `Alguém moveu este card para “${now.stage.name}”.` : 'O card em que você estava saiu do quadro.');
  }, [board]);
}
