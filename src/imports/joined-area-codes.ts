import { phoneNamed } from './headers/phone-header';
import type { RecognisedHeader } from './headers/recognised-header';
import type { FileColumn, FileColumns } from './file-column';

/**
 * Joins each column of area codes to the phones that it completes: those that it names (`DDD do celular`, `DDD 1`), else the ones
 * beside it, where that leaves no doubt. A mapping may name it as a phone, or leave it out.
 */
export function joinedAreaCodes(columns: FileColumns, headers: readonly RecognisedHeader[]): FileColumns {
  const isCode = (index: number): boolean =>
    headers[index]?.isAreaCode === true && (columns[index]?.field ?? 'phone') === 'phone';
  const codes = [...columns.keys()].filter(isCode);
  const phones = [...columns.keys()].filter((index) => columns[index]?.field === 'phone' && !isCode(index));
  const joined: FileColumn[] = [...columns];
  for (const [code, phone] of pairs(codes, phones, headers)) {
    const column = joined[phone];
    if (!column || column.areaCodes !== undefined) continue;
    joined[phone] = { ...column, areaCodes: code };
    joined[code] = { field: 'phone', isGuessed: false, reason: null, isAreaCode: true };
  }
  return joined;
}

/** Pairs columns of area codes with columns of phones, without two for one phone. */
function pairs(
  codes: readonly number[],
  phones: readonly number[],
  headers: readonly RecognisedHeader[],
): (readonly [code: number, phone: number])[] {
  const nameOf = (index: number): string => phoneNamed(headers[index]?.words ?? []);
  const named = codes.map((code) => phones.find((phone) => nameOf(code) !== '' && nameOf(phone) === nameOf(code)));
  if (codes.length > 0 && named.every((phone) => phone !== undefined)) return zipped(codes, named);
  const numbered = codes.map((code) =>
    phones.find((phone) => numberOf(nameOf(code)) !== '' && numberOf(nameOf(phone)) === numberOf(nameOf(code))),
  );
  if (codes.length > 1 && numbered.every((phone) => phone !== undefined)) return zipped(codes, numbered);
  if (codes.length === phones.length) {
    for (const side of [1, -1]) {
      const beside = codes.map((code) => phones.find((phone) => phone === code + side));
      if (beside.every((phone) => phone !== undefined)) return zipped(codes, beside);
    }
  }
  const [only, ...more] = codes;
  if (only === undefined || more.length > 0) return [];
  const sides = [only - 1, only + 1];
  // It may complete a phone that is not read.
  if (sides.some((side) => headers[side]?.mentions === 'phone' && !phones.includes(side))) return [];
  const beside = phones.filter((phone) => sides.includes(phone));
  const candidates = beside.length > 0 ? beside : phones;
  return candidates.length === 1 ? zipped(codes, candidates) : [];
}

const numberOf = (name: string): string => /\d+/.exec(name)?.[0] ?? '';

const zipped = (codes: readonly number[], phones: readonly (number | undefined)[]): [code: number, phone: number][] =>
  codes.flatMap((code, index): [number, number][] => {
    const phone = phones[index];
    return phone === undefined ? [] : [[code, phone]];
  });
