import { check } from './support/checker';
import { type Call, callsOf, type Event, parseHistory, type Seen, type Sent } from './support/history';
import type { State } from './support/state';

const NOBODY: State = {
  conversations: [],
  leads: [],
  deals: [],
  submissions: [],
  moves: [],
  counted: 0,
  highestDay: 0,
  activeKeys: 1,
  staleKeys: 0,
  keyEvents: 1,
  keyNotifications: 1,
  wrongListEntries: 0,
  audit: [],
  deeds: [],
};

const LEAD = {
  id: 'lead-a',
  conversationId: 'c-a',
  copy: 0,
  notes: '[API · site · 2026-03-01] note-1',
  origin: 'direct',
  updatedAt: '2026-03-01T10:00:00.000Z',
};

/** One lead after one POST. */
const ONE: State = {
  ...NOBODY,
  conversations: [{ id: 'c-a', phoneKey: 'a' }],
  leads: [LEAD],
  submissions: [{ externalId: 'x-1', conversationId: 'c-a', leadId: 'lead-a' }],
  counted: 1,
  highestDay: 1,
};

const ERASED = { action: 'person.erased', subjectId: 'lead-a' };
const EXPORTED = { action: 'person.exported', subjectId: 'lead-a' };
const merged = (subjectId: string) => ({ action: 'lead.merged', subjectId });

const DEAL = { id: 'd', leadId: 'lead-a', pipelineId: 'p' };

let clock = 0;
const call = (sent: Partial<Sent>, outcome: Call['outcome'], seen: Partial<Seen> = {}): Call => ({
  id: ++clock,
  sent: { kind: 'post', instance: 0, method: 'POST', path: '/', ...sent },
  invokedAt: ++clock,
  endedAt: ++clock,
  outcome,
  seen: { status: 200, leads: [], codes: [], ...seen },
});

const shown = ({ id, updatedAt, origin } = LEAD) => ({ leads: [{ id, updatedAt, origin }] });
const FIRST = { phoneKey: 'a', externalId: 'x-1', token: 'note-1' };
const post = (seen: Partial<Seen> = {}) => call(FIRST, 'ok', { status: 201, duplicate: false, ...shown(), ...seen });

const moved = (leadId: string, outcome: Call['outcome']) =>
  call({ kind: 'move', leadId }, outcome, outcome === 'ok' ? { changed: true, dealId: 'd' } : {});
const exported = (outcome: Call['outcome']) => call({ kind: 'export', leadId: 'lead-a' }, outcome);

const found = (calls: Call[], state: State, seeded: string[] = [], leastAcknowledged = 0): string[] =>
  check(calls, state, { seeded, dailyLimit: 3000, leastAcknowledged }).map(({ invariant }) => invariant);

it('finds nothing in a history that the database confirms', () => {
  expect(found([post()], ONE)).toEqual([]);
  const retried = [call(FIRST, 'info'), post({ status: 200, duplicate: true })];
  expect(found(retried, ONE)).toEqual([]);
});

it('accepts both outcomes of an unknown call', () => {
  expect(found([call(FIRST, 'info')], ONE)).toEqual([]);
  expect(found([call(FIRST, 'info')], NOBODY)).toEqual([]);
});

it('accepts an export without an answer with or without an entry, and ignores other actions', () => {
  expect(found([exported('info')], NOBODY)).toEqual([]);
  expect(found([exported('info'), exported('ok')], { ...NOBODY, audit: [EXPORTED, EXPORTED] })).toEqual([]);
  expect(found([], { ...NOBODY, audit: [{ action: 'account.opened', subjectId: 'a' }] })).toEqual([]);
});

