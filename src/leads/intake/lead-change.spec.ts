import { BLANK } from '../record/lead-columns';
import type { LeadState } from '../record/leads.queries';
import { updatedLead, lateNote, newLead, tagged, type TaggedSubmission, type SubmissionContext } from './lead-change';
import { readSubmission } from './submission';
import type { SubmitLeadDto } from './lead.dto';

const NOW = new Date('2026-03-01T12:00:00Z');
const CONTEXT: SubmissionContext = {
  keyId: 'key-2',
  keyName: 'Site',
  requestId: 'request-2',
  byHand: false,
  sourceId: null,
  consentText: null,
  now: NOW,
  today: '2026-03-01',
};
const CONVERSATION = { id: 'conversation-1', createdAt: new Date('2026-02-01T12:00:00Z') };
const NEW_DEAL = { pipelineId: 'sales', stageId: 'new', closes: false };
const NO_DEAL = { pipelineId: 'sales', stageId: null, closes: false };
const ID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/) as string;
const KEPT = '[API · Chat · 2026-02-01] antes';
const NOTE = '[API · Site · 2026-03-01] ligar';

const lead = (values: Partial<LeadState> = {}): LeadState => ({
  ...BLANK,
  id: 'lead-1',
  phone: '5511987654321',
  copy: 0,
  responsibleId: null,
  name: 'Ana',
  notes: KEPT,
  updatedAt: new Date('2026-02-01T12:00:00Z'),
  ...values,
});
const submission = (body: Partial<SubmitLeadDto> = {}): TaggedSubmission =>
  tagged(readSubmission({ phone: '11987654321', ...body }), [{ id: 'tag-1', key: 'vip', name: 'Vip' }]);

describe('the first lead of a conversation', () => {
  const created = (body: Partial<SubmitLeadDto> = {}, name: string | null = null) =>
    newLead(submission(body), CONTEXT, { ...CONVERSATION, name }, NEW_DEAL);

  it('has an id of its own, the phone as it came, and the moment of its arrival', () => {
    const change = created();
    expect(change).toMatchObject({ leadId: ID, updatedAt: NOW, noteFits: true, tagsFit: true });
    expect(change.lead).toEqual({
      created: {
        id: change.leadId,
        conversationId: 'conversation-1',
        phone: '5511987654321',
        copy: 0,
        byHand: false,
        sourceId: null,
        createdAt: NOW,
        updatedAt: NOW,
      },
    });
    expect(created().leadId).not.toBe(change.leadId);
  });

  it('of an imported row without a deal has none', () => {
    const none = { pipelineId: null, stageId: null, closes: false } as const;
    const change = newLead(submission(), CONTEXT, { ...CONVERSATION, name: null }, none);
    expect([change.deal, change.values?.origin]).toEqual([undefined, 'untracked']);
  });

  it('of the past has its moment and an id of it, as has its deal; what is written now changes now', () => {
    const createdAt = new Date('2020-01-02T03:04:05.678Z');
    const past = readSubmission({ phone: '11987654321' }, { createdAt });
    const change = newLead(tagged(past, []), CONTEXT, { ...CONVERSATION, name: null }, NEW_DEAL);
    expect(change.lead).toMatchObject({ created: { createdAt, updatedAt: NOW } });
    expect(change.deal).toMatchObject({ createdAt });
    expect(parseInt(change.leadId.replace('-', '').slice(0, 12), 16)).toBe(createdAt.getTime());
    expect(change.updatedAt).toEqual(NOW);
  });

  it.each<[string, string | undefined, string | null, string | null]>([
    ['its own', 'Ana', 'Bia', 'Ana'],
    ['that of the conversation, where it has none', undefined, 'Bia', 'Bia'],
    ['none, where neither has one', undefined, null, null],
  ])('has as its name %s', (_, name, ofConversation, expected) => {
    expect(created({ name }, ofConversation).values?.name).toBe(expected);
  });

  it('has all else that came: e-mail, note, tags and origin', () => {
    const change = created({
      email: 'a@x.com',
      notes: 'ligar',
      tags: ['vip', 'novo'],
      attribution: { gclid: 'abcdefgh' },
    });
    expect(change.values).toMatchObject({
      email: 'a@x.com',
      notes: NOTE,
      origin: 'network_b_ads',
      gclid: 'abcdefgh',
    });
    expect(change.newOrigin).toBe('network_b_ads');
    expect(change.tags).toEqual([
      { id: ID, key: 'novo', name: 'novo', isStored: false },
      { id: 'tag-1', key: 'vip', name: 'Vip', isStored: true },
    ]);
  });

  it('has its note at the beginning of the record: its own, or the record of an imported row', () => {
    const record = tagged(readSubmission({ phone: '11987654321' }, { record: KEPT }), []);
    const imported = newLead(record, CONTEXT, { ...CONVERSATION, name: null }, NEW_DEAL);
    expect([created({ notes: 'ligar' }).noteAt, imported.noteAt, created().noteAt]).toEqual([0, 0, null]);
  });

  it('tells its origin to the conversation, where there is no signal too', () => {
    expect(created().newOrigin).toBe('untracked');
  });

  it('has an open deal in the target stage, with the value that was sent', () => {
    const change = newLead(submission({ deal: { value: 12.5 } }), CONTEXT, { ...CONVERSATION, name: null }, NEW_DEAL);
    expect(change.deal).toEqual({
      id: ID,
      leadId: change.leadId,
      target: NEW_DEAL,
      copy: 0,
      value: 12.5,
      createdAt: NOW,
      conversation: { ...CONVERSATION, name: null },
      byPerson: false,
    });
    expect(change.deal?.id).not.toBe(change.leadId);
    expect(created().deal?.value).toBeNull();
  });
});

