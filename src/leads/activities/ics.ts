import { MINUTE_MS } from '../../contract/durations';
import { firstNameOf } from '../../contract/message-template';
import { firstCodePoints } from '../../common/text';

/** An event of a calendar; all that calendars of others learn of an appointment. */
export interface CalendarEvent {
  readonly id: string;
  readonly startsAt: Date;
  readonly minutes: number;
  readonly changedAt: Date;
  /** Of the lead. */
  readonly name: string | null;
  readonly url: string;
}

/** Octets of a line without its end (RFC 5545, 3.1). */
const LINE_OCTETS = 75;
const LONGEST_NAME = 40;

/** A calendar needs a component, also without events (RFC 5545, 3.6); the times of events are in UTC. */
const ZONE = [
  ...['BEGIN:VTIMEZONE', 'TZID:America/Sao_Paulo', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
  ...['TZOFFSETFROM:-0300', 'TZOFFSETTO:-0300', 'END:STANDARD', 'END:VTIMEZONE'],
];

/** A calendar as RFC 5545 has it. */
export function icsOf(title: string, events: readonly CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Entrada//Agenda//PT',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escaped(title)}`,
    // Outlook reads only the second one.
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...ZONE,
    ...events.flatMap(linesOf),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

const linesOf = ({ id, startsAt, minutes, changedAt, name, url }: CalendarEvent): string[] => [
  'BEGIN:VEVENT',
  `UID:${id}@entrada`,
  `DTSTAMP:${utc(changedAt)}`,
  `LAST-MODIFIED:${utc(changedAt)}`,
  `DTSTART:${utc(startsAt)}`,
  `DTEND:${utc(new Date(startsAt.getTime() + minutes * MINUTE_MS))}`,
  `SUMMARY:${escaped(summaryOf(name))}`,
  `URL:${url}`,
  'STATUS:CONFIRMED',
  'END:VEVENT',
];

/** The first name of a lead; `Lead` without a name, and for a name that is an address or a number. */
export function summaryOf(name: string | null): string {
  const first = firstNameOf(name);
  const letters = /[@\p{N}]/u.test(first) ? undefined : /^\p{L}[\p{L}\p{M}'’-]*/u.exec(first)?.[0];
  return letters === undefined ? 'Lead' : firstCodePoints(letters, LONGEST_NAME);
}

/** `20260302T120000Z`. */
const utc = (moment: Date): string => moment.toISOString().replace(/[-:]|\.\d+/g, '');

const escaped = (text: string): string =>
  text
    .replace(/[\\;,]/g, String.raw`\$&`)
    .replace(/\r\n|\r|\n/g, String.raw`\n`)
    .replace(/\p{Cc}/gu, '');

/** Breaks a long line between characters; a blank begins each further part. */
function folded(line: string): string {
  const parts = [''];
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      parts.push(' ');
      octets = 1;
    }
    parts.push(`${parts.pop() ?? ''}${character}`);
    octets += size;
  }
  return parts.join('\r\n');
}
