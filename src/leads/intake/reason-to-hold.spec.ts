import { isOfOtherPhone, reasonToHold, receivedBefore } from './reason-to-hold';

const MINE = { conversationId: 'mine', leadId: null, pipelineId: null };
const THEIRS = { ...MINE, conversationId: 'theirs' };
const met = (ledgerEntry?: typeof MINE, heldConflict?: typeof MINE, leads = 1) => ({
  ledgerEntry,
  heldConflict,
  conversation: { id: 'mine' },
  leads: Array<object>(leads).fill({}),
});

it.each([
  ['a new one', met(), false, undefined, undefined],
  ['a new one without a lead', met(undefined, undefined, 0), false, undefined, undefined],
  ['a new one for a phone with two leads', met(undefined, undefined, 2), false, undefined, 'ambiguous_lead'],
  ['a repeated one', met(MINE), false, MINE, undefined],
  ['a repeated one for a phone with two leads', met(MINE, undefined, 2), false, MINE, undefined],
  ['one with the external_id of another phone', met(THEIRS), true, undefined, 'external_id_conflict'],
  ['one of another phone, held before', met(THEIRS, THEIRS), true, undefined, 'external_id_conflict'],
  ['one whose conflict was held, when the external_id is free', met(undefined, THEIRS), false, THEIRS, undefined],
])('%s', (_, found, isOther, received, reason) => {
  expect([isOfOtherPhone(found), receivedBefore(found), reasonToHold(found)]).toEqual([isOther, received, reason]);
});
