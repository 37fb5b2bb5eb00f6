import { momentIn, orderOf, inBrasilia, offsetOf, ZONE, zoneOfHeader } from './moments';

describe('a moment in a cell', () => {
  it.each([
    ['a day', '23/11/2026', '2026-11-23T03:00:00.000Z'],
    ['a day without zeros', ' 1/2/2026 ', '2026-02-01T03:00:00.000Z'],
    ['a day with points', '12.08.2026 09:31:22', '2026-08-12T12:31:22.000Z'],
    ['a day with hyphens', '31-08-2026', '2026-08-31T03:00:00.000Z'],
    ['a year of two digits', '31/08/26', '2026-08-31T03:00:00.000Z'],
    ['day and minute', '23/11/2026 14:30', '2026-11-23T17:30:00.000Z'],
    ['day and second', '31/08/2026 00:00:00', '2026-08-31T03:00:00.000Z'],
    ['after a comma', '23/11/2026, 14:30', '2026-11-23T17:30:00.000Z'],
    ['in words', '23/11/2026 às 14:30', '2026-11-23T17:30:00.000Z'],
    ['an hour with h', '23/11/2026 14h30', '2026-11-23T17:30:00.000Z'],
    ['a full hour', '23/11/2026 às 14h', '2026-11-23T17:00:00.000Z'],
    ['an hour with h and m', '23/11/2026 14h30m', '2026-11-23T17:30:00.000Z'],
    ['an hour with h and min', '23/11/2026 às 14h30min', '2026-11-23T17:30:00.000Z'],
    ['a month in letters', '31/ago/26', '2026-08-31T03:00:00.000Z'],
    ['a month in letters with a point', '31/ago./2026', '2026-08-31T03:00:00.000Z'],
    ['in full', '31 de agosto de 2026 11:18', '2026-08-31T14:18:00.000Z'],
    ['in full, with its weekday', 'segunda-feira, 31 de agosto de 2026', '2026-08-31T03:00:00.000Z'],
    ['March, which has a cedilla', '1 de março de 2026', '2026-03-01T03:00:00.000Z'],
    ['in English', 'Aug 31, 2026 11:18 AM', '2026-08-31T14:18:00.000Z'],
    ['in English, in full', 'August 31st, 2026 at 2:18 PM', '2026-08-31T17:18:00.000Z'],
    ['in English, day first', '31 Aug 2026', '2026-08-31T03:00:00.000Z'],
    ['midnight with AM', '31/08/2026 12:05 AM', '2026-08-31T03:05:00.000Z'],
    ['noon with p.m.', '31/08/2026 12:05 p.m.', '2026-08-31T15:05:00.000Z'],
    ['one o’clock with PM', '31/08/2026 1:05 PM', '2026-08-31T16:05:00.000Z'],
    ['PM without a blank', '31/08/2026 2:18PM', '2026-08-31T17:18:00.000Z'],
    ['ISO, a day', '2026-11-23', '2026-11-23T03:00:00.000Z'],
    ['ISO, a day whose end looks like an offset', '2020-01-02', '2020-01-02T03:00:00.000Z'],
    ['ISO with a blank', '2026-11-23 14:30', '2026-11-23T17:30:00.000Z'],
    ['ISO', '2026-11-23T14:30:15', '2026-11-23T17:30:15.000Z'],
    ['ISO with a fraction', '2026-11-23T14:30:15.250', '2026-11-23T17:30:15.000Z'],
    ['ISO in UTC', '2026-11-23T14:30:15Z', '2026-11-23T14:30:15.000Z'],
    ['ISO with an offset', '2026-08-31T11:18:23-03:00', '2026-08-31T14:18:23.000Z'],
    ['ISO with an offset after a blank, without its colon', '2026-08-12 10:33:11 -0300', '2026-08-12T13:33:11.000Z'],
    ['ISO with an offset of hours', '2026-08-31 11:18:23+02', '2026-08-31T09:18:23.000Z'],
    ['of TikTok', '2026-08-31 11:18:23(UTC+00:00)', '2026-08-31T11:18:23.000Z'],
    ['of a form of Google in English', '2026/08/31 11:18:23 AM GMT-3', '2026-08-31T14:18:23.000Z'],
    ['with a zone’s name', '2026-08-31 11:18:23 UTC', '2026-08-31T11:18:23.000Z'],
    ['with Brasília’s name', '31/08/2026 11:18 BRT', '2026-08-31T14:18:00.000Z'],
    ['with the name of the time-zone database', '2026-08-31 11:18:23 America/Sao_Paulo', '2026-08-31T14:18:23.000Z'],
    ['of JavaScript', 'Mon Aug 31 2026 11:18:23 GMT-0300 (Horário Padrão de Brasília)', '2026-08-31T14:18:23.000Z'],
    ['of an e-mail', 'Mon, 31 Aug 2026 11:18:23 +0000', '2026-08-31T11:18:23.000Z'],
    ['a spreadsheet’s serial number', '46265', '2026-08-31T03:00:00.000Z'],
    ['a serial number with its hour', '46265,604166667', '2026-08-31T17:30:00.000Z'],
    ['the last serial number', '80000', '2119-01-11T03:00:00.000Z'],
    ['of a cell whose first hundred characters are read', `${'23/11/2026'.padEnd(100)}Ana`, '2026-11-23T03:00:00.000Z'],
    ['in summer time, until 2019', '15/01/2018', '2018-01-15T02:00:00.000Z'],
    ['late in summer time', '15/01/2018 23:30', '2018-01-16T01:30:00.000Z'],
    ['of a day that begins at one', '04/11/2018', '2018-11-04T03:00:00.000Z'],
    ['of an hour that came twice', '17/02/2018 23:30', '2018-02-18T02:30:00.000Z'],
    ['a leap day', '29/02/2024', '2024-02-29T03:00:00.000Z'],
  ])('%s: %s', (_, cell, moment) => {
    expect(momentIn(cell)).toBe(moment);
  });

  it.each([
    ...['30/02/2026', '29/02/2026', '11/23/2026', '23/11/2026 24:00', '23/11/2026 10:60', '23/11/2026 13:00 PM'],
    ...['ontem', '23/11/2026 14', '2026-13-01', '2026-11-23T25:00:00Z', '1/2/2026/3', 'x 23/11/2026', '23/11/2026 x'],
    ...[
      '12026-11-23',
      '2026-11-233',
      '123/11/2026',
      '23/111/2026',
      'Z',
      '2026',
      '99999',
      '31/xyz/2026',
      '',
      '31-08/2026',
    ],
    ...['2026-08-31 11:18 +25:00', '0/1/2026', '1'.repeat(10_000)],
    ...['23/11/2026 0:30 AM', '80001', '2026-08-31-03:00', '31/08/2026 seg, 14:30', `${'23/11/2026'.padEnd(99)}Ana`],
    ...['131/ago/2026', '31/ago/20266', '1 Aug 31, 2026', 'Aug 31, 20266'],
  ])('%s is none', (cell) => {
    expect(momentIn(cell)).toBeUndefined();
  });

  it.each([
    ['01', ['jan', 'janeiro', 'january']],
    ['02', ['fev', 'feb', 'fevereiro', 'february']],
    ['03', ['mar', 'março', 'march']],
    ['04', ['abr', 'apr', 'abril', 'april']],
    ['05', ['mai', 'may', 'maio']],
    ['06', ['jun', 'junho', 'june']],
    ['07', ['jul', 'julho', 'july']],
    ['08', ['ago', 'aug', 'agosto', 'august']],
    ['09', ['set', 'sep', 'sept', 'setembro', 'september']],
    ['10', ['out', 'oct', 'outubro', 'october']],
    ['11', ['nov', 'novembro', 'november']],
    ['12', ['dez', 'dec', 'dezembro', 'december']],
  ])('in the month %s, by each of its names', (month, names) => {
    const moments = names.map((name) => momentIn(`28/${name}/2026`));
    expect(moments).toEqual(names.map(() => `2026-${month}-28T03:00:00.000Z`));
  });

  it('in a column that is month first', () => {
    const format = { monthFirst: true };
    expect(momentIn('8/1/2026 2:18 PM', format)).toBe('2026-08-01T17:18:00.000Z');
    expect(momentIn('31/08/2026', format)).toBeUndefined();
    expect(momentIn('2026-08-31', format)).toBe('2026-08-31T03:00:00.000Z');
  });

  it('in a column of UTC, where the cell names no zone of its own', () => {
    const format = { monthFirst: false, zone: 'Z' };
    expect(momentIn('2026-08-31 14:19:23', format)).toBe('2026-08-31T14:19:23.000Z');
    expect(momentIn('2026-08-31 14:19:23 -03:00', format)).toBe('2026-08-31T17:19:23.000Z');
  });
});

