import { areaCodeSubject } from './headers/phone-header';
import { withoutNeutral } from './headers/header-words';
import type { RecognisedHeader } from './headers/recognised-header';
import type { FileColumn, FileColumns } from './file-column';

/**
 * Joins each column of area codes to the phones that it completes: those that it names (`DDD do celular`), else the ones beside it,
 * else the only ones of the file. A mapping may name it as a phone, or leave it out.
 */
export function joinedAreaCodes(columns: FileColumns, headers: readonly RecognisedHeader[]): FileColumns {
  const joined: FileColumn[] = [...columns];
  const isFree = (index: number): boolean => {
    const column = joined[index];
    return column?.field === 'phone' && !headers[index]?.isAreaCode && column.areaCodes === undefined;
  };
  for (const [index, header] of headers.entries()) {
    const field = columns[index]?.field;
    if (!header.isAreaCode || (field && field !== 'phone')) continue;
    const at = completedBy(index, headers, isFree);
    const phone = at === undefined ? undefined : joined[at];
    if (at === undefined || !phone) continue;
    joined[at] = { ...phone, areaCodes: index };
    joined[index] = { field: 'phone', isGuessed: false, reason: null, isAreaCode: true };
  }
  return joined;
}

function completedBy(
  index: number,
  headers: readonly RecognisedHeader[],
  isFree: (index: number) => boolean,
): number | undefined {
  const free = [...headers.keys()].filter(isFree);
  const subject = areaCodeSubject(headers[index]?.words ?? []);
  const named = free.find((one) => subject !== '' && withoutNeutral(headers[one]?.words ?? []) === subject);
  const beside = [index + 1, index - 1].find(isFree);
  return named ?? beside ?? (free.length === 1 ? free[0] : undefined);
}
