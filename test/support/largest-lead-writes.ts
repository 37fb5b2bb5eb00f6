import { randomUUID } from 'node:crypto';
import {
  MAX_ACTIVITY_TEXT,
  MAX_APPOINTMENT_TEXT,
  MAX_BULK_LEADS,
  MAX_EXTERNAL_ID,
  MAX_MOVE_REASON,
  MAX_NAME,
  MAX_NOTE,
  MAX_NOTES_RECORD,
  MAX_STAGES,
  MAX_UTM,
} from '../../src/contract/limits';
import { SELLER } from './full-account';
import { idOf } from './full-ids';
import { ALMOST_FULL, FULL_LEAD_ID, phoneOf } from './full-leads';
import { largest, type LargestCall } from './largest-call';
import { PARTNER_LEAD } from './largest-reads';
import { email, own, tags, wideText } from './largest-texts';

/** A lead with one deal, which changes from call to call. */
const ordinary = (n: number): number => 2_001 + (n % 5_000);
/** A lead with almost as much as it may have. */
const almostFull = (n: number): number => ALMOST_FULL.from + (n % (ALMOST_FULL.to - ALMOST_FULL.from));
const leadId = (of: (n: number) => number) => (n: number) => idOf('lead', of(n));
const dealId = (n: number): string => idOf('deal', ordinary(n) * 100);
/** Each call moves what the one before moved elsewhere. */
const stageId = (n: number): string => idOf('stage', 3 + (Math.floor(n / 5_000) % 2));
const always = (id: string) => ({ id: () => id });
/** Phones without a lead. */
const newPhone = (): string => `1198${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;
const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString();
const seller = idOf('member', SELLER);

const attribution = (): object => ({
  utm_source: wideText(MAX_UTM),
  utm_medium: wideText(MAX_UTM),
  utm_campaign: own(MAX_UTM),
  utm_content: wideText(MAX_UTM),
});
const bodyOfLead = (phone: string): object => ({
  phone,
  name: wideText(MAX_NAME),
  email: email(),
  notes: wideText(MAX_NOTE),
  tags: tags(),
  attribution: attribution(),
});

const PARTNER = [
  largest('POST /api/v1/leads', 201, {
    about: 'new',
    body: () => ({ ...bodyOfLead(newPhone()), external_id: randomUUID().padEnd(MAX_EXTERNAL_ID, 'x') }),
    most: PARTNER_LEAD,
  }),
  largest('POST /api/v1/leads', 200, {
    about: 'known',
    body: (n) => bodyOfLead(phoneOf(almostFull(n))),
    most: PARTNER_LEAD,
  }),
  largest('POST /api/v1/leads', 409, { about: 'ambiguous', body: () => bodyOfLead(phoneOf(1)), most: PARTNER_LEAD }),
  largest('PATCH /api/v1/leads/{id}', 200, {
    id: leadId(almostFull),
    body: () => ({ name: own(MAX_NAME) }),
    most: PARTNER_LEAD,
  }),
  largest('POST /api/v1/leads/{id}/stage', 200, {
    id: leadId(ordinary),
    body: (n) => ({ stage_id: stageId(n) }),
    most: PARTNER_LEAD,
  }),
];

/** A stage of a pipeline in which that lead has no deal yet. */
const stageOfOther = (n: number): string => idOf('stage', (1 + Math.floor(n / 11)) * MAX_STAGES + 1);

const staffLead = (n: number): object => ({
  phone: newPhone(),
  name: wideText(MAX_NAME),
  email: email(),
  tags: tags(),
  deals: Array.from({ length: 50 }, (_, place) => ({ stage_id: idOf('stage', 1 + ((n + place) % 198)) })),
});
const bulk = (about: string, change: (n: number) => object): LargestCall =>
  largest('POST /admin/v1/leads/bulk', 200, {
    about,
    body: (n) => ({
      lead_ids: Array.from({ length: MAX_BULK_LEADS }, (_, place) =>
        idOf('lead', ordinary(n * MAX_BULK_LEADS + place)),
      ),
      ...change(n),
    }),
    isLongChange: true,
  });

const LEAD_WRITES = [
  largest('POST /admin/v1/bulk-jobs', 202, {
    body: () => ({ add_tags: tags().slice(0, 1) }),
    isLongChange: true,
    isOnce: true,
  }),
  largest('POST /admin/v1/leads', 201, { body: staffLead }),
  largest('POST /admin/v1/accounts/{accountId}/leads', 201, { body: staffLead }),
  largest('PATCH /admin/v1/leads/{id}', 200, {
    id: leadId(almostFull),
    body: () => ({
      note: own(MAX_ACTIVITY_TEXT),
      notes: own(MAX_NOTES_RECORD),
      name: own(MAX_NAME),
      responsible_id: seller,
    }),
  }),
  largest('PATCH /admin/v1/accounts/{accountId}/leads/{leadId}', 200, {
    ...always(FULL_LEAD_ID),
    body: () => ({ origin: 'organic' }),
  }),
  bulk('tags', () => ({ add_tags: tags() })),
  bulk('stage', (n) => ({ stage_id: idOf('stage', 5 + (n % 2)) })),
  bulk('undone moves', () => ({ undo: true })),
  bulk('responsible', (n) => ({ responsible_id: idOf('member', 2 + (n % 2)) })),
  largest('PUT /admin/v1/deals/{id}/stage', 200, {
    id: dealId,
    body: () => ({ stage_id: idOf('stage', MAX_STAGES), reason: wideText(MAX_MOVE_REASON) }),
  }),
  largest('PUT /admin/v1/accounts/{accountId}/deals/{dealId}/stage', 200, {
    id: dealId,
    body: (n) => ({ stage_id: stageId(n) }),
  }),
  largest('PATCH /admin/v1/deals/{id}', 200, { id: (n) => idOf('deal', 100 + (n % 100)), body: (n) => ({ value: n }) }),
  largest('POST /admin/v1/leads/{id}/deals', 201, {
    id: leadId(almostFull),
    body: (n) => ({ stage_id: stageOfOther(n) }),
  }),
  largest('POST /admin/v1/accounts/{accountId}/conversations', 201, {
    body: () => ({ phone: newPhone(), channel: 'chat', name: wideText(MAX_NAME) }),
  }),
  largest('POST /admin/v1/leads/{id}/activities', 201, {
    id: leadId(almostFull),
    body: () => ({ type: 'task', text: wideText(MAX_ACTIVITY_TEXT), due_at: tomorrow() }),
  }),
  largest('PATCH /admin/v1/activities/{id}', 200, {
    id: (n) => idOf('activity', 10_000 + 1 + (n % 100)),
    body: () => ({ text: own(MAX_ACTIVITY_TEXT) }),
  }),
  largest('DELETE /admin/v1/activities/{id}', 204, { id: (n) => idOf('activity', 10_000 + 2_000 - n) }),
  ...['/admin/v1/appointments', '/admin/v1/accounts/{accountId}/appointments'].map((path) =>
    largest(`POST ${path}`, 201, {
      body: (n) => ({
        lead_id: idOf('lead', ordinary(n)),
        starts_at: new Date().toISOString(),
        ...(path.includes('{') ? { attended: false } : { member_id: seller, text: wideText(MAX_APPOINTMENT_TEXT) }),
      }),
    }),
  ),
  largest('PATCH /admin/v1/appointments/{id}', 200, {
    id: (n) => idOf('appointment', 101_001 + (n % 499)),
    body: () => ({ starts_at: new Date().toISOString(), text: own(MAX_APPOINTMENT_TEXT) }),
  }),
  largest('PATCH /admin/v1/accounts/{accountId}/appointments/{id}', 200, {
    id: (n) => idOf('appointment', 101_001 + (n % 499)),
    body: (n) => ({ attended: n % 2 === 0 }),
  }),
  largest('DELETE /admin/v1/appointments/{id}', 204, { id: (n) => idOf('appointment', 102_001 + n) }),
  largest('POST /admin/v1/held-submissions/{id}/apply', 200, {
    id: (n) => idOf('held', 1 + n),
    body: (n) => ({ lead_id: idOf('lead', ordinary(n)) }),
  }),
  largest('POST /admin/v1/held-submissions/{id}/dismiss', 200, { id: (n) => idOf('held', 5_000 - n) }),
];

/** Every route that writes a lead, or what hangs on it. */
export const LARGEST_LEAD_WRITES: readonly LargestCall[] = [...PARTNER, ...LEAD_WRITES];
