import { type Origin, ORIGINS, SIGNALS } from '../../contract/origin';
import type { Attribution } from '../record/origin';
import { type SubmissionContext, fillLead, newLeadValues } from './lead-change';
import { BLANK, type LeadValues } from '../record/lead-columns';
import type { LeadState } from '../record/leads.queries';
import { readSubmission, type Submission } from './submission';
import type { SubmitLeadDto } from './lead.dto';

const CONTEXT: SubmissionContext = {
  keyId: 'key-2',
  keyName: 'Site',
  requestId: 'request-2',
  byHand: false,
  sourceId: null,
  consentText: null,
  now: new Date('2026-03-01T12:00:00Z'),
  today: '2026-03-01',
};

const EMPTY_LEAD: LeadState = {
  ...BLANK,
  id: 'lead-1',
  phone: '5511987654321',
  copy: 0,
  responsibleId: null,
  updatedAt: new Date('2026-02-01T12:00:00Z'),
};

const originIn = ({ origin, originRule }: LeadValues) => ({ origin, rule: originRule });
const consentIn = ({ consentAt, consentKeyId, consentRequestId }: LeadValues) =>
  consentAt && { at: consentAt, keyId: consentKeyId, requestId: consentRequestId };
const signalsIn = (values: LeadValues): Attribution =>
  Object.fromEntries(SIGNALS.flatMap((signal) => (values[signal] === null ? [] : [[signal, values[signal]]])));

const lead = (values: Partial<LeadState> = {}): LeadState => ({ ...EMPTY_LEAD, ...values });
const submission = (body: Partial<SubmitLeadDto> = {}): Submission => readSubmission({ phone: '11987654321', ...body });

const SIGNALS_OF = {
  network_a_ads: { utm_source: 'facebook', fbclid: 'new_fbclid' },
  social: { utm_source: 'instagram', utm_campaign: 'new campaign' },
  network_b_ads: { gclid: 'new_gclid', gad_source: '1' },
  organic_network_b: { referrer: 'https://www.google.com/' },
  organic: { utm_medium: 'email', utm_term: 'new term' },
  referral: { referrer: 'https://blog.example/post' },
  untracked: {},
} satisfies Partial<Record<Origin, Attribution>>;
const COMPUTED = Object.keys(SIGNALS_OF) as (keyof typeof SIGNALS_OF)[];