it.each([
  ['08/31/2026', 'month'],
  ['8/31/26 2:18 PM', 'month'],
  ['31/08/2026', 'day'],
  ['01/08/2026', undefined],
  ['2026-08-31', undefined],
  ['31/31/2026', undefined],
  ['99/01/2026', undefined],
  ['01/99/2026', undefined],
  ['12/13/2026', 'month'],
  ['13/12/2026', 'day'],
  ['12/12/2026', undefined],
  ['08/31/2026 13:00 PM', undefined],
  ['Mon, 8/31/2026 2:18 PM', 'month'],
  ['seg, 31/08/2026', 'day'],
  ['ontem', undefined],
  ['', undefined],
])('the order of %j is %j', (cell, order) => {
  expect(orderOf(cell)).toBe(order);
});

it.each([
  ['Submit Date (UTC)', 'Z'],
  ['created_at_utc', 'Z'],
  ['Data (GMT-3)', '-03:00'],
  ['Data (UTC +05:30)', '+05:30'],
  ['UTC', 'Z'],
  ['GMT-3 (data)', '-03:00'],
  ['Data (UTC-0330)', '-03:30'],
  ['Data (GMT+12)', '+12:00'],
  ['Data', undefined],
  ['datautc', undefined],
  ['utcoluna', undefined],
  ['Data (UTC-99)', undefined],
])('the zone of the header %j is %j', (header, zone) => {
  expect(zoneOfHeader(header)).toBe(zone);
});

