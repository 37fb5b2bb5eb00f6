import type { PendingRow } from './import.queries';

type Linked = Pick<PendingRow, 'number' | 'phoneKey' | 'externalId'>;

/**
 * Chains of rows, which are in the order of the file: rows of one phone or one external_id are in one chain, also by way of
 * others. What becomes of a row depends on no row of another chain.
 */
export function chainsOf<Row extends Linked>(rows: readonly Row[]): Row[][] {
  const chains = new Map<string, Row[]>();
  for (const row of rows) {
    const linked = new Set(linksOf(row).map((link) => chains.get(link) ?? []));
    const chain = [...linked].flat().sort((one, other) => one.number - other.number);
    chain.push(row);
    for (const link of chain.flatMap(linksOf)) chains.set(link, chain);
  }
  return [...new Set(chains.values())];
}

/** A phone that cannot be read links nothing. */
const linksOf = ({ phoneKey, externalId }: Linked): string[] => [
  `external_id ${externalId}`,
  ...(phoneKey === null ? [] : [`phone ${phoneKey}`]),
];
