import type { LeadDetail } from '../../src/contract/lead';
import type { ListedDelivery } from '../../src/contract/source';
import { appForAllTests } from '../support/app';
import { forEachTest } from '../support/setup';
import { sourceCalls } from '../support/source-calls';
import { TOOL_PAYLOADS } from '../support/tool-payloads';

const test = appForAllTests({ LIMIT_KEY_WRITES_PER_MINUTE: '1000' });
const partner = forEachTest(() => test.partner('leads:read'));

it('makes each payload of a tool what it must become, sent at once and twice, in one lead', async () => {
  const { create, send } = sourceCalls(test, partner);
  const source = await create();
  const twice = [...TOOL_PAYLOADS, ...TOOL_PAYLOADS];
  const sendAll = () =>
    Promise.all(
      twice.map(({ body, type }) => send(source, body, { 'Content-Type': type }).then(({ status }) => status)),
    );
  expect(new Set(await sendAll())).toEqual(new Set([200]));
  const deliveries = (await partner.owner.pages<ListedDelivery>(`/sources/${source.id}/deliveries?limit=100`)).flat();
  const countOf = (result: string): number => deliveries.filter((delivery) => delivery.result === result).length;
  const held = TOOL_PAYLOADS.filter(({ expected }) => 'heldFor' in expected);
  expect([countOf('created'), countOf('held'), countOf('duplicate')]).toEqual([
    TOOL_PAYLOADS.length - held.length,
    held.length,
    TOOL_PAYLOADS.length,
  ]);
  for (const { tool, expected } of TOOL_PAYLOADS) {
    if ('heldFor' in expected) continue;
    const [found] = (await partner.owner.get<LeadDetail[]>(`/leads?phone=%2B${expected.phone}`)).data;
    const lead = (await partner.owner.get<LeadDetail>(`/leads/${found?.id}`)).data;
    const { phone, name = null, email = null, tags = [], consent = false, attribution = {} } = expected;
    const said = {
      phone: lead.phone,
      name: lead.name,
      email: lead.email,
      tags: lead.tags,
      consent: lead.consent !== null,
    };
    expect([tool, said]).toEqual([tool, { phone, name, email, tags: [...tags].sort(), consent }]);
    expect([tool, lead.attribution]).toMatchObject([tool, attribution]);
    const text = expected.notes?.replaceAll('\n', '\n  ') ?? '';
    expect([tool, lead.notes.replace(/^\[API · site · [-\d]+\] /, '')]).toEqual([tool, text]);
  }
  await sendAll();
  const after = await partner.sql<{ n: number }>(
    `select count(*)::int as n from deliveries where account_id = $1 and result <> 'duplicate'`,
  );
  expect(after).toEqual([{ n: TOOL_PAYLOADS.length }]);
});