describe('the first contact wins', () => {
  const table = ORIGINS.flatMap((stored) => COMPUTED.map((sent) => [stored, sent] as const));

  it('has a case for every stored and every new origin', () => {
    expect(table).toHaveLength(56);
    for (const sent of COMPUTED) expect(submission({ attribution: SIGNALS_OF[sent] }).origin.origin).toBe(sent);
  });

  it.each(table)('stored %s, new %s', (stored, sent) => {
    const before = lead({ origin: stored, originRule: 'staff', utm_content: 'stored content', fbc: 'fb.stored' });
    const coming = submission({ attribution: { ...SIGNALS_OF[sent], utm_content: 'new content' } });
    const { values, changed } = fillLead(before, coming, CONTEXT);
    const kept = { utm_content: 'stored content', fbc: 'fb.stored' };
    if (stored !== 'untracked' && stored !== 'direct') {
      expect(originIn(values)).toEqual({ origin: stored, rule: 'staff' });
      expect(signalsIn(values)).toEqual(kept);
      expect(changed).toBe(false);
    } else if (sent === 'untracked') {
      expect(originIn(values)).toEqual({ origin: stored, rule: 'staff' });
      expect(signalsIn(values)).toEqual(kept);
      expect(changed).toBe(false);
    } else {
      expect(originIn(values)).toEqual(coming.origin);
      expect(values.origin).toBe(sent);
      expect(signalsIn(values)).toEqual({ ...coming.attribution, ...kept });
      expect(changed).toBe(true);
    }
  });

  it.each(['untracked', 'direct'] as const)('on %s every field that is still empty is filled', (origin) => {
    const attribution = {
      utm_source: 'newsletter',
      utm_medium: 'email',
      utm_campaign: 'c',
      utm_content: 'd',
      utm_term: 'e',
      fbclid: 'new_fbclid',
      fbc: 'fb.new',
      gclid: 'new_gclid',
      gbraid: 'new_gbraid',
      wbraid: 'new_wbraid',
      gad_source: '1',
      referrer: 'https://blog.example/post',
    };
    const { values } = fillLead(lead({ origin }), submission({ attribution }), CONTEXT);
    expect(signalsIn(values)).toEqual({ ...attribution, referrer: 'blog.example/post' });
    expect(originIn(values)).toEqual({ origin: 'organic', rule: 'utm_other' });
  });

  it.each(SIGNALS)('on an open origin a stored %s is not overwritten', (signal) => {
    const before = lead({ [signal]: 'stored' });
    const sent = { [signal]: signal === 'referrer' ? 'https://blog.example/' : 'sent_later', utm_term: 'sent_later' };
    const { values } = fillLead(before, submission({ attribution: sent }), CONTEXT);
    expect(values[signal]).toBe('stored');
  });

  it.each(SIGNALS)('on a settled origin an empty %s stays empty', (signal) => {
    const sent = { [signal]: signal === 'referrer' ? 'https://blog.example/' : 'sent_later' };
    const { values, changed } = fillLead(lead({ origin: 'referral' }), submission({ attribution: sent }), CONTEXT);
    expect(signalsIn(values)).toEqual({});
    expect(changed).toBe(false);
  });

  it('a campaign without source and medium is kept, and the origin is still open', () => {
    const attribution = { utm_campaign: 'march' };
    const { values, changed } = fillLead(lead(), submission({ attribution }), CONTEXT);
    expect(values).toMatchObject({ origin: 'untracked', originRule: 'no_signal', ...attribution });
    expect(changed).toBe(true);
  });

  it('the origin alone may change, when its signal is stored already', () => {
    const before = lead({ origin: 'direct', originRule: 'staff', referrer: 'blog.example/post' });
    const { values, changed } = fillLead(before, submission({ attribution: SIGNALS_OF.referral }), CONTEXT);
    expect(originIn(values)).toEqual({ origin: 'referral', rule: 'referrer_other' });
    expect(changed).toBe(true);
  });

  it('an origin changes once, then it is settled', () => {
    const first = fillLead(lead(), submission({ attribution: SIGNALS_OF.referral }), CONTEXT).values;
    const after = lead(first);
    const second = fillLead(after, submission({ attribution: SIGNALS_OF.network_a_ads }), CONTEXT);
    expect(originIn(second.values)).toEqual({ origin: 'referral', rule: 'referrer_other' });
    expect(signalsIn(second.values)).toEqual({ referrer: 'blog.example/post' });
    expect(second.changed).toBe(false);
  });
});

describe('name and e-mail', () => {
  it.each([
    ['a name', { name: 'Maria' }],
    ['an e-mail', { email: 'maria@example.com' }],
  ])('%s alone is a change', (_, body) => {
    expect(fillLead(lead(), submission(body), CONTEXT)).toMatchObject({ values: body, changed: true });
  });

  it('are filled while they are empty', () => {
    const { values, changed } = fillLead(lead(), submission({ name: 'Maria', email: 'Maria@Example.com' }), CONTEXT);
    expect(values).toMatchObject({ name: 'Maria', email: 'Maria@Example.com', emailKey: 'maria@example.com' });
    expect(changed).toBe(true);
  });

  it('are never overwritten', () => {
    const before = lead({ name: 'Ana', email: 'ANA@example.com' });
    const { values, changed } = fillLead(before, submission({ name: 'Maria', email: 'maria@example.com' }), CONTEXT);
    expect(values).toMatchObject({ name: 'Ana', email: 'ANA@example.com', emailKey: 'ana@example.com' });
    expect(changed).toBe(false);
  });

  it('are each filled by themselves', () => {
    const { values, changed } = fillLead(
      lead({ name: 'Ana' }),
      submission({ name: 'B', email: 'b@c.example' }),
      CONTEXT,
    );
    expect(values).toMatchObject({ name: 'Ana', email: 'b@c.example' });
    expect(changed).toBe(true);
  });

  it('stay empty when nothing is sent', () => {
    const { values, changed } = fillLead(lead(), submission(), CONTEXT);
    expect(values).toMatchObject({ name: null, email: null, emailKey: null });
    expect(changed).toBe(false);
  });
});

describe('consent', () => {
  const stored = { consentAt: new Date('2025-01-01T00:00:00Z'), consentKeyId: 'key-1', consentRequestId: 'request-1' };
  const first = { at: stored.consentAt, keyId: 'key-1', requestId: 'request-1' };

  it.each([
    ['none stored, none sent', {}, undefined, null, false],
    ['none stored, false sent', {}, false, null, false],
    ['none stored, true sent', {}, true, { at: CONTEXT.now, keyId: 'key-2', requestId: 'request-2' }, true],
    ['stored, none sent', stored, undefined, first, false],
    ['stored, false sent: never removed', stored, false, first, false],
    ['stored, true sent: the first stays', stored, true, first, false],
    [
      'stored by the staff',
      { ...stored, consentKeyId: null, consentRequestId: null },
      true,
      { at: stored.consentAt, keyId: null, requestId: null },
      false,
    ],
  ])('%s', (_, before, consent, expected, isChanged) => {
    const { values, changed } = fillLead(lead(before), submission({ consent }), CONTEXT);
    expect(consentIn(values)).toEqual(expected);
    expect(changed).toBe(isChanged);
  });
});

