import type { PendingRow } from '../imports.queries';

type Linked = Pick<PendingRow, 'number' | 'phoneKey' | 'externalId'>;

/** Groups rows linked by phone or external_id, also through other rows, in file order. Other chains do not affect a row. */
export function chainsOf<Row extends Linked>(rows: readonly Row[]): Row[][] {
  /** The link that each link was joined to; an unjoined link names its chain. */
  const joined = new Map<string, string>();
  const nameOf = (link: string): string => {
    const next = joined.get(link);
    if (next === undefined) return link;
    const name = nameOf(next);
    joined.set(link, name);
    return name;
  };
  for (const row of rows) {
    const [first, ...others] = linksOf(row).map(nameOf) as [string, ...string[]];
    for (const name of others) if (name !== first) joined.set(name, first);
  }
  const chains = new Map<string, Row[]>();
  for (const row of rows) {
    const name = nameOf(`external_id ${row.externalId}`);
    const chain = chains.get(name);
    if (chain) chain.push(row);
    else chains.set(name, [row]);
  }
  return [...chains.values()];
}

/** An unreadable phone links nothing. */
const linksOf = ({ phoneKey, externalId }: Linked): string[] => [
  `external_id ${externalId}`,
  ...(phoneKey === null ? [] : [`phone ${phoneKey}`]),
];
