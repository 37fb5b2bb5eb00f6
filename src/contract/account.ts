import { SELLERS_SEE } from './members/roles';
import { MESSAGE_TEMPLATE } from './message-template';
import {
  COUNT,
  FLAG,
  ID,
  listOf,
  MOMENT,
  named,
  object,
  type Of,
  oneOf,
  TEXT,
  described,
  optional,
} from './document/shape';

const ACCOUNT_FIELDS = {
  id: ID,
  name: TEXT,
  owner: object({ name: TEXT, email: TEXT }),
  plan: object({ api: FLAG, auto_origin: FLAG }),
  licence_active: FLAG,
  comercial_enabled: FLAG,
  created_at: MOMENT,
};

/** An account for the operator. */
export const ACCOUNT = named(
  'Account',
  object({
    ...ACCOUNT_FIELDS,
    limits: optional(
      described(
        object({
          submissions_per_day: described(COUNT, 'Submissions of all keys in a day of Brasília.'),
          calls_per_minute: described(COUNT, 'Calls of one key.'),
          writes_per_minute: described(COUNT, 'POST and PATCH of one key, and deliveries of one webhook.'),
        }),
        'The limits that hold, for an account with limits of its own; absent for others.',
      ),
    ),
    closes_at: optional(
      described(MOMENT, 'From when its data may be deleted; only while it is closed, and may still be restored.'),
    ),
  }),
);
export type AccountView = Of<typeof ACCOUNT>;

export const ACCOUNT_CLOSING = named('AccountClosing', object({ closes_at: MOMENT }));
export type AccountClosing = Of<typeof ACCOUNT_CLOSING>;

/** An account with its settings, for its owner. */
export const ACCOUNT_WITH_SETTINGS = named(
  'AccountWithSettings',
  object({
    ...ACCOUNT_FIELDS,
    site_domains: described(
      listOf(TEXT),
      'Host names of the owner’s own site: a referrer on one of them, or on a subdomain of one, counts as absent.',
    ),
    sellers_see: described(oneOf(SELLERS_SEE), '`own`: a lead of another member does not exist for a seller.'),
    sellers_export: described(FLAG, 'Whether sellers may export leads.'),
    loss_reasons: described(listOf(TEXT), 'Offered when a deal is lost; others can be written.'),
    message_templates: described(
      listOf(MESSAGE_TEMPLATE),
      'Messages that members can send by WhatsApp from the console; `GET /admin/v1/me` has them too.',
    ),
    idle_days: described(COUNT, 'Days without anything by a person, after which an open deal is idle.'),
  }),
);
export type AccountWithSettings = Of<typeof ACCOUNT_WITH_SETTINGS>;

export const ACCOUNT_NAME = object({ id: ID, name: TEXT });
export type AccountName = Of<typeof ACCOUNT_NAME>;

/** One of the accounts of an owner; `current` is the one of the call. */
export const OWN_ACCOUNT = named('OwnAccount', object({ id: ID, name: TEXT, current: FLAG }));
export type OwnAccount = Of<typeof OWN_ACCOUNT>;
