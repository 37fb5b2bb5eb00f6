import { ERROR_CODES } from './error';
import {
  COUNT,
  DAY,
  ID,
  listOf,
  MOMENT,
  named,
  object,
  type Of,
  oneOf,
  orNull,
  shape,
  TEXT,
  described,
} from './document/shape';

/** Permissions of the specification's section 5. */
export const PERMISSIONS = ['leads:read', 'leads:write', 'pipeline:read', 'pipeline:write', 'metrics:read'] as const;
export type Permission = (typeof PERMISSIONS)[number];

const COUNTS_LEADS: Readonly<Record<Permission, boolean>> = {
  'leads:read': false,
  'leads:write': false,
  'pipeline:read': false,
  'pipeline:write': false,
  'metrics:read': true,
};

/** Whether a key that may send leads, but not read them, can tell a known phone by a count that changes or not. */
export const revealsKnownPhones = (permissions: readonly Permission[]): boolean =>
  permissions.includes('leads:write') && permissions.some((permission) => COUNTS_LEADS[permission]);

const API_KEY_FIELDS = {
  id: ID,
  name: TEXT,
  permissions: listOf(oneOf(PERMISSIONS)),
  hint: described(TEXT, 'The last four characters of the key.'),
  created_at: MOMENT,
  last_used_at: described(orNull(MOMENT), 'Exact to the minute.'),
  revoked_at: orNull(MOMENT),
  ends_at: described(orNull(MOMENT), 'When a key that was replaced ends by itself; null once it has ended.'),
};

export const API_KEY = named('ApiKey', object(API_KEY_FIELDS));
export type ApiKeyView = Of<typeof API_KEY>;

/** A new key with its secret, which is never shown again. */
export const NEW_API_KEY = named(
  'NewApiKey',
  object({
    ...API_KEY_FIELDS,
    key: described(shape<string>({ type: 'string', pattern: '^ent_live_[0-9A-Za-z]{49}$' }), 'Shown only once.'),
  }),
);
export type NewApiKeyView = Of<typeof NEW_API_KEY>;

export const KEY_REFUSAL = named(
  'KeyRefusal',
  object({
    at: MOMENT,
    route: described(TEXT, 'The method and the template of the path, without ids and query.'),
    status: COUNT,
    code: oneOf(ERROR_CODES),
    fields: described(
      listOf(TEXT),
      'The names of the bad fields, `?` for all that are not fields of the route; never values.',
    ),
  }),
);
export type KeyRefusal = Of<typeof KEY_REFUSAL>;

export const KEY_REFUSAL_DAY = named(
  'KeyRefusalDay',
  object({
    day: described(DAY, 'A day in Brasília.'),
    code: oneOf(ERROR_CODES),
    count: described(COUNT, 'Refusals with this code on this day.'),
    fields: described(
      listOf(object({ name: TEXT, count: COUNT })),
      'How many of them name a field, `?` for all that are not fields of the route; the most frequent first.',
    ),
  }),
);
export type KeyRefusalDay = Of<typeof KEY_REFUSAL_DAY>;
