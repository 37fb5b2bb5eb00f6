import { appForAllTests, RANDOM_ID } from '../support/app';
import { phones } from '../support/phones';
import { forEachTest } from '../support/setup';
import { sourceCalls } from '../support/source-calls';

/** The stage that leads of a source enter. */

const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write'));
const nextPhone = phones();
const calls = () => sourceCalls(test, partner);

it('takes only a stage of the account that leads may enter', async () => {
  const { create } = calls();
  const { id } = await create();
  const [elsewhere] = Object.values(await (await test.partner('leads:read')).stages());
  for (const stage_id of [elsewhere, (await partner.stages()).Ganho, RANDOM_ID]) {
    const defaults = { stage_id };
    for (const { status, error } of [
      await partner.owner.post('/sources', { kind: 'form', name: 'x', defaults }),
      await partner.owner.patch(`/sources/${id}`, { defaults }),
    ])
      expect([status, error.details]).toMatchObject([422, { fields: [{ field: 'defaults.stage_id' }] }]);
  }
});

it.each([{}, { kind: 'form' }])('says that the stage of its defaults went: %j', async (kind) => {
  const { create, send, latest, readAgain } = calls();
  const stage_id = (await partner.stages())['Em contato'];
  const source = await create({ ...kind, defaults: { stage_id } });
  expect((await partner.owner.delete(`/stages/${stage_id}`)).status).toBe(200);
  const phone = nextPhone.mobile();
  if (source.kind === 'webhook') await send(source, { telefone: phone });
  else await send(source, `phone=${phone}`);
  const { id, result } = await latest(source.id);
  const delivery = result === 'spam' ? await readAgain(id) : await latest(source.id);
  expect(delivery).toMatchObject({ result: 'created', left_out: [{ path: 'deal.stage_id' }] });
});

it('says once that the stage went, where the one of the delivery is unknown too', async () => {
  const { create, send, latest } = calls();
  const stage_id = (await partner.stages())['Em contato'];
  const source = await create({ defaults: { stage_id } });
  const mapping = [{ path: 'fase', field: 'deal.stage_id' }];
  expect((await partner.owner.patch(`/sources/${source.id}`, { mapping })).status).toBe(200);
  expect((await partner.owner.delete(`/stages/${stage_id}`)).status).toBe(200);
  await send(source, { telefone: nextPhone.mobile(), fase: RANDOM_ID });
  const { result, left_out } = await latest(source.id);
  expect([result, left_out.map(({ reason }: { reason: string }) => reason)]).toEqual([
    'created',
    [expect.stringContaining('a etapa deixou de existir')],
  ]);
});