it.each<[string, string, Call[], State, string[]?]>([
  ['a lost lead', 'I1', [post()], { ...ONE, conversations: [], leads: [], submissions: [] }],
  ['a lost submission', 'I4', [post()], { ...ONE, submissions: [] }],
  [
    'a submission of another phone',
    'I4',
    [post()],
    { ...ONE, submissions: [{ externalId: 'x-1', conversationId: 'c-b', leadId: 'lead-a' }] },
  ],
  ['a lost move', 'I1', [post(), call({ kind: 'move' }, 'ok', { changed: true, dealId: 'd' })], ONE],
  [
    'a phone with two conversations',
    'I2',
    [post()],
    { ...ONE, conversations: [{ id: 'c-b', phoneKey: 'a' }, ...ONE.conversations] },
  ],
  [
    'a conversation with two leads',
    'I2',
    [post()],
    { ...ONE, leads: [LEAD, { ...LEAD, id: 'lead-b', copy: 1, notes: '' }] },
  ],
  [
    'two deals in a pipeline',
    'I3',
    [post()],
    { ...ONE, deals: ['d', 'e'].map((id) => ({ id, leadId: 'lead-a', pipelineId: 'p' })) },
  ],
  ['a sixth key', 'I5', [post()], { ...ONE, activeKeys: 6 }],
  ['a key of a former owner', 'I6', [post()], { ...ONE, staleKeys: 1 }],
  ['a missing notification', 'I7', [post()], { ...ONE, keyNotifications: 0 }],
  ['notes that are too long', 'I8', [post()], { ...ONE, leads: [{ ...LEAD, notes: `note-1${' '.repeat(2000)}` }] }],
  ['a note that is there twice', 'I9', [post()], { ...ONE, leads: [{ ...LEAD, notes: 'note-1\nnote-1' }] }],
  ['a lost note', 'I9', [post()], { ...ONE, leads: [{ ...LEAD, notes: '' }] }],
  ['a note that was dropped and is there', 'I9', [post({ codes: ['notes_full'] })], ONE],
  [
    'an updated_at that went back',
    'I10',
    [post(), call({ kind: 'get' }, 'ok', shown({ ...LEAD, updatedAt: '2026-03-01T09:59:59.999Z' }))],
    ONE,
  ],
  [
    'an updated_at that went back in the database',
    'I10',
    [post()],
    { ...ONE, leads: [{ ...LEAD, updatedAt: '2026-02-01T00:00:00.000Z' }] },
  ],
  [
    'an origin that changed',
    'I11',
    [post(shown({ ...LEAD, origin: 'social' })), call({ kind: 'get' }, 'ok', shown({ ...LEAD, origin: 'referral' }))],
    ONE,
  ],
  [
    'an origin that was forgotten',
    'I11',
    [post(shown({ ...LEAD, origin: 'social' })), call({ kind: 'get' }, 'ok', shown())],
    ONE,
  ],
  ['two 201 for one phone', 'I12', [post(), post()], ONE],
  ['a 201 for a phone that was known', 'I12', [post()], ONE, ['a']],
  ['a refusal that left a submission', 'I13', [call({ phoneKey: 'b', externalId: 'x-1' }, 'fail')], ONE],
  ['a refusal that left a contact', 'I13', [call({ phoneKey: 'a', externalId: 'x-2' }, 'fail')], ONE],
  [
    'a refusal that left a note',
    'I13',
    [post(), call({ phoneKey: 'a', externalId: 'x-2', token: 'note-1' }, 'fail')],
    ONE,
  ],
  ['a count that is too low', 'I14', [post()], { ...ONE, counted: 0 }],
  ['a count that is too high', 'I14', [post()], { ...ONE, counted: 2 }],
  ['a day over the limit', 'I14', [post()], { ...ONE, highestDay: 3001 }],
  ['an erasure without its entry', 'I16', [post()], { ...ONE, deeds: [ERASED] }],
  ['an entry without its erasure', 'I16', [post()], { ...ONE, audit: [ERASED] }],
  ['an erasure with two entries', 'I16', [post()], { ...ONE, deeds: [ERASED], audit: [ERASED, ERASED] }],
  ['a merge whose entry names another lead', 'I16', [], { ...ONE, deeds: [merged('a')], audit: [merged('b')] }],
  ['a key without its entry', 'I16', [], { ...ONE, deeds: [{ action: 'api_key.created', subjectId: 'k' }] }],
  ['an export without its entry', 'I16', [exported('ok')], ONE],
  ['two exports with one entry', 'I16', [exported('ok'), exported('ok')], { ...ONE, audit: [EXPORTED] }],
  ['an entry of an export that was refused', 'I16', [exported('fail')], { ...ONE, audit: [EXPORTED] }],
  [
    'a conversation of a phone that nobody sent',
    'I17',
    [post()],
    { ...ONE, conversations: [...ONE.conversations, { id: 'c-z', phoneKey: 'z' }] },
  ],
  [
    'a submission that nobody sent',
    'I17',
    [post()],
    { ...ONE, submissions: [...ONE.submissions, { externalId: 'x-9', conversationId: 'c-a', leadId: 'lead-a' }] },
  ],
  [
    'a second row of one move, with a move of another lead with an unknown outcome',
    'I13',
    [post(), moved('lead-a', 'ok'), moved('lead-b', 'info')],
    { ...ONE, deals: [DEAL], moves: [{ dealId: 'd' }, { dealId: 'd' }] },
  ],
  ['a move that nobody asked for', 'I13', [post()], { ...ONE, deals: [DEAL], moves: [{ dealId: 'd' }] }],
  ['a move of a deal that is not there', 'I13', [post(), moved('lead-a', 'ok')], { ...ONE, moves: [{ dealId: 'd' }] }],
  [
    'a text in the notes that nobody sent',
    'I9',
    [post()],
    { ...ONE, leads: [{ ...LEAD, notes: `${LEAD.notes}\n[API · site · 2026-03-01] olá` }] },
  ],
  [
    'the note of one lead at another',
    'I9',
    [post({ codes: ['notes_full'] }), call({ kind: 'patch', leadId: 'lead-b', token: 'note-1' }, 'ok')],
    ONE,
  ],
  [
    'the note of one phone at the lead of another',
    'I9',
    [call({ ...FIRST, phoneKey: 'b' }, 'ok', { status: 201, duplicate: false, ...shown() })],
    ONE,
  ],
  ['a list that is out of step', 'I15', [post()], { ...ONE, wrongListEntries: 1 }],
])('finds %s', (_what, invariant, calls, state, ...[seeded]) => {
  expect(found(calls, state, seeded)).toContain(invariant);
});

