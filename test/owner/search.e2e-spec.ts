import { INDEX_BOUNDS } from '../../src/leads/reading/search-indexes';
import { AccountLeadsService } from '../../src/leads/reading/account-leads.service';
import { SearchWordsJob } from '../../src/leads/reading/search-words.job';
import type { HttpClient } from '../support/http-client';
import { appForAllTests } from '../support/app';
import { leadCalls } from '../support/lead-calls';
import { memberCalls } from '../support/member-calls';
import { times } from '../support/race';
import { forEachTest } from '../support/setup';

/** What people type into the search of the console (docs/decisions.md, "Search"). */

const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const { submit, pair, merge, erase } = leadCalls(test, partner);
const { join } = memberCalls(test);

const found = async (q: string, by: HttpClient = partner.owner): Promise<(string | null)[]> => {
  const { status, data } = await by.get<{ name: string | null }[]>(`/leads?q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  return data.map(({ name }) => name);
};

/** Those of the texts by which the lead of this name is not found, alone. */
const missing = async (texts: readonly string[], name: string | null): Promise<string[]> => {
  const misses: string[] = [];
  for (const text of texts) if (JSON.stringify(await found(text)) !== JSON.stringify([name])) misses.push(text);
  return misses;
};

const WIDE = { ...INDEX_BOUNDS, budget: 2_000, spare: 50, sorted: 10_000 };

describe.each<[string, typeof WIDE]>([
  ['by its words', WIDE],
  ['by ranges of words', { ...WIDE, words: 0 }],
  ['by looking at all leads', { ...WIDE, words: 0, rows: 0 }],
])('%s', (_, bounds) => {
  beforeAll(() => void (test.app.get(AccountLeadsService).bounds = bounds));
  afterAll(() => void (test.app.get(AccountLeadsService).bounds = WIDE));

  it('a phone is found by digits of its beginning, its end and its middle', async () => {
    await submit({ phone: '5511912349876', name: 'Maria' });
    await submit({ phone: '552187550000', name: 'Rui' });
    await submit({ phone: '551134560000', name: 'Loja' });
    const mobile = ['119', '1191', '912', '123', '1234', '11 912', '(11) 912', '876', '349', '3498', '2349', '91234-9'];
    expect(await missing(mobile, 'Maria')).toEqual(['349']);
    expect(await missing(['218', '2198', '987', '875500', '8755', '98755', '(21) 987', '(21) 8755'], 'Rui')).toEqual(
      [],
    );
    expect(await missing(['113', '1134', '345', '3456', '4560', '11 3456'], 'Loja')).toEqual([]);
    expect([await found('9999'), await found('1111')]).toEqual([[], []]);
  });

  it('a name is found without accents and apostrophes, an e-mail address by its beginning', async () => {
    await submit({ name: 'Conceição D’Ávila', email: 'ceiça.davila@example.com' });
    await submit({ name: 'Outra Pessoa' });
    const texts = [
      'conceicao',
      'davila',
      'd avila',
      "d'ávila",
      'CONCEICAO DAVI',
      'ceiça.da',
      'CEIÇA.DAVILA@example.com',
    ];
    expect(await missing(texts, 'Conceição D’Ávila')).toEqual([]);
  });
});

it('of many words, pages have each lead once', async () => {
  const service = test.app.get(AccountLeadsService);
  service.bounds = { ...WIDE, words: 1, budget: 3 };
  try {
    await Promise.all(times(7, (n) => submit({ phone: `551191234987${n}`, name: `P${n}` })));
    const names: (string | null)[] = [];
    let cursor: string | null | undefined;
    do {
      const more: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
      const page = await partner.owner.get<{ name: string | null }[]>(`/leads?q=2349&limit=2${more}`);
      names.push(...page.data.map(({ name }) => name));
      cursor = (page.body as { next_cursor: string | null }).next_cursor;
    } while (cursor);
    expect([...names].sort()).toEqual(times(7, (n) => `P${n}`));
  } finally {
    service.bounds = WIDE;
  }
});

it('a seller finds what a seller sees, and another account nothing', async () => {
  const lead = await submit({ phone: '5511912349876', name: 'Maria' });
  const [seller, other, stranger] = [
    await join(partner, 'seller'),
    await join(partner, 'seller'),
    await test.partner(),
  ];
  await partner.owner.patch('/account', { sellers_see: 'own' });
  await partner.owner.patch(`/leads/${lead.id}`, { responsible_id: other.id });
  for (const q of ['2349', '912', '876', 'maria', '11912349876']) {
    expect([await found(q, seller.api), await found(q, other.api), await found(q, stranger.owner)]).toEqual([
      [],
      ['Maria'],
      [],
    ]);
  }
});

it('a corrected phone, a merge and an erasure leave nothing to find', async () => {
  const [first, second] = await pair({ phone: '5511912349876', name: 'Maria' }, { name: 'D’Ávila' });
  expect([await found('davila'), (await found('2349')).length]).toEqual([['D’Ávila'], 2]);
  await merge(second.id, first.id);
  expect([await found('davila'), await found('2349')]).toEqual([[], ['Maria']]);
  await partner.owner.patch(`/leads/${first.id}`, { phone: '+5521988887777' });
  expect([await found('2349'), await found('8877')]).toEqual([[], ['Maria']]);
  await erase(first.id);
  expect([await found('8877'), await found('maria')]).toEqual([[], []]);
  expect(await partner.sql('select word from lead_words where account_id = $1')).toEqual([]);
});

describe('leads of an earlier release', () => {
  /** Leaves the words that release 1.2.0 wrote. */
  const age = async (): Promise<void> => {
    await partner.sql(`delete from lead_words where account_id = $1 and (word ~ '^[-=]' or word = 'davila')`);
    await partner.sql('update accounts set has_search_words = false where id = $1');
  };
  const run = () => test.app.get(SearchWordsJob).run();
  const isDone = async () =>
    (await partner.sql<{ done: boolean }>('select has_search_words as done from accounts where id = $1'))[0]?.done;

  it('are found after the job, whose last run finds nothing to do', async () => {
    await submit({ phone: '5511912349876', name: 'Ana D’Ávila' });
    const erased = await submit({ phone: '5521912349876', name: 'Rui' });
    await age();
    await erase(erased.id);
    expect([await found('2349'), await found('davila')]).toEqual([[], []]);
    expect([await run(), await isDone()]).toEqual([0, false]);
    expect([await found('2349'), await found('davila')]).toEqual([['Ana D’Ávila'], ['Ana D’Ávila']]);
    expect([await run(), await isDone()]).toEqual([0, true]);
  });

  it('are not given the words of a phone that is corrected meanwhile', async () => {
    const leads = await Promise.all(times(20, (n) => submit({ phone: `55119123400${10 + n}` })));
    await age();
    await Promise.all([
      run(),
      ...leads.map(({ id }, n) => partner.owner.patch(`/leads/${id}`, { phone: `+55219888870${10 + n}` })),
    ]);
    await run();
    expect([await found('1234'), (await found('8887')).length]).toEqual([[], 20]);
    const wrong = `select from lead_words where account_id = $1 and word ~ '^[-+=]' and word like '%12340%'`;
    expect(await partner.sql(wrong)).toEqual([]);
  });
});

it.each([
  ['%', 422],
  ['__', 422],
  ["'; drop table leads; --", 200],
  ['a\u0000b', 422],
  ['😀😀😀', 422],
  ['مريم', 200],
  ['\u202e1234\u202c', 200],
  ['1'.repeat(60), 200],
  ['1 '.repeat(29), 200],
  ['\\\\%ana', 200],
  ['x'.repeat(61), 422],
])('the text %j is searched for, or refused', async (q, status) => {
  await submit({ phone: '5511912349876', name: 'Ana' });
  const answer = await partner.owner.get<unknown>(`/leads?q=${encodeURIComponent(q)}`);
  expect(answer.status).toBe(status);
});
