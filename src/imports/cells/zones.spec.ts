import { inBrasilia, offsetOf, zoneOfHeader } from './zones';

it.each([
  ['Submit Date (UTC)', 'Z'],
  ['created_at_utc', 'Z'],
  ['Data (GMT-3)', '-03:00'],
  ['Data (UTC +05:30)', '+05:30'],
  ['Data', undefined],
  ['utcoluna', undefined],
  ['Data (UTC-99)', undefined],
])('the zone of the header %j is %j', (header, zone) => {
  expect(zoneOfHeader(header)).toBe(zone);
});

it.each([
  ['z', 'Z'],
  ['-03:00', '-03:00'],
  ['-0300', '-03:00'],
  ['gmt-3', '-03:00'],
  ['brst', '-02:00'],
  ['america/sao_paulo', ''],
  ['+14', '+14:00'],
  ['+15', undefined],
  ['+02:60', undefined],
  ['marte', undefined],
])('the offset of %j is %j', (zone, offset) => {
  expect(offsetOf(zone)).toBe(offset);
});

it.each([
  ['2026-08-31', '11:18:23', '2026-08-31T14:18:23.000Z'],
  ['2018-01-15', '12:00:00', '2018-01-15T14:00:00.000Z'],
  ['2026-08-31', '24:00:00', undefined],
])('%s %s of Brasília is %s', (day, clock, moment) => {
  expect(inBrasilia(day, clock)).toBe(moment);
});
