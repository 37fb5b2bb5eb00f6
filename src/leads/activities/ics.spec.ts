import { icsOf, summaryOf } from './ics';

const EVENT = {
  id: '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b',
  startsAt: new Date('2026-03-02T23:30:00.000Z'),
  minutes: 90,
  changedAt: new Date('2026-03-01T12:00:00.123Z'),
  name: 'Ana Souza',
  url: 'https://leads.example/console#/leads/1',
};

const lines = (text: string): string[] => text.split('\r\n');

it('is a calendar of RFC 5545', () => {
  expect(lines(icsOf('Agenda', [EVENT]))).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Entrada//Agenda//PT',
    'CALSCALE:GREGORIAN',
    'X-WR-CALNAME:Agenda',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    'BEGIN:VTIMEZONE',
    'TZID:America/Sao_Paulo',
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:-0300',
    'TZOFFSETTO:-0300',
    'END:STANDARD',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    'UID:0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b@entrada',
    'DTSTAMP:20260301T120000Z',
    'LAST-MODIFIED:20260301T120000Z',
    'DTSTART:20260302T233000Z',
    'DTEND:20260303T010000Z',
    'SUMMARY:Ana',
    'URL:https://leads.example/console#/leads/1',
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

it.each([
  [null, 'Lead'],
  ['', 'Lead'],
  ['  Ana   Souza', 'Ana'],
  ['Maria;\nBEGIN:VEVENT', 'Maria'],
  ['Maria,Souza', 'Maria'],
  ["D'Ávila Lima", "D'Ávila"],
  ['José\u0301-Carlos Lima', 'José\u0301-Carlos'],
  ['maria.souza@example.com', 'Lead'],
  ['11987654321', 'Lead'],
  ['+55 11 98765-4321', 'Lead'],
  ['Ana11987654321', 'Lead'],
  ['“Ana” Souza', 'Lead'],
  ['李 小龍', '李'],
  ['A'.repeat(60), 'A'.repeat(40)],
])('says of %j only %s', (name, summary) => {
  expect(summaryOf(name)).toBe(summary);
});

it('escapes the name of the account', () => {
  const text = icsOf('a;b,c\\d\r\nBEGIN:VEVENT\u0000\u2028e', []);
  expect(lines(text)[4]).toBe('X-WR-CALNAME:a\\;b\\,c\\\\d\\nBEGIN:VEVENT\u2028e');
});

it.each([
  ['letters', 'x'.repeat(200)],
  ['letters of two octets', 'é'.repeat(200)],
  ['signs of four octets', '😀'.repeat(100)],
])('folds long lines of %s at 75 octets, between characters', (_, title) => {
  const text = icsOf(title, []);
  for (const line of lines(text)) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(line).not.toContain('\ufffd');
  }
  expect(text.replaceAll('\r\n ', '')).toContain(`X-WR-CALNAME:${title}\r\n`);
});
