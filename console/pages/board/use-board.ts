import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Board } from '../../../src/contract/board';
import type { Answer } from '../../../src/contract/document/route-text';
import type { OwnerStageView } from '../../../src/contract/pipeline';
import { type RouteQuery, withQuery } from '../../router';
import { ApiFailure, call, readUnattended } from '../../api';
import { type DealEnd, sendMove, undoing } from '../../deal-moves';
import { say } from '../../ui/messages';
import { useChanges } from '../../use-changes';
import { isPassing, useRecovery } from '../../use-recovery';
import type { Resource } from '../../use-resource';
import { findCard, keepingTotals, type ShownBoard, type ShownStage, withMove, withPage } from './board-change';
import { nameOf } from './board-words';
import { useTotals } from './use-totals';

type Read = (path: string) => Promise<Answer<Board>>;

/** Move requested by a person, from the stage where the card was shown. */
export interface BoardMove {
  readonly dealId: string;
  readonly fromId: string;
  readonly to: OwnerStageView;
  readonly closing?: DealEnd;
}

export interface OpenBoard extends Resource<ShownBoard> {
  readonly more: (stage: ShownStage) => Promise<void>;
  readonly move: (move: BoardMove) => Promise<void>;
  /** Whether this page is moving the deal. */
  readonly isMoving: (dealId: string) => boolean;
}

const read: Read = (path) => call<Board>('GET', path);

async function pageOf(path: string, stage: ShownStage, from: Read): Promise<ShownStage> {
  const part = new URLSearchParams({ stage_id: stage.id, cursor: stage.next_cursor ?? '' }).toString();
  const { data } = await from(`${path}${path.includes('?') ? '&' : '?'}${part}`);
  const [page] = data.stages;
  return page ? withPage(stage, page) : stage;
}

const EMPTY_PAGES = 10;

const isAsLong = (one: ShownStage, other: ShownStage): boolean => one.cards.length === other.cards.length;

/** Reloads the board with as many cards in each stage as are shown, of which there may be more meanwhile. */
async function readAgain(path: string, shown: () => ShownBoard | undefined): Promise<ShownBoard> {
  const { data } = await readUnattended<Board>(path);
  const stages = data.stages.map(async (first) => {
    const count = (): number => shown()?.stages.find(({ id }) => id === first.id)?.cards.length ?? 0;
    let stage: ShownStage = first;
    while (stage.next_cursor && stage.cards.length < count()) stage = await pageOf(path, stage, readUnattended);
    return stage;
  });
  return { ...data, stages: await Promise.all(stages) };
}

function useShownBoard(path: string) {
  const [{ data, failure }, setState] = useState<{ data?: ShownBoard; failure?: ApiFailure }>({});
  const shown = useRef<ShownBoard | undefined>(undefined);
  /** Grows with every change that makes a pending answer out of date. */
  const request = useRef(0);
  const moving = useRef<readonly string[]>([]);
  /** Grows when a move begins and when it ends. */
  const moves = useRef(0);
  const show = useCallback((board: ShownBoard): void => {
    shown.current = board;
    setState({ data: board });
  }, []);
  const reload = useCallback(async () => {
    const mine = ++request.current;
    await read(path).then(
      (answer) => mine === request.current && show(answer.data),
      (refused: ApiFailure) => mine === request.current && setState({ failure: refused }),
    );
  }, [path]);
  const refresh = useCallback(async () => {
    const mine = request.current;
    // A pending move reloads the board when it ends.
    if (moving.current.length > 0) return;
    await readAgain(path, () => shown.current).then(
      (board) => mine === request.current && show(keepingTotals(board, shown.current)),
      // A shown failure is replaced by the latest one.
      (refused: ApiFailure) =>
        mine === request.current && setState((state) => (state.failure ? { failure: refused } : state)),
    );
  }, [path]);
  return { data, failure, shown, request, moving, moves, show, reload, refresh };
}

type BoardView = ReturnType<typeof useShownBoard>;

