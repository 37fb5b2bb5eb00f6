import {
  IMPORT_ANSWER_BYTES,
  MAX_BULK_LEADS,
  MAX_IMPORT_ROWS,
  MAX_KEY_NAME,
  MAX_LOSS_REASON,
  MAX_LOSS_REASONS,
  MAX_MESSAGE_TEMPLATES,
  MAX_TEMPLATE_NAME,
  MAX_TEMPLATE_TEXT,
  MAX_MEMBER_NAME,
  MAX_NAME,
  MAX_SITE_DOMAINS,
  MAX_STAGES,
  MAX_TAG,
} from '../../src/contract/limits';
import { PERMISSIONS } from '../../src/contract/key';
import { FORMER_SELLER, largestFile, MAX_PIPELINE_NAME, REFUSED_FILE, REFUSED_IMPORT_ID, SELLER } from './full-account';
import { idOf } from './full-ids';
import { leadOfPhone, phoneOf } from './full-leads';
import { largest, type LargestCall } from './largest-call';
import { email, own, wideText } from './largest-texts';

const always = (id: string) => ({ id: () => id });

const mostAbout = (file: string): number =>
  IMPORT_ANSWER_BYTES.timesFile * Buffer.byteLength(file) +
  IMPORT_ANSWER_BYTES.perRow * MAX_IMPORT_ROWS +
  IMPORT_ANSWER_BYTES.more;

/** Names as long as a body has room for. */
const stagesOfPipeline = (): object[] =>
  Array.from({ length: MAX_STAGES }, (_, n) => ({ name: `Etapa ${n} ${'x'.repeat(30)}`, is_entry: n === 0 }));

/** Each deletion makes room for the creation after it. */
const SETTINGS = [
  largest('PATCH /admin/v1/account', 200, {
    body: () => ({
      site_domains: Array.from(
        { length: MAX_SITE_DOMAINS },
        (_, n) => `${n}.${'d'.repeat(60)}.${'d'.repeat(60)}.com.br`,
      ),
      message_templates: Array.from({ length: MAX_MESSAGE_TEMPLATES }, () => ({
        name: own(MAX_TEMPLATE_NAME),
        text: own(MAX_TEMPLATE_TEXT),
      })),
      loss_reasons: Array.from({ length: MAX_LOSS_REASONS }, () => own(MAX_LOSS_REASON)),
    }),
  }),
  largest('PATCH /admin/v1/accounts/{id}', 200, { body: () => ({ name: own(MAX_NAME) }) }),
  largest('DELETE /admin/v1/stages/{id}', 200, { id: (n) => idOf('stage', 2 * MAX_STAGES - n) }),
  largest('POST /admin/v1/pipelines/{id}/stages', 201, {
    ...always(idOf('pipeline', 2)),
    body: () => ({ name: own(MAX_PIPELINE_NAME), position: 1 }),
  }),
  largest('PATCH /admin/v1/stages/{id}', 200, {
    id: (n) => idOf('stage', 1 + (n % 198)),
    body: (n) => ({ name: own(MAX_PIPELINE_NAME), position: 1 + (n % MAX_STAGES) }),
  }),
  // A stage that counts in the figures of many deals.
  largest('PATCH /admin/v1/stages/{id}', 200, {
    ...always(idOf('stage', 2)),
    about: 'of many deals',
    body: (n) => ({ is_sale: n % 2 === 0 }),
  }),
  largest('DELETE /admin/v1/pipelines/{id}', 200, { id: (n) => idOf('pipeline', 7 - (n % 5)) }),
  largest('POST /admin/v1/pipelines', 201, {
    body: () => ({ name: own(MAX_PIPELINE_NAME), stages: stagesOfPipeline() }),
  }),
  largest('PATCH /admin/v1/pipelines/{id}', 200, {
    ...always(idOf('pipeline', 1)),
    body: () => ({ name: own(MAX_PIPELINE_NAME), rota: Array.from({ length: 40 }, (_, n) => idOf('member', 1 + n)) }),
  }),
  largest('DELETE /admin/v1/automations/{id}', 204, { id: (n) => idOf('automation', 1 + n) }),
  largest('POST /admin/v1/stages/{id}/automations', 201, {
    ...always(idOf('stage', 1)),
    body: () => ({ idle_days: 365, action: { type: 'add_tag', tag: wideText(MAX_TAG) } }),
  }),
  largest('PATCH /admin/v1/api-keys/{id}', 200, {
    ...always(idOf('key', 1)),
    body: () => ({ name: own(MAX_KEY_NAME) }),
  }),
  largest('DELETE /admin/v1/api-keys/{id}', 200, { id: (n) => idOf('key', 1 + (n % 3)) }),
  largest('POST /admin/v1/api-keys', 201, { body: () => ({ name: own(MAX_KEY_NAME), permissions: PERMISSIONS }) }),
  largest('POST /admin/v1/api-keys/{id}/replace', 201, {
    ...always(idOf('key', 4)),
    body: () => ({ ends_in_hours: 0 }),
  }),
  largest('POST /admin/v1/notifications/{id}/read', 200, { id: (n) => idOf('notification', 1 + n) }),
  largest('POST /admin/v1/notifications/read', 204),
  largest('POST /admin/v1/outbox/{id}/retry', 200, { id: (n) => idOf('outbox', 1 + n) }),
  largest('POST /admin/v1/accounts/{id}/owner-sessions', 201),
  largest('POST /admin/v1/accounts/{id}/sign-in-links', 201, { body: () => ({ email: '2@example.com' }) }),
  largest('POST /admin/v1/my-accounts/{id}/switch', 201),
  largest('DELETE /admin/v1/sessions/{id}', 204, { id: (n) => idOf('session', 1 + n) }),
  largest('DELETE /admin/v1/sessions', 204),
];