describe('notes', () => {
  const ENTRY = '[API · Site · 2026-03-01] Ligar';

  it('are appended to the existing ones', () => {
    expect(fillLead(lead(), submission({ notes: 'Ligar' }), CONTEXT)).toMatchObject({
      values: { notes: ENTRY },
      changed: true,
      noteFits: true,
    });
    expect(fillLead(lead({ notes: 'old' }), submission({ notes: 'Ligar' }), CONTEXT)).toMatchObject({
      values: { notes: `old\n${ENTRY}` },
      changed: true,
      noteFits: true,
    });
  });

  it('are appended again when the same text comes again', () => {
    const { values } = fillLead(lead({ notes: ENTRY }), submission({ notes: 'Ligar' }), CONTEXT);
    expect(values.notes).toBe(`${ENTRY}\n${ENTRY}`);
  });

  it('without a note stay as they are, a full record too', () => {
    const notes = 'a'.repeat(2_000);
    expect(fillLead(lead({ notes }), submission(), CONTEXT)).toMatchObject({
      values: { notes },
      changed: false,
      noteFits: true,
    });
  });

  it.each([
    ['the last that fits', 2_000 - 1 - ENTRY.length, true],
    ['one too many', 2_000 - ENTRY.length, false],
    ['a full record', 2_000, false],
  ])('%s', (_, length, fits) => {
    const notes = 'a'.repeat(length);
    const filled = fillLead(lead({ notes }), submission({ notes: 'Ligar' }), CONTEXT);
    expect(filled.noteFits).toBe(fits);
    expect(filled.changed).toBe(fits);
    expect(filled.values.notes).toBe(fits ? `${notes}\n${ENTRY}` : notes);
  });

  it('that do not fit take nothing else with them', () => {
    const before = lead({ notes: 'a'.repeat(2_000) });
    const coming = submission({ notes: 'Ligar', name: 'Maria', consent: true, attribution: SIGNALS_OF.referral });
    expect(fillLead(before, coming, CONTEXT)).toMatchObject({
      values: { name: 'Maria', notes: before.notes, consentKeyId: 'key-2', origin: 'referral' },
      changed: true,
      noteFits: false,
    });
  });
});

describe('the values of a new lead', () => {
  it('are those of the submission', () => {
    const coming = submission({
      name: 'Maria',
      email: ' Maria@Example.com',
      notes: 'Ligar',
      consent: true,
      attribution: SIGNALS_OF.network_a_ads,
    });
    expect(newLeadValues(coming, CONTEXT)).toEqual({
      ...BLANK,
      name: 'Maria',
      email: ' Maria@Example.com',
      emailKey: 'maria@example.com',
      notes: '[API · Site · 2026-03-01] Ligar',
      consentAt: CONTEXT.now,
      consentKeyId: 'key-2',
      consentRequestId: 'request-2',
      origin: 'network_a_ads',
      originRule: 'utm_network_a_with_click',
      ...SIGNALS_OF.network_a_ads,
    });
  });

  it('are empty where the submission is', () => {
    expect(newLeadValues(submission(), CONTEXT)).toEqual(BLANK);
    expect(BLANK).toMatchObject({
      name: null,
      emailKey: null,
      notes: '',
      consentAt: null,
      origin: 'untracked',
      fbc: null,
    });
  });
});

describe('the whole record of an imported row', () => {
  const record = '[API · Site · 2026-01-01] oi';
  const imported = readSubmission({ phone: '11987654321' }, { record });

  it('is that of a new lead, and changes nothing of a lead that has it', () => {
    expect(newLeadValues(imported, CONTEXT).notes).toBe(record);
    expect(fillLead(lead({ notes: record }), imported, CONTEXT)).toMatchObject({ changed: false, noteFits: true });
  });

  it('is left out where it does not fit', () => {
    const full = lead({ notes: 'x'.repeat(2_000) });
    expect(fillLead(full, imported, CONTEXT)).toMatchObject({ changed: false, noteFits: false });
  });
});
