import { isMoment, isRealDay, momentOf } from './moment';

describe('a moment', () => {
  it.each([
    ['with Z', '2026-03-01T12:34:56Z', '2026-03-01T12:34:56.000Z'],
    ['without zone is UTC', '2026-03-01T12:34:56', '2026-03-01T12:34:56.000Z'],
    ['with a negative offset', '2026-03-01T12:34:56-03:00', '2026-03-01T15:34:56.000Z'],
    ['with an offset before UTC', '2026-03-01T12:34:56+05:30', '2026-03-01T07:04:56.000Z'],
    ['with an offset of zero', '2026-03-01T12:34:56+00:00', '2026-03-01T12:34:56.000Z'],
    ['with an offset of minus zero', '2026-03-01T12:34:56-00:00', '2026-03-01T12:34:56.000Z'],
    ['with the largest offset', '2026-03-02T00:00:00+23:59', '2026-03-01T00:01:00.000Z'],
    ['with an offset over midnight', '2026-02-28T23:00:00-03:00', '2026-03-01T02:00:00.000Z'],
    ['with 1 fraction digit', '2026-03-01T12:34:56.7Z', '2026-03-01T12:34:56.700Z'],
    ['with 2 fraction digits', '2026-03-01T12:34:56.07Z', '2026-03-01T12:34:56.070Z'],
    ['with 3 fraction digits', '2026-03-01T12:34:56.789Z', '2026-03-01T12:34:56.789Z'],
    ['with 4, cut off', '2026-03-01T12:34:56.7899Z', '2026-03-01T12:34:56.789Z'],
    ['with 9, cut off', '2026-03-01T12:34:56.999999999Z', '2026-03-01T12:34:56.999Z'],
    ['with a fraction and an offset', '2026-03-01T12:34:56.5-03:00', '2026-03-01T15:34:56.500Z'],
    ['with a fraction without zone', '2026-03-01T12:34:56.5', '2026-03-01T12:34:56.500Z'],
    ['the first of a day', '2026-03-01T00:00:00Z', '2026-03-01T00:00:00.000Z'],
    ['the last of a day', '2026-03-01T23:59:59.999Z', '2026-03-01T23:59:59.999Z'],
    ['a leap day', '2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['a leap day of a century', '2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
    ['the first year', '0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['the last year', '9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ])('%s', (_, text, expected) => {
    expect(momentOf(text)?.toISOString()).toBe(expected);
    expect(isMoment(text)).toBe(true);
  });

  it.each([
    ['no fraction', '12:34:56Z', '12:34:56.000Z'],
    ['whole milliseconds', '12:34:56.789Z', '12:34:56.789Z'],
    ['zeros beyond them', '12:34:56.789000Z', '12:34:56.789Z'],
    ['a microsecond', '12:34:56.789001Z', '12:34:56.790Z'],
    ['nanoseconds of the last millisecond', '12:34:59.999000009Z', '12:35:00.000Z'],
    ['a fraction without zone', '12:34:56.7891', '12:34:56.790Z'],
    ['a fraction with an offset', '12:34:56.7899-03:00', '15:34:56.790Z'],
  ])('is rounded up: %s', (_, time, expected) => {
    expect(momentOf(`2026-03-01T${time}`, 'up')?.toISOString()).toBe(`2026-03-01T${expected}`);
  });

  it.each([
    ['30 February', '2026-02-30T00:00:00Z'],
    ['29 February of no leap year', '2026-02-29T00:00:00Z'],
    ['29 February of 1900', '1900-02-29T00:00:00Z'],
    ['31 April', '2026-04-31T00:00:00Z'],
    ['day 0', '2026-03-00T00:00:00Z'],
    ['day 32', '2026-03-32T00:00:00Z'],
    ['month 0', '2026-00-01T00:00:00Z'],
    ['month 13', '2026-13-01T00:00:00Z'],
    ['year 0', '0000-01-01T00:00:00Z'],
    ['hour 24', '2026-03-01T24:00:00Z'],
    ['hour 25', '2026-03-01T25:00:00Z'],
    ['minute 60', '2026-03-01T12:60:00Z'],
    ['second 60', '2026-03-01T12:00:60Z'],
    ['a leap second', '2016-12-31T23:59:60Z'],
    ['10 fraction digits', '2026-03-01T12:34:56.1234567890Z'],
    ['a dot without fraction', '2026-03-01T12:34:56.Z'],
    ['a comma before the fraction', '2026-03-01T12:34:56,5Z'],
    ['no seconds', '2026-03-01T12:34Z'],
    ['no time', '2026-03-01'],
    ['no day', '2026-03T12:34:56Z'],
    ['a small t', '2026-03-01t12:34:56Z'],
    ['a small z', '2026-03-01T12:34:56z'],
    ['a blank for T', '2026-03-01 12:34:56Z'],
    ['an offset without colon', '2026-03-01T12:34:56-0300'],
    ['an offset of hours alone', '2026-03-01T12:34:56-03'],
    ['an offset of 24 hours', '2026-03-01T12:34:56+24:00'],
    ['an offset of 60 minutes', '2026-03-01T12:34:56+03:60'],
    ['an offset with seconds', '2026-03-01T12:34:56+03:00:00'],
    ['an offset with a minus sign', '2026-03-01T12:34:56−03:00'],
    ['an offset whose plus became a blank', '2026-03-01T12:34:56 03:00'],
    ['a zone and an offset', '2026-03-01T12:34:56Z-03:00'],
    ['a name for the zone', '2026-03-01T12:34:56[America/Sao_Paulo]'],
    ['a year of five digits', '12026-03-01T12:34:56Z'],
    ['a year with a sign', '+002026-03-01T12:34:56Z'],
    ['a year of two digits', '26-03-01T12:34:56Z'],
    ['a month of one digit', '2026-3-01T12:34:56Z'],
    ['full-width digits', '２０２６-03-01T12:34:56Z'],
    ['blanks around', ' 2026-03-01T12:34:56Z'],
    ['a line break after it', '2026-03-01T12:34:56Z\n'],
    ['seconds since 1970', '1772366096'],
    ['a day of the week', 'Sun, 01 Mar 2026 12:34:56 GMT'],
    ['a week', '2026-W09-7T12:34:56Z'],
    ['nothing', ''],
  ])('is not %s', (_, text) => {
    expect(momentOf(text)).toBeUndefined();
    expect(isMoment(text)).toBe(false);
  });

  it.each([[undefined], [null], [0], [1_772_366_096], [true], [new Date()], [['2026-03-01T12:34:56Z']], [{}]])(
    'is not %p, which is not a text',
    (value) => expect(isMoment(value)).toBe(false),
  );
});

describe('a real day', () => {
  it.each(['2026-03-01', '2024-02-29', '2000-02-29', '2026-12-31', '0001-01-01', '9999-12-31'])('is %s', (text) =>
    expect(isRealDay(text)).toBe(true),
  );

  it.each([
    ...['2026-02-29', '1900-02-29', '2026-02-30', '2026-04-31', '2026-06-31', '2026-09-31', '2026-11-31'],
    ...['2026-00-01', '2026-13-01', '2026-01-00', '2026-01-32', '0000-01-01', '2026-3-1', '2026-03-1', '20260301'],
    ...['2026/03/01', '01-03-2026', '2026-03', '2026', '', ' 2026-03-01', '2026-03-01 ', '2026-03-01\n'],
    ...[
      '2026-03-01T00:00:00Z',
      '+002026-03-01',
      '-2026-03-01',
      '+012026-03-01',
      '２０２６-03-01',
      '2026-03-01Z',
      'yesterday',
    ],
  ])('is not %j', (text) => expect(isRealDay(text)).toBe(false));

  it('is every day from 1999 to 2029 that the calendar has, and no other', () => {
    const lengths = (year: number): number[] => {
      const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
      return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    };
    const wrong: string[] = [];
    for (let year = 1999; year <= 2029; year++) {
      for (const [month, length] of lengths(year).entries()) {
        for (let day = 1; day <= 31; day++) {
          const text = `${year}-${String(month + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
          if (isRealDay(text) !== day <= length) wrong.push(text);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});
