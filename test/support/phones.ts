import { AREA_CODES } from '../../src/contract/phone';

/** Makes Brazilian phones with country code, unused in this test file. */
export function phones() {
  const areaCodes = [...AREA_CODES];
  let used = 0;
  const next = (): { areaCode: string; tail: string } => {
    const number = used++;
    return { areaCode: areaCodes[number % 67] ?? '11', tail: String(number).padStart(7, '0') };
  };
  return {
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
