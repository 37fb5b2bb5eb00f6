import { type Column, type Draft, eachRow, ignored, nothing, type Part } from './sheet';

/** A moment on the clock of its column. */
interface Clock {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

interface Writing {
  readonly textOf: (clock: Clock) => string;
  /** A day alone means its beginning. */
  readonly isDay?: true;
  /** Its offset from UTC in hours, if the text says it. */
  readonly offset?: number;
  readonly isMonthFirst?: true;
}

const MONTHS = [
  'janeiro',
  'fevereiro',
  'março',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
];
const BRASILIA = -3;

const two = (figure: number): string => String(figure).padStart(2, '0');
const iso = ({ year, month, day }: Clock): string => `${year}-${two(month)}-${two(day)}`;
const brazilian = ({ year, month, day }: Clock): string => `${two(day)}/${two(month)}/${year}`;
const time = ({ hour, minute }: Clock): string => `${two(hour)}:${two(minute)}`;

const serial = ({ year, month, day, hour, minute }: Clock): string =>
  (Date.UTC(year, month - 1, day, hour, minute) / 86_400_000 + 25_569).toFixed(6);

const WRITINGS: readonly Writing[] = [
  { textOf: (clock) => brazilian(clock), isDay: true },
  { textOf: (clock) => `${brazilian(clock)} ${time(clock)}` },
  { textOf: (clock) => `${brazilian(clock)} ${time(clock)}:00` },
  { textOf: (clock) => `${brazilian(clock).replaceAll('/', '.')} ${time(clock)}:00` },
  { textOf: (clock) => `${two(clock.day)}-${two(clock.month)}-${clock.year % 100}`, isDay: true },
  { textOf: (clock) => iso(clock), isDay: true },
  { textOf: (clock) => `${iso(clock)} ${time(clock)}:00` },
  { textOf: (clock) => `${iso(clock)}T${time(clock)}:00-03:00`, offset: -3 },
  { textOf: (clock) => `${iso(clock)}T${time(clock)}:00Z`, offset: 0 },
  { textOf: (clock) => `${iso(clock)} ${time(clock)}:00 +0200`, offset: 2 },
  { textOf: (clock) => `${clock.day} de ${MONTHS[clock.month - 1]} de ${clock.year} ${time(clock)}` },
  { textOf: (clock) => `${clock.day}/${MONTHS[clock.month - 1]?.slice(0, 3)}/${clock.year % 100}`, isDay: true },
  { textOf: (clock) => `${two(clock.month)}/${two(clock.day)}/${clock.year} ${half(clock)}`, isMonthFirst: true },
  { textOf: serial },
];

const half = ({ hour, minute }: Clock): string => `${hour % 12 || 12}:${two(minute)} ${hour < 12 ? 'AM' : 'PM'}`;

const momentOf = (clock: Clock, { isDay, offset }: Writing, ofColumn: number): string => {
  const { year, month, day, hour, minute } = isDay ? { ...clock, hour: 0, minute: 0 } : clock;
  return new Date(Date.UTC(year, month - 1, day, hour - (offset ?? ofColumn), minute)).toISOString();
};

/** Draws a column of moments, some of them missing or unreadable. */
function moments({ random, rows }: Draft, header: string): Part<string> {
  const writing = random.pick(WRITINGS);
  const drawn = eachRow(rows, () => {
    if (random.chance(0.1)) return { text: random.pick(['', '', 'ontem', 'a confirmar']), moment: undefined };
    const day = random.int(writing.isMonthFirst ? 13 : 1, 28);
    const clock = {
      year: random.int(2024, 2025),
      month: random.int(1, 12),
      day,
      hour: random.int(0, 23),
      minute: random.int(0, 59),
    };
    return { text: writing.textOf(clock), moment: momentOf(clock, writing, header.includes('UTC') ? 0 : BRASILIA) };
  });
  const column: Column = { header, field: 'created_at', cells: drawn.map(({ text }) => text) };
  return { columns: [[column]], values: drawn.map(({ moment }) => moment) };
}

const ofTrade = (draft: Draft): Part<string> => moments(draft, draft.random.pick(draft.trade.moments));

const otherDay = ({ random, rows }: Draft, header: string): Column[] => [
  ignored(
    header,
    eachRow(rows, () => `${two(random.int(1, 28))}/${two(random.int(1, 12))}/${random.int(1970, 2025)}`),
  ),
];

/** In orders the day on which something was sent is the shipping day. */
function besideSent(draft: Draft): Part<string> {
  const own = moments(draft, draft.random.pick(['Data', 'Criado em', 'Data de cadastro']));
  return { ...own, columns: [...own.columns, otherDay(draft, draft.random.pick(['Data de envio', 'Enviado em']))] };
}

const onlySent = (draft: Draft): Part<string> => moments(draft, draft.random.pick(['Data de envio', 'Enviado em']));

function besideOtherDays(draft: Draft): Part<string> {
  const own = ofTrade(draft);
  const days = ['Data de nascimento', 'Última atualização', 'Data de pagamento', 'Data da visita', 'Aniversário'];
  return { ...own, columns: [...own.columns, otherDay(draft, draft.random.pick(days))] };
}

function onlyOtherDay(draft: Draft): Part<string> {
  return {
    ...nothing(draft),
    columns: [otherDay(draft, draft.random.pick(['Data de nascimento', 'Data do consentimento']))],
  };
}

export const MOMENT_PARTS: readonly ((draft: Draft) => Part<string>)[] = [
  ofTrade,
  besideOtherDays,
  ofTrade,
  besideSent,
  nothing,
  onlySent,
  besideOtherDays,
  onlyOtherDay,
];
