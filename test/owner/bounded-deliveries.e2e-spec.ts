import { MAX_KEPT_DELIVERIES } from '../../src/contract/limits';
import { appForAllTests } from '../support/app';
import { formCalls } from '../support/form-visitor';
import { phones } from '../support/phones';
import { forEachTest } from '../support/setup';
import { sourceCalls } from '../support/source-calls';

const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read'));
const nextPhone = phones();

/** A source of this kind that has as many old deliveries of each bounded result as it keeps, and held ones. */
async function fullSource(kind: 'webhook' | 'form') {
  const made = kind === 'form' ? await formCalls(test, partner).create() : await sourceCalls(test, partner).create();
  await partner.sql(
    `insert into deliveries (account_id, id, source_id, received_at, result, fields, left_out, request_id, settled_at)
     select $1, ('00000000-0000-7000-800' || r.nth || '-' || lpad(n::text, 12, '0'))::uuid, $2, now(), r.result, '[]', '[]', 'r',
            case when r.result not in ('held', 'spam') then now() end
     from unnest(array['duplicate', 'held', 'spam', 'test']) with ordinality r (result, nth), generate_series(1, ${MAX_KEPT_DELIVERIES}) n`,
    made.id,
  );
  return made;
}

/** The number of deliveries of each result, and of the oldest one. */
const kept = async (sourceId: string) =>
  Object.fromEntries(
    (
      await partner.sql<{ result: string; count: number; oldest: string }>(
        `select result, count(*)::int, min(id::text) as oldest from deliveries
         where account_id = $1 and source_id = $2 group by result`,
        sourceId,
      )
    ).map(({ result, count, oldest }) => [result, [count, Number(oldest.slice(-12)) || 0]]),
  );

const FULL = {
  duplicate: [MAX_KEPT_DELIVERIES, 1],
  held: [MAX_KEPT_DELIVERIES, 1],
  spam: [MAX_KEPT_DELIVERIES, 1],
  test: [MAX_KEPT_DELIVERIES, 1],
};
const MOVED_ON = [MAX_KEPT_DELIVERIES, 2];

describe('a source keeps the newest thousand', () => {
  it('repeated deliveries, and no less of all others', async () => {
    const source = await fullSource('webhook');
    const { send } = sourceCalls(test, partner);
    const body = { telefone: nextPhone.mobile() };
    for (let n = 0; n < 2; n++) expect((await send(source, body)).status).toBe(200);
    const { created, ...others } = await kept(source.id);
    expect([created?.[0], others]).toEqual([1, { ...FULL, duplicate: MOVED_ON }]);
  });

  it('tests, by its owner and by Google', async () => {
    const source = await fullSource('webhook');
    const { send } = sourceCalls(test, partner);
    expect((await partner.owner.post(`/sources/${source.id}/test`)).status).toBe(201);
    expect(await kept(source.id)).toEqual({ ...FULL, test: MOVED_ON });
    expect((await send(source, { is_test: true, telefone: nextPhone.mobile() })).status).toBe(200);
    expect(await kept(source.id)).toEqual({ ...FULL, test: [MAX_KEPT_DELIVERIES, 3] });
  });

  it('deliveries of spam', async () => {
    const source = await fullSource('form');
    const { send } = formCalls(test, partner);
    expect((await send({ ...source, path: new URL(source.address).pathname }, { token: 'x' })).status).toBe(303);
    expect(await kept(source.id)).toEqual({ ...FULL, spam: MOVED_ON });
  });
});

it('people beyond the first hundred are read again by several at once, and none is a repeated one', async () => {
  const { create, send } = sourceCalls(test, partner);
  const source = await create();
  await send(
    source,
    Array.from({ length: 120 }, () => ({ telefone: nextPhone.mobile() })),
  );
  const [rest] = (await partner.owner.get<{ id: string }[]>('/deliveries?result=held')).data;
  const again = () => partner.owner.post(`/deliveries/${rest?.id}/read-again`);
  const answers = await Promise.all(Array.from({ length: 5 }, again));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(Object.keys(await kept(source.id)).toSorted()).toEqual(['created', 'dismissed']);
});
