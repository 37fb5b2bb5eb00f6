import { FirstNamesJob } from '../../src/leads/people/first-names.job';
import { JobDatabase } from '../../src/database/database';
import { appForAllTests } from '../support/app';
import { deadlocks } from '../support/deadlocks';
import { leadCalls } from '../support/lead-calls';
import { times } from '../support/race';
import { forEachTest } from '../support/setup';

/** Conversations of releases that took the name of the second contact. */

const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const { nextPhone, submit, pair, erase } = leadCalls(test, partner);

const chat = (phone: string, name?: string) => partner.staff.post('/conversations', { phone, channel: 'chat', name });

const named = (phone: string, name: string | null) =>
  partner.sql('update conversations set name = $3 where account_id = $1 and phone = $2', phone, name);

const nameOf = async (phone: string): Promise<string | null | undefined> => {
  const sql = 'select name from conversations where account_id = $1 and phone = $2';
  return (await partner.sql<{ name: string | null }>(sql, phone))[0]?.name;
};

const isMended = async (): Promise<boolean | undefined> =>
  (await partner.sql<{ done: boolean }>('select has_first_names as done from accounts where id = $1'))[0]?.done;

const run = () => test.app.get(FirstNamesJob).run();

/** Makes the account one of an earlier release. */
const age = () => partner.sql('update accounts set has_first_names = false where id = $1');

it('the conversation takes the name of the lead that began with it', async () => {
  const lead = await submit({ name: 'Ana' });
  const nameless = await submit();
  await named(lead.phone, 'Pedro');
  await named(nameless.phone, 'Rui');
  await age();
  expect(await run()).toBe(0);
  expect([await nameOf(lead.phone), await nameOf(nameless.phone), await isMended()]).toEqual(['Ana', 'Rui', true]);
});

it('one without a name takes that of its first lead that has one', async () => {
  const [first] = await pair({}, { name: 'Ana' });
  await named(first.phone, null);
  const [nobody, unnamed] = [nextPhone.mobile(), await submit()];
  await chat(nobody);
  await age();
  await run();
  expect([await nameOf(first.phone), await nameOf(nobody), await nameOf(unnamed.phone)]).toEqual(['Ana', null, null]);
});

it('one that began before its lead keeps the name of that contact', async () => {
  const phone = nextPhone.mobile();
  await chat(phone, 'Rui');
  await submit({ phone, name: 'Ana' });
  await age();
  await run();
  expect(await nameOf(phone)).toBe('Rui');
});

it('an erased person stays without a name', async () => {
  const { id } = await submit({ name: 'Ana' });
  await erase(id);
  await age();
  await run();
  expect(await partner.sql('select from conversations where account_id = $1 and name is not null')).toEqual([]);
});

it('a mended account is left alone: a lead that staff name otherwise has a name of its own', async () => {
  const lead = await submit({ name: 'Ana' });
  await partner.owner.patch(`/leads/${lead.id}`, { name: 'Ana Lima' });
  expect(await isMended()).toBe(true);
  await run();
  expect(await nameOf(lead.phone)).toBe('Ana');
});

it('several instances at once beside submissions mend all, without a deadlock', async () => {
  const leads = await Promise.all(times(30, (n) => submit({ name: `Pessoa ${n}` })));
  await partner.sql(`update conversations set name = 'Outro' where account_id = $1`);
  await age();
  const submissions = leads.map(({ phone }) => submit({ phone, name: 'Outro', tags: ['x'] }));
  expect(await Promise.all([new FirstNamesJob(test.app.get(JobDatabase)).run(), run()])).toEqual([0, 0]);
  await Promise.all(submissions);
  for (const { phone, name } of leads) expect(await nameOf(phone)).toBe(name);
  expect(await deadlocks()).toBe(0);
});
