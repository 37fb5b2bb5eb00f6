import type { PendingRow } from './import.queries';

type Linked = Pick<PendingRow, 'number' | 'phoneKey' | 'externalId'>;

/**
 * Puts rows with the same phone or the same external_id into one chain, also when only other rows connect them. A chain keeps
 * the order of the file. The result of a row does not depend on rows of other chains.
 */
export function chainsOf<Row extends Linked>(rows: readonly Row[]): Row[][] {
  /** Which link each link was joined to. A link that was joined to none is the name of a chain. */
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
