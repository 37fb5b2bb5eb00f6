import { FLAG, named, object, type Of, oneOf, only, TEXT, described } from './document/shape';

export const LIVE = object({ live: only(true) });
export type Live = Of<typeof LIVE>;

/** Conditions of readiness, and states that are only reported. */
export const HEALTH = named(
  'Health',
  object({
    ready: FLAG,
    version: described(TEXT, 'The release of the service; the version of this document is that of the API.'),
    stopping: FLAG,
    /** `slow`: answers after 500 ms. `read_only`: a replica, a full disk, a server switched to read-only. */
    database: oneOf(['up', 'slow', 'read_only', 'down']),
    migrations: oneOf(['current', 'pending', 'unknown']),
    /** Settings without which an acknowledged lead might be lost. */
    durability: oneOf(['on', 'off', 'unknown']),
    /** Whether it applies to the service's role; only reported. */
    row_level_security: oneOf(['on', 'off', 'unknown']),
    redis: oneOf(['off', 'up', 'down']),
    /** `cut_off`: consoles of this instance read again by themselves, because no event of other instances arrives. */
    events: oneOf(['up', 'cut_off']),
    smtp: oneOf(['off', 'configured']),
    /** Whether requests come through a proxy that `TRUST_PROXY` does not name. */
    proxy: oneOf(['ok', 'untrusted_forwarding']),
  }),
);
export type Health = Of<typeof HEALTH>;
