import { ApiError } from '../../common/api-error';
import { lenientRow } from './imported-row';

const PHONE = '+5511987654321';

it('a valid row stays as it is', () => {
  const body = { phone: PHONE, tags: ['vip'], deal: { value: 1 }, created_at: '2026-08-31T03:00:00.000Z' };
  const { dto, ...row } = lenientRow(body);
  expect(row).toEqual({ body, leftOut: [] });
  expect(dto).toMatchObject(body);
});

it.each<[string, Record<string, unknown>, object, string]>([
  ['an e-mail that is none', { email: 'ana@' }, {}, 'email'],
  ['a consent that is no answer', { consent: 'talvez' }, {}, 'consent'],
  ['an origin that is none', { origin: 'Panfleto' }, {}, 'origin'],
  ['a moment that cannot be read', { created_at: 'ontem' }, {}, 'created_at'],
  ['a moment to come', { created_at: '2090-01-01T00:00:00.000Z' }, {}, 'created_at'],
  ['a moment before 1970', { created_at: '1969-12-31T00:00:00.000Z' }, {}, 'created_at'],
  [
    'a value that cannot be read',
    { deal: { value: '1,234', stage_id: 'x' } },
    { deal: { stage_id: 'x' } },
    'deal.value',
  ],
  ['a value beyond the limit', { deal: { value: 1e12 } }, {}, 'deal.value'],
  ['an external_id with a blank', { external_id: 'a b' }, {}, 'external_id'],
  ['a tag that is too long', { tags: ['a', 'b'.repeat(41), 'c'] }, { tags: ['a', 'c'] }, 'tags.1'],
  [
    'an e-mail that is none, beside an empty signal,',
    { email: 'ana@', attribution: { gclid: null } },
    { attribution: { gclid: null } },
    'email',
  ],
])('%s is left out, and said', (_, field, rest, column) => {
  const { body, leftOut } = lenientRow({ phone: PHONE, ...field });
  expect(body).toEqual({ phone: PHONE, ...rest });
  expect(leftOut.map((one) => one.field)).toEqual([column]);
  expect(leftOut[0]?.message).toMatch(/; ficou de fora$/);
});

it('several at once', () => {
  const { body, leftOut } = lenientRow({ phone: PHONE, email: 'x', consent: 1, deal: { value: 'y' } });
  expect([body, leftOut.length]).toEqual([{ phone: PHONE }, 3]);
});

it('what is said of a consent is about the cell of a spreadsheet', () => {
  expect(lenientRow({ phone: PHONE, consent: 'Sim ou não' }).leftOut).toEqual([
    { field: 'consent', message: 'deve ser sim ou não; ficou de fora' },
  ]);
});

it('a phone is not, and the reason is what is wrong with it', () => {
  const reasons = (): string[] => {
    try {
      lenientRow({ phone: '99999-1005', email: 'x' });
      return [];
    } catch (error) {
      return error instanceof ApiError ? (error.details?.fields ?? []).map(({ message }) => message) : [];
    }
  };
  expect(reasons()[0]).toMatch(/DDD/);
  expect(reasons()[0]).not.toMatch(/falta o número/);
});

it('a row with too many levels is refused, as no field of it is bad', () => {
  const deep = Array.from({ length: 100 }).reduce<object>((inner) => ({ inner }), { value: 1 });
  expect(() => lenientRow({ phone: PHONE, deal: deep })).toThrow(ApiError);
});

it.each([
  ['a refusal', new ApiError('internal_error')],
  ['a fault', new TypeError('x')],
])('%s that names no field stays as it is', (_, error) => {
  const body = {
    get phone(): string {
      throw error;
    },
  };
  expect(() => lenientRow(body)).toThrow(error);
});

it('leaves out more bad tags than a refusal names', () => {
  const tags = [...Array.from({ length: 60 }, () => 'x'.repeat(41)), 'vip'];
  const { dto, leftOut } = lenientRow({ phone: '11987654321', tags });
  expect([dto.tags, leftOut.length]).toEqual([['vip'], 60]);
});
