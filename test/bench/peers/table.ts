import { shown } from '../report';
import { median, ratios } from '../statistics';
import type { PeerKind } from './peer-job';

/** Requests per second, by call, contender and round; the first contender is ours. */
export type PeerRates = Readonly<Record<PeerKind, readonly (readonly number[])[]>>;

const TITLES: Readonly<Record<PeerKind, string>> = {
  create: 'a new lead with its deal',
  get: 'a lead by its id, with its deal',
  list: 'a page of 50 leads of a stage',
};

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** A table in Markdown: what each contender did in a second (median), and ours ÷ each peer's, round by round (median and range). */
export function peerLines(names: readonly string[], rates: PeerRates): string[] {
  const [own = '', ...peers] = names;
  const head = ['', own, ...peers, ...peers.map((peer) => `÷ ${peer}`)];
  return [
    row(head),
    row(['---', ...head.slice(1).map(() => '--:')]),
    ...(Object.keys(TITLES) as PeerKind[]).map((kind) => {
      const [ours = [], ...theirs] = rates[kind];
      const perSecond = [ours, ...theirs].map((rounds) => Math.round(median(rounds)).toLocaleString('en'));
      return row([TITLES[kind], ...perSecond, ...theirs.map((rounds) => ratioText(ours, rounds))]);
    }),
  ];
}

function ratioText(ours: readonly number[], theirs: readonly number[]): string {
  const { median, min, max } = ratios(ours, theirs);
  return `${shown(median)} [${shown(min)}–${shown(max)}]`;
}
