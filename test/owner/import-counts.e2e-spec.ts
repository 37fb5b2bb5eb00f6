import type { ImportView } from '../../src/contract/import';
import { appForAllTests } from '../support/app';
import { importCalls, lines, type Report } from '../support/import-calls';
import { forEachTest } from '../support/setup';

const test = appForAllTests({});
const partner = forEachTest(() => test.partner('leads:read', 'leads:write'));
const { nextPhone, send, reportOf, run, imported } = importCalls(test, partner);

const listed = async () => (await partner.owner.get<ImportView[]>('/imports')).data[0];

/** The report without its rows. */
const counted = async (id: string): Promise<object> => omit(await reportOf(id));

function omit({ reported_rows: _rows, ...view }: Report): object {
  return view;
}

const file = () => lines('phone,name', nextPhone.mobile(), 'x', nextPhone.mobile(), nextPhone.mobile());
const note = (...counts: number[]) =>
  partner.sql(`update imports set counts = $2::int[] where account_id = $1`, counts.length > 0 ? counts : null);

it('the list says of each import what its report says, before and after its batches', async () => {
  const { id } = (await send(file())).data;
  expect(await listed()).toMatchObject({ id, rows: 4, pending: 3, refused: 1 });
  expect(await listed()).toEqual(await counted(id));
  await run();
  expect(await listed()).toMatchObject({ state: 'finished', rows: 4, pending: 0, created: 3, refused: 1 });
  expect(await listed()).toEqual(await counted(id));
});

it('the list shows what the last batch noted, and counts itself where an earlier release did not', async () => {
  const { id } = await imported(file());
  await note(9, 0, 9, 0, 0, 0, 0);
  expect(await listed()).toMatchObject({ rows: 9, created: 9 });
  await note();
  expect(await listed()).toEqual(await counted(id));
  // An earlier release finished what this one began.
  await note(4, 3, 0, 0, 0, 1, 0);
  expect(await listed()).toEqual(await counted(id));
});
