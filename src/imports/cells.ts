import { isRealDay, momentOf } from '../common/moment';
import { originNamed } from './origin-words';
import { plainText } from './plain-text';

/** What cells mean. A cell that cannot be read stays the text that it is, and the validation refuses it by name. */

/** `verdadeiro` and `falso` are what Excel writes in Brazil. */
const TRUE = ['true', 'verdadeiro', 'sim'];
const FALSE = ['false', 'falso', 'nao'];

/** True or false, in English or Portuguese. */
export function booleanIn(cell: string): boolean | string {
  const text = plainText(cell);
  return TRUE.includes(text) || (FALSE.includes(text) ? false : cell);
}

/** With points between the thousands, if any, and cents after a comma; or with cents after a point. */
const BRAZILIAN = /^(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d{1,2})?$/;
const WITH_POINT = /^\d+\.\d{1,2}$/;

/** Reais, as people in Brazil write them: `1.234` is one thousand two hundred and thirty-four. */
export function reaisIn(cell: string): number | string {
  const text = cell.trim();
  const figure = text.replace(/^R\$\s*/i, '');
  if (WITH_POINT.test(figure)) return Number(figure);
  return BRAZILIAN.test(figure) ? Number(figure.replaceAll('.', '').replace(',', '.')) : text;
}

/** Labels between semicolons or bars. */
export const tagsIn = (cell: string): string[] => cell.split(/[;|]/).filter((tag) => tag.trim() !== '');

const TIME = '(?:,? (?:às )?(\\d{1,2}:\\d{2}(?::\\d{2})?))?';
const BRAZILIAN_DAY = new RegExp(`^(\\d{1,2})/(\\d{1,2})/(\\d{4})${TIME}$`);
const ISO_DAY = new RegExp(`^(\\d{4})-(\\d{2})-(\\d{2})${TIME}$`);

/** A moment in ISO 8601. `23/11/2026` begins in Brasília, and so does every other time without an offset. */
export function momentIn(cell: string): string {
  const text = cell.trim();
  if (/(?:Z|[+-]\d\d:\d\d)$/.test(text)) return momentOf(text.replace(' ', 'T'))?.toISOString() ?? text;
  const [, day, month, year, time] = BRAZILIAN_DAY.exec(text) ?? [];
  if (day && month && year) return inBrasilia([year, month, day], time) ?? text;
  const [, isoYear, isoMonth, isoDay, isoTime] = ISO_DAY.exec(text.replace('T', ' ').replace(/\.\d{1,9}$/, '')) ?? [];
  if (isoYear && isoMonth && isoDay) return inBrasilia([isoYear, isoMonth, isoDay], isoTime) ?? text;
  return text;
}

/** Brasília's time has been behind UTC by two or three hours since 1914. Where the clock was put forward, midnight is missing. */
const OFFSETS = ['-03:00', '-02:00'];
const BRASILIA = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'medium',
});

function inBrasilia(date: readonly string[], time = '00:00'): string | undefined {
  const day = date.map((part) => part.padStart(2, '0')).join('-');
  const [hour = '', minute = '', second = '00'] = time.split(':');
  const clock = `${hour.padStart(2, '0')}:${minute}:${second}`;
  if (!isRealDay(day)) return undefined;
  const moments = OFFSETS.flatMap((offset) => momentOf(`${day}T${clock}${offset}`) ?? []);
  const found = moments.find((moment) => BRASILIA.format(moment) === `${day} ${clock}`) ?? moments[0];
  return found?.toISOString();
}

/** The code of an origin, or the text that names none. */
export const originIn = (cell: string): string => originNamed(cell) ?? cell.trim();

/** The text of a cell without the `'` that keeps a spreadsheet from running it: what this service wrote, it reads back. */
export const withoutQuote = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r])/, '');
