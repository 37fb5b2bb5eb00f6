import type { Random } from './random';

/** A phone as its digits with country code. `local` is the part after the area code. */
export interface PhoneNumber {
  readonly digits: string;
  readonly area: string;
  readonly local: string;
}

const AREAS = ['11', '19', '21', '31', '41', '48', '51', '61', '71', '81', '85', '92'];

const digitsOf = (random: Random, count: number): string =>
  Array.from({ length: count }, () => String(random.int(0, 9))).join('');

const inArea = (area: string, local: string): PhoneNumber => ({ digits: `55${area}${local}`, area, local });

export const mobileNumber = (random: Random, area = random.pick(AREAS)): PhoneNumber =>
  inArea(area, `9${random.int(6, 9)}${digitsOf(random, 7)}`);

export const landline = (random: Random, area = random.pick(AREAS)): PhoneNumber =>
  inArea(area, `3${random.int(0, 9)}${digitsOf(random, 6)}`);

/** `98765-4321` */
const grouped = ({ local }: PhoneNumber): string => `${local.slice(0, -4)}-${local.slice(-4)}`;

type Writing = (number: PhoneNumber) => string;

/** Numbers with their area code, as tools and people write them. */
const COMPLETE: readonly Writing[] = [
  (number) => `(${number.area}) ${grouped(number)}`,
  (number) => `(${number.area})${grouped(number)}`,
  (number) => `${number.area} ${grouped(number)}`,
  (number) => number.area + number.local,
  (number) => `+55 ${number.area} ${grouped(number)}`,
  (number) => `+${number.digits}`,
  (number) => number.digits,
  (number) => `0${number.area} ${grouped(number)}`,
  (number) => `${number.area}.${grouped(number).replace('-', '.')}`,
  (number) => `${number.area}/${grouped(number)}`,
  (number) => `p:+${number.digits}`,
  (number) => `tel:+${number.digits}`,
  (number) => `whatsapp:+${number.digits}`,
  (number) => `https://wa.me/${number.digits}`,
  (number) => `'+${number.digits}`,
  (number) => `${number.area}${number.local}.0`,
  (number) => `0055 ${number.area} ${grouped(number)}`,
  (number) => `(0xx${number.area}) ${grouped(number)}`,
];

const WITHOUT_AREA: readonly Writing[] = [grouped, ({ local }) => local];

/** One or two ways of writing, kept for a column. */
const writer = (random: Random, ways: readonly Writing[]): Writing => {
  const own = [random.pick(ways), random.pick(ways)];
  return (number) => random.pick(own)(number);
};

export const completeWriter = (random: Random): Writing => writer(random, COMPLETE);

export const localWriter = (random: Random): Writing => writer(random, WITHOUT_AREA);

/** A cell of a phone column without a usable phone. */
export const withoutPhone = (random: Random): string =>
  random.pick(['', '', '', '-', 'não tem', '1234', 'sem telefone']);
