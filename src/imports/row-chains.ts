import type { PendingRow } from './import.queries';

type Linked = Pick<PendingRow, 'number' | 'phoneKey' | 'externalId'>;

/**
 * Chains of rows, which are in the order of the file: rows of one phone or one external_id are in one chain, also by way of
 * others. What becomes of a row depends on no row of another chain.
 */
export function chainsOf<Row extends Linked>(rows: readonly Row[]): Row[][] {
  /** Of each link the one that it was joined to; one without is the name of a chain. */
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

/** A phone that cannot be read links nothing. */
const linksOf = ({ phoneKey, externalId }: Linked): string[] => [
  `external_id ${externalId}`,
  ...(phoneKey === null ? [] : [`phone ${phoneKey}`]),
];
