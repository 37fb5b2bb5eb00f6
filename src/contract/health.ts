import { FLAG, named, object, type Of, oneOf, only, TEXT, told } from './shape';

/** That the process answers. */
export const LIVE = object({ live: only(true) });
export type Live = Of<typeof LIVE>;

/** What readiness depends on, and what is only reported. */
export const HEALTH = named(
  'Health',
  object({
    ready: FLAG,
    version: told(TEXT, 'The release of the service; the version of this document is that of the API.'),
    stopping: FLAG,
    /** `read_only` takes no writes: a replica, a full disk, a server that was switched to read-only. */
    database: oneOf(['up', 'read_only', 'down']),
    migrations: oneOf(['current', 'pending', 'unknown']),
    /** The settings without which an acknowledged lead might be lost. */
    durability: oneOf(['on', 'off', 'unknown']),
    /** Whether it holds for the role that the service connects as; only reported. */
    row_level_security: oneOf(['on', 'off', 'unknown']),
    redis: oneOf(['off', 'up', 'down']),
    smtp: oneOf(['off', 'configured']),
    /** Whether requests come through a proxy that `TRUST_PROXY` does not name. */
    proxy: oneOf(['ok', 'untrusted_forwarding']),
  }),
);
export type Health = Of<typeof HEALTH>;
