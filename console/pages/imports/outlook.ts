import type { ImportPreview } from '../../../src/contract/import';
import { count, plural } from '../../format';

/** Number of rows that would be refused, as far as checked. */
export function outlookOf({ rows, checked, refused }: ImportPreview): string {
  const among =
    checked < rows
      ? `Das primeiras ${count(checked)} de ${count(rows)} linhas`
      : `De ${plural(rows, 'linha', 'linhas')}`;
  if (refused === 0) return `${among}, nenhuma será recusada.`;
  return `${among}, ${plural(refused, 'será recusada', 'serão recusadas')}; as outras entram.`;
}
