import { FLAG, ID, MOMENT, named, object, type Of, TEXT } from './shape';

/** An account as the admin API shows it. */
export const ACCOUNT = named(
  'Account',
  object({
    id: ID,
    name: TEXT,
    owner: object({ name: TEXT, email: TEXT }),
    plan: object({ api: FLAG, auto_origin: FLAG }),
    licence_active: FLAG,
    comercial_enabled: FLAG,
    created_at: MOMENT,
  }),
);
export type AccountView = Of<typeof ACCOUNT>;

/** An account, in short. */
export const ACCOUNT_NAME = object({ id: ID, name: TEXT });
export type AccountName = Of<typeof ACCOUNT_NAME>;

/** One of the accounts of an owner; `current` is the one of the call. */
export const OWN_ACCOUNT = named('OwnAccount', object({ id: ID, name: TEXT, current: FLAG }));
export type OwnAccount = Of<typeof OWN_ACCOUNT>;
