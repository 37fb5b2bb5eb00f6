import { isOfOtherPhone, reasonToHold, earlierEntry } from './reason-to-hold';

const MINE = { conversationId: 'mine', leadId: null, pipelineId: null, isCorrected: false };
const THEIRS = { ...MINE, conversationId: 'theirs' };
const CORRECTED = { ...THEIRS, isCorrected: true };
const existing = (ledgerEntry?: typeof MINE, heldConflict?: typeof MINE, leads = 1) => ({
  ledgerEntry,
  heldConflict,
  conversation: { id: 'mine' },
  leads: Array<object>(leads).fill({}),
});

it.each([
  ['a new one', existing(), false, undefined, undefined],
  ['a new one without a lead', existing(undefined, undefined, 0), false, undefined, undefined],
  ['a new one for a phone with two leads', existing(undefined, undefined, 2), false, undefined, 'ambiguous_lead'],
  ['a repeated one', existing(MINE), false, MINE, undefined],
  ['a repeated one for a phone with two leads', existing(MINE, undefined, 2), false, MINE, undefined],
  ['one with the external_id of another phone', existing(THEIRS), true, undefined, 'external_id_conflict'],
  ['a repeated one whose phone was corrected', existing(CORRECTED), false, CORRECTED, undefined],
  ['one of another phone, held before', existing(THEIRS, THEIRS), true, undefined, 'external_id_conflict'],
  ['one whose conflict was held, when the external_id is free', existing(undefined, THEIRS), false, THEIRS, undefined],
])('%s', (_, stored, isOther, earlier, reason) => {
  expect([isOfOtherPhone(stored), earlierEntry(stored), reasonToHold(stored)]).toEqual([isOther, earlier, reason]);
});