it.each([
  ['z', 'Z'],
  ['utc', 'Z'],
  ['gmt', 'Z'],
  ['wet', 'Z'],
  ['west', '+01:00'],
  ['cet', '+01:00'],
  ['cest', '+02:00'],
  ['america/sao_paulo', ''],
  ['brt', '-03:00'],
  ['brst', '-02:00'],
  ['fnt', '-02:00'],
  ['amt', '-04:00'],
  ['act', '-05:00'],
  ['edt', '-04:00'],
  ['est', '-05:00'],
  ['cdt', '-05:00'],
  ['cst', '-06:00'],
  ['mdt', '-06:00'],
  ['mst', '-07:00'],
  ['pdt', '-07:00'],
  ['pst', '-08:00'],
  ['-03:00', '-03:00'],
  ['-0330', '-03:30'],
  ['gmt-3', '-03:00'],
  ['utc +05:30', '+05:30'],
  ['+14', '+14:00'],
  ['+02:00 marte', undefined],
  ['marte +02:00', undefined],
  ['+15', undefined],
  ['+02:60', undefined],
  ['marte', undefined],
])('the offset of %j is %j', (zone, offset) => {
  expect(offsetOf(zone)).toBe(offset);
});

it.each([
  ['11:18z', '11:18', 'z'],
  ['11:18-03:00', '11:18', '-03:00'],
  ['11:18 -0300', '11:18', '-0300'],
  ['11:18+2', '11:18', '+2'],
  ['11:18 (utc+00:00)', '11:18', 'utc+00:00'],
  ['11:18(utc+00:00)', '11:18', 'utc+00:00'],
  ['11:18 gmt -3', '11:18', 'gmt -3'],
  ['11:18 gmt-0300 (horario padrao de brasilia)', '11:18', 'gmt-0300'],
  ...['utc', 'gmt', 'brt', 'brst', 'amt', 'act', 'fnt', 'america/sao_paulo', 'wet', 'west', 'cet', 'cest'].map(
    (zone) => [`11:18 ${zone}`, '11:18', zone],
  ),
  ...['est', 'edt', 'cst', 'cdt', 'mst', 'mdt', 'pst', 'pdt'].map((zone) => [`11:18 (${zone})`, '11:18', zone]),
])('%j is %j in the zone %j', (text, time, zone) => {
  const match = ZONE.exec(text);
  expect([text.slice(0, match?.index), match?.[1]]).toEqual([time, zone]);
});

it.each(['11:18', '11:18 utc 2', '11:18 marte', '11:18 xst', '11:18 ext', '11:18 utc (', '11:18 utc (a) b'])(
  '%j names no zone at its end',
  (text) => {
    expect(ZONE.test(text)).toBe(false);
  },
);

it.each([
  ['2026-08-31', '11:18:23', '2026-08-31T14:18:23.000Z'],
  ['2018-01-15', '12:00:00', '2018-01-15T14:00:00.000Z'],
  ['2018-11-04', '00:00:00', '2018-11-04T03:00:00.000Z'],
  ['2018-02-17', '23:30:00', '2018-02-18T02:30:00.000Z'],
  ['2026-08-31', '24:00:00', undefined],
])('%s %s of Brasília is %s', (day, clock, moment) => {
  expect(inBrasilia(day, clock)).toBe(moment);
});
