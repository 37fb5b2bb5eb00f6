import type { MetricsBreakdown, MetricsRows } from '../../src/contract/metrics';
import { appForAllTests } from '../support/app';
import { importCalls, lines } from '../support/import-calls';
import { leadCalls } from '../support/lead-calls';
import { forEachTest } from '../support/setup';

/** Figures group long utm texts by digests in the lead's row, which always agree with the texts. */

const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const { nextPhone, submit, duplicate, pair, merge, erase } = leadCalls(test, partner);

/** A text of 32 bytes, and one of 31. */
const [LONG, SHORT] = ['é'.repeat(16), `${'é'.repeat(15)}e`];
const OTHER = 'o'.repeat(32);
const longText = { utm_source: LONG, utm_medium: SHORT, utm_campaign: OTHER };

/** The leads' texts in place of their digests: source, medium and campaign; null for a lead without digests. */
const stored = () =>
  partner.sql<{ digests: (string | null)[] | null }>(
    `select case when l.utm_digests is not null then array(
       select (select t from unnest($2::text[]) t where md5(t) = d) from unnest(l.utm_digests) with ordinality u (d, n) order by n) end as digests
     from leads l where l.account_id = $1 order by l.id`,
    [LONG, SHORT, OTHER],
  );
const digests = async () => (await stored()).map((row) => row.digests);

const WAYS: [way: string, digests: (string | null)[] | null, write: () => Promise<unknown>][] = [
  ['a new lead', [LONG, null, OTHER], () => submit({ attribution: longText })],
  ['a new lead with short texts', null, () => submit({ attribution: { utm_source: SHORT, utm_campaign: 'natal' } })],
  ['a new lead without texts', null, () => submit()],
  [
    'a submission that fills gaps',
    [LONG, null, OTHER],
    async () => {
      const phone = nextPhone.mobile();
      await submit({ phone, attribution: { utm_campaign: OTHER } });
      expect(await digests()).toEqual([[null, null, OTHER]]);
      await submit({ phone, attribution: { utm_source: LONG } });
    },
  ],
  [
    'a change of something else',
    [LONG, null, OTHER],
    async () => {
      const { id } = await submit({ attribution: longText });
      await partner.owner.patch(`/leads/${id}`, { name: 'Ana' });
    },
  ],
  [
    'an import',
    [LONG, null, null],
    () => {
      const { imported } = importCalls(test, partner);
      return imported(lines('phone,utm_source,utm_campaign', `${nextPhone.mobile()},${LONG},natal`));
    },
  ],
  [
    'a merge that takes the texts of the other lead',
    [LONG, null, OTHER],
    async () => {
      const [first, second] = await pair({ attribution: longText });
      await merge(first.id, second.id);
    },
  ],
  [
    'a merge that keeps the texts',
    [LONG, null, OTHER],
    async () => {
      const lead = await submit({ attribution: longText });
      await merge((await duplicate(lead.phone)).id, lead.id);
    },
  ],
  ['an erasure', null, async () => void (await erase((await submit({ attribution: longText })).id))],
];

it.each(WAYS)('are those of the long texts after %s', async (_, expected, write) => {
  await write();
  expect(await digests()).toEqual([expected]);
});

it.each(['utm_source', 'utm_medium', 'utm_campaign'])('cannot be of another text: %s', async (column) => {
  const text = 'm'.repeat(32);
  await submit({ attribution: { utm_source: text, utm_medium: text, utm_campaign: text } });
  const change = partner.sql(`update leads set ${column} = $2 where account_id = $1`, OTHER);
  await expect(change).rejects.toThrow('leads_utm_digests');
});

it('may be missing or left over, as release 1.2.0 fills gaps and erases', async () => {
  const { id } = await submit({ attribution: { utm_campaign: OTHER } });
  const change = (set: string) => partner.sql(`update leads set ${set} where account_id = $1 and id = $2`, id);
  await change(`utm_source = '${LONG}', origin = 'organic'`);
  await change('utm_source = null, utm_campaign = null');
  const by = (await partner.owner.get<MetricsRows>('/metrics/breakdown?by=campaign')).data.rows;
  expect(by.map(({ key, leads }) => [key, leads])).toEqual([[null, 1]]);
});

it('are made from the text where an earlier release wrote it: figures are the same', async () => {
  const figures = async () => [
    (await partner.owner.get<MetricsBreakdown>('/metrics/breakdown')).data.campaigns,
    (await partner.owner.get<MetricsRows>('/metrics/breakdown?by=campaign')).data.rows.map(({ key, leads }) => [
      key,
      leads,
    ]),
  ];
  const [{ id }] = [await submit({ attribution: longText }), await submit({ attribution: longText })];
  await submit({ attribution: { ...longText, utm_campaign: LONG } });
  const before = await figures();
  expect(before).toEqual([
    [
      { source: LONG, medium: SHORT, campaign: OTHER, leads: 2, won: 0, lost: 0 },
      { source: LONG, medium: SHORT, campaign: LONG, leads: 1, won: 0, lost: 0 },
    ],
    [
      [OTHER, 2],
      [LONG, 1],
    ],
  ]);
  await partner.sql('update leads set utm_digests = null where account_id = $1 and id = $2', id);
  expect(await figures()).toEqual(before);
});
