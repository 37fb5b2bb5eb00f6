import { AREA_CODES } from '../../src/contract/area-codes';

/** Brazilian phones that no other test of this file has used, with country code. */
export function phones() {
  const areaCodes = [...AREA_CODES];
  let used = 0;
  const next = (): { areaCode: string; tail: string } => {
    const number = used++;
    return { areaCode: areaCodes[number % 67] ?? '11', tail: String(number).padStart(7, '0') };
  };
  return {
    /** A mobile number with its ninth digit. */
    mobile: (): string => {
      const { areaCode, tail } = next();
      return `55${areaCode}98${tail}`;
    },
    landline: (): string => {
      const { areaCode, tail } = next();
      return `55${areaCode}3${tail}`;
    },
  };
}