const UPLOADS = [
  largest('POST /admin/v1/imports/preview', 200, {
    body: () => REFUSED_FILE,
    most: mostAbout(REFUSED_FILE),
    isInParts: true,
  }),
  largest('POST /admin/v1/imports/{id}/refused.csv', 200, {
    ...always(REFUSED_IMPORT_ID),
    body: () => REFUSED_FILE,
    most: mostAbout(REFUSED_FILE),
    isInParts: true,
  }),
];

/** What cannot be undone, or goes on in jobs. */
const ENDS = [
  largest('POST /admin/v1/leads/{id}/merge', 200, {
    id: (n) => idOf('lead', leadOfPhone(2, 2 * n + 1)),
    body: (n) => ({ into: idOf('lead', leadOfPhone(2, 2 * n)) }),
  }),
  largest('POST /admin/v1/leads/{id}/erase', 200, { id: (n) => idOf('lead', 2 + n), isOnce: true }),
  largest('POST /admin/v1/leads/bulk', 200, {
    about: 'erasures',
    body: (n) => ({
      lead_ids: Array.from({ length: MAX_BULK_LEADS }, (_, place) => idOf('lead', 40_001 + n * MAX_BULK_LEADS + place)),
      erase: true,
    }),
    isOnce: true,
    isLongChange: true,
  }),
  largest('POST /admin/v1/stages/{id}/move-deals', 200, {
    ...always(idOf('stage', 2)),
    body: () => ({ to_stage_id: idOf('stage', 3) }),
    isLongChange: true,
  }),
  largest('POST /admin/v1/people/erase', 200, {
    body: (n) => ({ phone: phoneOf(n === 0 ? 1 : 100 + n) }),
    isOnce: true,
    isLongChange: true,
  }),
  largest('POST /admin/v1/members/{id}/anonymise', 200, { ...always(idOf('member', FORMER_SELLER)) }),
  largest('PATCH /admin/v1/members/{id}', 200, {
    id: (n) => idOf('member', SELLER + n),
    body: () => ({ active: false, hand_over_to: idOf('member', FORMER_SELLER - 1) }),
    isOnce: true,
  }),
  // The account has had as many members as it may, so one of them comes back.
  largest('POST /admin/v1/members', 201, {
    body: (n) => ({ name: own(MAX_MEMBER_NAME), email: `${FORMER_SELLER + 1 + n}@example.com`, role: 'seller' }),
  }),
  largest('POST /admin/v1/imports', 202, { body: () => NEW_FILE, isInParts: true, isOnce: true }),
  largest('PUT /admin/v1/accounts/{id}/owner', 200, { body: () => ({ name: wideText(MAX_NAME), email: email() }) }),
];

/** Always the same, so that an account has one import of it at most. */
const NEW_FILE = largestFile('nova');

/** Every other route that writes, or has a file as its body; what ends comes last. */
export const LARGEST_WRITES: readonly LargestCall[] = [...SETTINGS, ...UPLOADS, ...ENDS];
