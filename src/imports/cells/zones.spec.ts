import { inBrasilia, offsetOf, ZONE, zoneOfHeader } from './zones';

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