describe('a lead that is known', () => {
  const changed = (body: Partial<SubmitLeadDto>, state = lead(), target: typeof NEW_DEAL | typeof NO_DEAL = NO_DEAL) =>
    updatedLead(submission(body), CONTEXT, CONVERSATION, target, state, ['vip', 'novo']);

  it.each<[string, Partial<SubmitLeadDto>]>([
    ['nothing but the phone', {}],
    ['a name, where there is one', { name: 'Bia' }],
    ['tags that it has', { tags: ['VIP', 'novo'] }],
    ['no consent', { consent: false }],
  ])('keeps its updated_at, and nothing is written: %s', (_, body) => {
    const state = lead();
    expect(changed(body, state)).toEqual({
      leadId: 'lead-1',
      lead: { existing: state },
      values: undefined,
      updatedAt: state.updatedAt,
      tags: [],
      deal: undefined,
      newOrigin: undefined,
      noteFits: true,
      noteAt: null,
      tagsFit: true,
    });
  });

  it.each<[string, Partial<SubmitLeadDto>, object]>([
    ['an e-mail, where it has none', { email: 'A@x.com' }, { email: 'A@x.com', emailKey: 'a@x.com' }],
    ['a note, below the others', { notes: 'ligar' }, { notes: `${KEPT}\n${NOTE}` }],
    ['consent', { consent: true }, { consentAt: NOW, consentKeyId: 'key-2', consentRequestId: 'request-2' }],
    ['a tag that it lacks', { tags: ['raro'] }, { name: 'Ana', notes: KEPT }],
  ])('gets %s, and a new updated_at', (_, body, values) => {
    const change = changed(body);
    expect(change.values).toMatchObject(values);
    expect(change).toMatchObject({ updatedAt: NOW, deal: undefined, newOrigin: undefined, noteFits: true });
  });

  it('gets the tags that it lacks, and no other', () => {
    expect(changed({ tags: ['Vip', 'raro', 'antigo'] }).tags).toEqual([
      { id: ID, key: 'antigo', name: 'antigo', isStored: false },
      { id: ID, key: 'raro', name: 'raro', isStored: false },
    ]);
    const [first, second] = changed({ tags: ['raro', 'antigo'] }).tags;
    expect(first?.id).not.toBe(second?.id);
  });

  it('gets a deal, where it has none in the pipeline, which is a change by itself', () => {
    const change = changed({ deal: { value: 7 } }, lead(), NEW_DEAL);
    expect(change).toMatchObject({ updatedAt: NOW, values: { name: 'Ana' } });
    expect(change.deal).toEqual({
      id: ID,
      leadId: 'lead-1',
      target: NEW_DEAL,
      copy: 0,
      value: 7,
      createdAt: NOW,
      conversation: CONVERSATION,
      byPerson: false,
    });
  });

  it.each<[string, Partial<LeadState>, string | undefined]>([
    ['untracked', {}, 'referral'],
    ['direct', { origin: 'direct', originRule: 'staff' }, 'referral'],
    ['of its first contact', { origin: 'social', originRule: 'staff' }, undefined],
    ['the same', { origin: 'referral', originRule: 'staff' }, undefined],
  ])('whose origin is %s tells the conversation a new one only where it changes', (_, state, expected) => {
    expect(changed({ attribution: { referrer: 'https://blog.example/' } }, lead(state)).newOrigin).toBe(expected);
  });

  it('without room for the note says so, and is not changed', () => {
    const state = lead({ notes: 'x'.repeat(1_990) });
    const change = changed({ notes: 'ligar' }, state);
    expect(change).toMatchObject({ values: undefined, updatedAt: state.updatedAt, noteFits: false });
  });

  it('is stamped a millisecond later where the clock has not moved on', () => {
    const updatedAt = new Date(NOW.getTime() + 5_000);
    expect(changed({ tags: ['raro'] }, lead({ updatedAt })).updatedAt).toEqual(new Date(NOW.getTime() + 5_001));
  });
});

describe('a note that is applied late', () => {
  const all = {
    name: 'Bia',
    email: 'b@x.com',
    notes: 'ligar',
    tags: ['raro'],
    consent: true,
    attribution: { gclid: 'abcdefgh' },
    deal: { value: 5 },
  };

  it('is all that the lead gets of its submission', () => {
    const state = lead({ name: null, email: null });
    const change = lateNote(submission(all), CONTEXT, state);
    expect(change).toEqual({
      leadId: 'lead-1',
      lead: { existing: state },
      values: { ...BLANK, notes: `${KEPT}\n${NOTE}` },
      updatedAt: NOW,
      tags: [],
      deal: undefined,
      newOrigin: undefined,
      noteFits: true,
      noteAt: KEPT.length + 1,
      tagsFit: true,
    });
  });

  it('begins a record that is empty', () => {
    expect(lateNote(submission(all), CONTEXT, lead({ notes: '' }))).toMatchObject({
      noteAt: 0,
      values: { notes: NOTE },
    });
  });

  it('still has to fit', () => {
    const full = lead({ notes: 'x'.repeat(1_990) });
    expect(lateNote(submission(all), CONTEXT, full)).toMatchObject({ noteFits: false, values: { notes: full.notes } });
  });

  it('is stamped a millisecond later where the clock has not moved on', () => {
    expect(lateNote(submission(all), CONTEXT, lead({ updatedAt: NOW })).updatedAt).toEqual(new Date(NOW.getTime() + 1));
  });
});