it('finds a run in which too little was acknowledged to prove anything', () => {
  expect(found([], NOBODY, [], 1)).toEqual(['I18']);
  expect(found([call(FIRST, 'info')], ONE, [], 1)).toEqual(['I18']);
  expect(found([post()], ONE, [], 1)).toEqual([]);
  expect(found([post()], ONE, [], 2)).toEqual(['I18']);
});

it('finds nothing wrong with moves and notes that were asked for', () => {
  const calls = [
    post(),
    moved('lead-a', 'ok'),
    moved('lead-a', 'info'),
    call({ kind: 'patch', leadId: 'lead-a', token: 'note-2' }, 'ok'),
  ];
  const notes = `${LEAD.notes}\n[API · site · 2026-03-02] note-2`;
  const state = { ...ONE, deals: [DEAL], leads: [{ ...LEAD, notes }] };
  for (const moves of [1, 2].map((n) => Array<{ dealId: string }>(n).fill({ dealId: 'd' }))) {
    expect(found(calls, { ...state, moves })).toEqual([]);
  }
});

it('does not compare answers that overlapped', () => {
  const early = { ...post(), invokedAt: 0, endedAt: 10 };
  const late = {
    ...call({ kind: 'get' }, 'ok', shown({ ...LEAD, updatedAt: '2026-03-01T09:00:00.000Z' })),
    invokedAt: 5,
    endedAt: 20,
  };
  expect(found([early, late], ONE)).toEqual([]);
});

it('reads a history from its lines; a call without an end is unknown', () => {
  const sent: Sent = { kind: 'list', instance: 1, method: 'GET', path: '/' };
  const events: Event[] = [
    { type: 'invoke', call: 1, at: 1, sent },
    { type: 'invoke', call: 2, at: 2, sent },
    { type: 'ok', call: 2, at: 3, seen: { status: 200, leads: [], codes: [] } },
  ];
  const calls = callsOf(parseHistory(events.map((event) => JSON.stringify(event)).join('\n')));
  expect(calls.map(({ id, outcome }) => [id, outcome])).toEqual([
    [1, 'info'],
    [2, 'ok'],
  ]);
});
