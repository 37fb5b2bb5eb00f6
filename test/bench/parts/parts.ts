import type { Bench } from '../bench';
import type { PartResult } from '../result';
import { citus } from './citus';
import { database } from './database';
import { events } from './events';
import { flat, two } from './flat';
import { fresh } from './fresh';
import { get } from './get';
import { hot } from './hot';
import { list } from './list';
import { memory } from './memory';
import { metrics } from './metrics';
import { overload } from './overload';
import { owner } from './owner';
import { post } from './post';
import { profiled } from './profiled';
import { quota } from './quota';
import { redis } from './redis';
import { roles } from './roles';

/** A part, which can be measured alone. */
export interface Part {
  readonly run: (bench: Bench) => Promise<PartResult>;
  /** Takes long, or has another purpose than the goals. */
  readonly onlyWhenAsked?: boolean;
}

export const PARTS: Readonly<Record<string, Part>> = {
  post: { run: post },
  database: { run: database },
  get: { run: get },
  list: { run: list },
  flat: { run: flat },
  two: { run: two },
  owner: { run: owner },
  metrics: { run: metrics },
  quota: { run: quota },
  hot: { run: hot },
  overload: { run: overload },
  fresh: { run: fresh },
  roles: { run: roles },
  redis: { run: redis },
  citus: { run: citus, onlyWhenAsked: true },
  events: { run: events, onlyWhenAsked: true },
  memory: { run: memory, onlyWhenAsked: true },
  profile: { run: profiled, onlyWhenAsked: true },
};
