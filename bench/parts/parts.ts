import type { Bench } from '../bench';
import type { PartResult } from '../result';
import { consolePart } from './console';
import { database } from './database';
import { memory } from './memory';
import { day, flat, own, owner, two } from './pages';
import { quota } from './quota';
import { size } from './size';
import { get, hot, list, metrics, overload, post, redis, roles } from './speed';

/** The parts in the order of a full run. Each can be measured alone. */
export const PARTS: Readonly<Record<string, (bench: Bench) => Promise<PartResult>>> = {
  post,
  database,
  get,
  list,
  flat,
  two,
  owner,
  own,
  day,
  console: consolePart,
  metrics,
  quota,
  hot,
  overload,
  roles,
  redis,
  memory,
  size,
};
