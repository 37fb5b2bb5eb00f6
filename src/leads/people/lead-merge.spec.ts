import { type Signal, SIGNALS } from '../../contract/origin';
import { copyAfterMerge, assignmentAfterMerge, mergedValues, sourceAfterMerge } from './lead-merge';
import { BLANK, type LeadValues } from '../record/lead-columns';
import type { LeadOfPerson } from '../record/leads.queries';

const [MONDAY, TUESDAY] = [new Date('2026-03-02T12:00:00Z'), new Date('2026-03-03T12:00:00Z')];

const lead = (changes: Partial<LeadOfPerson> = {}): LeadOfPerson => ({
  ...BLANK,
  id: 'b',
  phone: '5511987654321',
  copy: 0,
  responsibleId: null,
  sourceId: null,
  createdAt: MONDAY,
  updatedAt: TUESDAY,
  erasedAt: null,
  ...changes,
});

const signalsIn = (values: LeadValues): Partial<Record<Signal, string>> =>
  Object.fromEntries(SIGNALS.flatMap((signal) => (values[signal] === null ? [] : [[signal, values[signal]]])));

it.each([
  [null, null, undefined],
  ['a', 'a', undefined],
  ['a', 'b', { from: 'b', to: 'a' }],
  ['a', null, { from: null, to: 'a' }],
  [null, 'b', { from: null, to: 'b' }],
])('of the members %s and %s the history ends with %j', (kept, other, assignment) => {
  expect(assignmentAfterMerge(lead({ responsibleId: kept }), lead({ responsibleId: other }))).toEqual(assignment);
});

it.each([
  [null, null, null],
  ['a', null, 'a'],
  [null, 'b', 'b'],
  ['a', 'b', 'a'],
])('of the sources %s and %s the first stays, and the other fills a gap', (kept, other, source) => {
  expect(sourceAfterMerge(lead({ sourceId: kept }), lead({ sourceId: other }))).toBe(source);
});

describe('name and e-mail', () => {
  it('are filled where the survivor has none, the e-mail with its key', () => {
    const values = mergedValues(lead(), lead({ name: 'Ana', email: 'Ana@Example.com' }));
    expect(values).toMatchObject({ name: 'Ana', email: 'Ana@Example.com', emailKey: 'ana@example.com' });
  });

  it('of the survivor stay', () => {
    const values = mergedValues(lead({ name: 'Bia', email: 'b@example.com' }), lead({ name: 'Ana', email: 'a@x.com' }));
    expect(values).toMatchObject({ name: 'Bia', email: 'b@example.com', emailKey: 'b@example.com' });
  });

  it('are empty when both are', () => {
    expect(mergedValues(lead(), lead())).toMatchObject({ name: null, email: null, emailKey: null });
  });
});

describe('notes', () => {
  it.each([
    ['both', 'a', 'b\nc', 'a\nb\nc'],
    ['only the survivor', 'a', '', 'a'],
    ['only the other', '', 'b', 'b'],
    ['neither', '', '', ''],
    ['just enough room', 'x'.repeat(1_000), 'ã'.repeat(999), `${'x'.repeat(1_000)}\n${'ã'.repeat(999)}`],
    ['one character too many', 'x'.repeat(1_000), 'y'.repeat(1_000), 'x'.repeat(1_000)],
  ])('%s', (_, survivor, merged, notes) =>
    expect(mergedValues(lead({ notes: survivor }), lead({ notes: merged })).notes).toBe(notes),
  );
});

describe('consent', () => {
  const early = { consentAt: MONDAY, consentKeyId: 'k1', consentRequestId: 'r1' };
  const late = { consentAt: TUESDAY, consentKeyId: 'k2', consentRequestId: 'r2' };

  it.each([
    ['the earlier of two, the survivor having it', early, late, MONDAY, 'k1', 'r1'],
    ['the earlier of two, the other having it', late, early, MONDAY, 'k1', 'r1'],
    ['that of the survivor, where both are of one moment', early, { ...late, consentAt: MONDAY }, MONDAY, 'k1', 'r1'],
    ['the only one, of the survivor', late, {}, TUESDAY, 'k2', 'r2'],
    ['the only one, of the other', {}, early, MONDAY, 'k1', 'r1'],
  ])('is %s', (_, survivor, merged, at, keyId, requestId) =>
    expect(mergedValues(lead(survivor), lead(merged))).toMatchObject({
      consentAt: at,
      consentKeyId: keyId,
      consentRequestId: requestId,
    }),
  );

  it('is none when neither has one', () => expect(mergedValues(lead(), lead()).consentAt).toBeNull());
});

describe('the origin with its signals', () => {
  const social = { origin: 'social', originRule: 'utm_network_a', utm_source: 'ig' } as const;
  const ads = { origin: 'network_b_ads', originRule: 'click_network_b', gclid: 'Cj0KCQ_abc' } as const;
  const direct = { origin: 'direct', originRule: 'staff' } as const;
  const untracked = { origin: 'untracked', originRule: 'no_signal', utm_campaign: 'c' } as const;
  const old = { createdAt: MONDAY };
  const young = { createdAt: TUESDAY };

  const given = (survivor: Partial<LeadOfPerson>, merged: Partial<LeadOfPerson>) => {
    const values = mergedValues(lead({ id: 'a', ...survivor }), lead({ id: 'b', ...merged }));
    return { origin: values.origin, originRule: values.originRule, ...signalsIn(values) };
  };

  it.each([
    ['of the older one, which stays', { ...social, ...old }, { ...ads, ...young }, social],
    ['of the older one, which goes', { ...social, ...young }, { ...ads, ...old }, ads],
    ['of the younger one when the older is untracked', { ...untracked, ...old }, { ...ads, ...young }, ads],
    ['of the younger one when the older is direct', { ...ads, ...young }, { ...direct, ...old }, ads],
    ['of the older one when the younger is untracked', { ...untracked, ...young }, { ...ads, ...old }, ads],
    ['of the older one when both are open', { ...untracked, ...old }, { ...direct, ...young }, untracked],
    ['of the older one when both are open, direct first', { ...untracked, ...young }, { ...direct, ...old }, direct],
    ['of the smaller id when both are equally old', { ...social, ...old }, { ...ads, ...old }, social],
    ['of the smaller id, which goes', { ...social, ...old, id: 'c' }, { ...ads, ...old }, ads],
    ['of the older one, whatever its id', { ...social, ...old, id: 'c' }, { ...ads, ...young }, social],
  ])('are those %s', (_, survivor, merged, expected) => expect(given(survivor, merged)).toEqual(expected));

  it('are never mixed', () => {
    const values = mergedValues(lead({ ...social, ...old }), lead({ ...ads, ...young }));
    expect(signalsIn(values)).toEqual({ utm_source: 'ig' });
  });
});

describe('the copy of the survivor', () => {
  it.each([
    ['0 stays 0', 0, [1, 2], 0],
    ['becomes 0 when that is free', 2, [1], 0],
    ['becomes 0 when it is alone', 1, [], 0],
    ['stays when another lead has 0', 2, [1, 0], 2],
  ])('%s', (_, copy, others, expected) =>
    expect(
      copyAfterMerge(
        lead({ copy }),
        others.map((other) => lead({ copy: other })),
      ),
    ).toBe(expected),
  );
});