/** Loads a board of the leads that pass the filters, follows changes by others, and moves its cards. */
export function useBoard(pipelineId: string, filters: RouteQuery): OpenBoard {
  const at = `/pipelines/${encodeURIComponent(pipelineId)}/board`;
  const path = withQuery(at, filters);
  const view = useShownBoard(path);
  const { data, failure, shown, request, show, reload, refresh } = view;
  useEffect(() => {
    void reload();
    return () => void request.current++;
  }, [reload]);
  useTotals(withQuery(`${at}/totals`, filters), view);
  useChanges(['deal', 'lead', 'activity', 'appointment'], () => void refresh());
  useRecovery(isPassing(failure), refresh);
  const more = async (stage: ShownStage): Promise<void> => {
    const mine = ++request.current;
    try {
      let longer = await pageOf(path, stage, read);
      // The service bounds its search per page.
      for (let empty = 1; empty < EMPTY_PAGES && longer.next_cursor && isAsLong(longer, stage); empty++)
        longer = await pageOf(path, longer, read);
      const board = shown.current;
      if (mine !== request.current || !board) return;
      show({ ...board, stages: board.stages.map((one) => (one.id === stage.id ? longer : one)) });
    } catch (error) {
      report(error);
    }
  };
  return { data, failure, reload, refresh, more, ...useMoves(view) };
}

/** Moves cards at once, and takes a refused move back. */
function useMoves({ shown, request, moving, moves, show, refresh }: BoardView): Pick<OpenBoard, 'move' | 'isMoving'> {
  /** Deals that this page has just moved, until the result is shown; once for each move, because an undo may begin meanwhile. */
  const own = useRef<string[]>([]);
  const endOwn = (dealId: string) => setTimeout(() => own.current.splice(own.current.indexOf(dealId), 1));
  const move = async (wanted: BoardMove): Promise<void> => {
    const before = shown.current;
    if (!before || moving.current.includes(wanted.dealId)) return;
    request.current++;
    moves.current++;
    moving.current = [...moving.current, wanted.dealId];
    own.current.push(wanted.dealId);
    show(withMove(before, wanted.dealId, wanted.to.id));
    const refused = await send(wanted);
    request.current++;
    moves.current++;
    // Only this card goes back: others may have moved since.
    if (refused && shown.current) show(withMove(shown.current, wanted.dealId, wanted.fromId));
    moving.current = moving.current.filter((id) => id !== wanted.dealId);
    if (!refused) sayMoved(before, wanted);
    if (refused && refused.code !== 'conflict') report(refused);
    await refresh();
    if (refused?.code === 'conflict') reportPosition(shown.current, wanted.dealId);
    endOwn(wanted.dealId);
  };
  const sayMoved = (board: ShownBoard, { dealId, fromId, to }: BoardMove): void => {
    const card = findCard(board, dealId)?.card;
    const back = undoing({ id: dealId, stage_id: fromId }, to.id, refresh);
    say(`${card ? nameOf(card) : 'O card'} agora está em “${to.name}”.`, async () => {
      own.current.push(dealId);
      if (shown.current) show(withMove(shown.current, dealId, fromId));
      await back();
      endOwn(dealId);
    });
  };
  return { move, isMoving: (id) => own.current.includes(id) };
}

/** Announces where another person has moved a card. */
function reportPosition(board: ShownBoard | undefined, dealId: string): void {
  const now = findCard(board, dealId);
  say(now ? `Alguém moveu este card para “${now.stage.name}”.` : 'Alguém moveu este card.');
}

/** Sends a move; returns the refusal. */
async function send({ dealId, fromId, to, closing }: BoardMove): Promise<ApiFailure | undefined> {
  try {
    await sendMove({ id: dealId, stage_id: fromId }, to.id, closing);
    return undefined;
  } catch (error) {
    if (error instanceof ApiFailure) return error;
    throw error;
  }
}

function report(error: unknown): void {
  if (!(error instanceof ApiFailure)) throw error;
  say(error.message);
}
