import { shown } from '../report';
import { median, ratios } from '../statistics';
import type { PeerKind } from './peer-job';

/** A slot: requests per second, and microseconds of processor time per request, of product and PostgreSQL; NaN where unknown. */
export interface PeerSlot {
  readonly rate: number;
  readonly cpu: number;
}

/** The slots by call, contender and round; the first contender is ours. */
export type PeerSlots = Readonly<Record<PeerKind, readonly (readonly PeerSlot[])[]>>;

const TITLES: Readonly<Record<PeerKind, string>> = {
  create: 'a new lead with its deal',
  get: 'a lead by its id, with its deal',
  list: 'a page of 50 leads of a stage',
};
const KINDS = Object.keys(TITLES) as PeerKind[];

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const ratioText = (above: readonly number[], below: readonly number[]): string => {
  const { median, min, max } = ratios(above, below);
  return `${shown(median)} [${shown(min)}–${shown(max)}]`;
};

/**
 * Tables in Markdown, with medians, and with how many times better ours is than each peer, round by round (median and range): what
 * each contender did in a second, and the processor time that a call took.
 */
export function peerLines(names: readonly string[], slots: PeerSlots): string[] {
  const rates = tableOf(names, 'requests per second', (kind) => {
    const [ours = [], ...theirs] = slots[kind].map((rounds) => rounds.map(({ rate }) => rate));
    return [[ours, ...theirs].map(median), theirs.map((rates) => ratioText(ours, rates))];
  });
  if (KINDS.some((kind) => slots[kind].flat().some(({ cpu }) => Number.isNaN(cpu)))) return rates;
  const cpu = tableOf(names, 'milliseconds of processor time per request', (kind) => {
    const [ours = [], ...theirs] = slots[kind].map((rounds) => rounds.map((slot) => slot.cpu / 1_000));
    return [[ours, ...theirs].map(median), theirs.map((times) => ratioText(times, ours))];
  });
  return [...rates, '', ...cpu];
}

/** A table whose rows hold the medians of the contenders and the texts of the peers' ratios. */
function tableOf(
  [own = '', ...peers]: readonly string[],
  title: string,
  cellsOf: (kind: PeerKind) => [medians: number[], ratios: string[]],
): string[] {
  const head = [title, own, ...peers, ...peers.map((peer) => `times better than ${peer}`)];
  const rows = KINDS.map((kind) => {
    const [medians, ratios] = cellsOf(kind);
    return row([TITLES[kind], ...medians.map(shown), ...ratios]);
  });
  return [row(head), row(['---', ...head.slice(1).map(() => '--:')]), ...rows];
}
