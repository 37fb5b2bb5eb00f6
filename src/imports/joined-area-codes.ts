import { phoneNamed } from './headers/phone-header';
import type { RecognisedHeader } from './headers/recognised-header';
import type { FileColumn, FileColumns } from './file-column';

/**
 * Joins each column of area codes to the phones that it completes: those that it names (`DDD do celular`, `DDD 1`), else the ones
 * beside it, where that leaves no doubt. A mapping may name it as a phone, or leave it out.
 */
export function joinedAreaCodes(columns: FileColumns, headers: readonly RecognisedHeader[]): FileColumns {
  const codes = areaCodeColumns(columns, headers);
  const phones = [...columns.keys()].filter((index) => columns[index]?.field === 'phone' && !codes.includes(index));
  const joined: FileColumn[] = [...columns];
  for (const [code, phone] of pairs(codes, phones, headers)) {
    const column = joined[phone];
    if (!column || column.areaCodes !== undefined) continue;
    joined[phone] = { ...column, areaCodes: code };
    joined[code] = { field: 'phone', isGuessed: false, reason: null, isAreaCode: true };
  }
  return joined;
}

/** Returns the columns of area codes; one that a mapping reads as another field is none. */
export const areaCodeColumns = (columns: FileColumns, headers: readonly RecognisedHeader[]): number[] =>
  [...columns.keys()].filter(
    (index) => headers[index]?.isAreaCode === true && (columns[index]?.field ?? 'phone') === 'phone',
  );

type Pair = readonly [code: number, phone: number];

/** Pairs each column of area codes with one of phones in the first way that finds one for all, else none. */
function pairs(codes: readonly number[], phones: readonly number[], headers: readonly RecognisedHeader[]): Pair[] {
  const nameOf = (index: number): string => phoneNamed(headers[index]?.words ?? []);
  const numberOf = (index: number): string => /\d+/.exec(nameOf(index))?.[0] ?? '';
  const alike = (of: (index: number) => string) => (code: number) =>
    phones.find((phone) => of(code) !== '' && of(phone) === of(code));
  const beside = (side: number) => (code: number) => phones.find((phone) => phone === code + side);
  const ways = [
    alike(nameOf),
    ...(codes.length > 1 ? [alike(numberOf)] : []),
    ...(codes.length === phones.length ? [beside(1), beside(-1)] : []),
    ...(codes.length === 1 ? [() => onlyPhone(codes[0] ?? 0, phones, headers)] : []),
  ];
  const found = ways
    .map((phoneOf) => codes.flatMap((code): Pair[] => pairOf(code, phoneOf(code))))
    .find(({ length }) => length === codes.length);
  return found ?? [];
}

const pairOf = (code: number, phone: number | undefined): Pair[] => (phone === undefined ? [] : [[code, phone]]);

/** Returns the one phone beside the column, or of the file. A phone beside it that is not read may be the one that it completes. */
function onlyPhone(code: number, phones: readonly number[], headers: readonly RecognisedHeader[]): number | undefined {
  const sides = [code - 1, code + 1];
  if (sides.some((side) => headers[side]?.mentions === 'phone' && !phones.includes(side))) return undefined;
  const beside = phones.filter((phone) => sides.includes(phone));
  const [only, ...more] = beside.length > 0 ? beside : phones;
  return more.length === 0 ? only : undefined;
}
