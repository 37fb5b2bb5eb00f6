import { isAnyPresent, sharePresent } from '../accounts/members/members.queries';
import { eachFound, findInPages } from '../accounts/search-accounts';
import { NO_ID } from '../common/input/id.pipe';
import { type Batches, Job } from '../common/process/jobs';
import { MINUTE_MS } from '../contract/durations';
import { JobDatabase } from '../database/database';
import { firstIdLike, firstIdOf } from '../database/first-id';
import { assignLead } from '../leads/record/assignments.queries';
import { findNow } from '../leads/record/clock';
import { listRotaPositions, lockRota, setRotaPosition } from '../pipelines/rota.queries';
import { nextPositions, type RotaPosition } from '../pipelines/rota';
import {
  findRota,
  listDueRotas,
  listRotas,
  listWaiting,
  lockLeadsOfNobody,
  moveRota,
  READ_AT_ONCE,
  readLeads,
  type RotaKey,
  type RotaState,
} from './rota.queries';

const EVERY_MS = 1_000;
/** Leads in one transaction. */
const BATCH = 100;
/** Reads of leads in one run of a rota. */
const MAX_READS = 6;
/** Age in milliseconds at which `served_to` passes a lead: one with a smaller id may still be in a transaction. */
const SETTLED_AFTER_MS = MINUTE_MS;
/** How far `served_to` goes back after a clock was put back: leads of the time in which no run has seen it. */
const BACK_MS = 5_000;

/**
 * Gives new leads to the members of rotas in turn, outside requests, on any number of instances (docs/decisions.md, "Rotas"). A lead that
 * was ever somebody's is never served, so a killed run repeats nothing.
 */
@Job('rota', { everyMs: EVERY_MS })
export class RotaJob {
  constructor(private readonly database: JobDatabase) {}

  /** Returns the number of failed rotas; throws at the end when some accounts could not be searched. */
  run(): Promise<number> {
    return eachFound(this, this.database, {
      find: () =>
        findInPages<RotaKey, RotaKey>(this.database, {
          first: { accountId: NO_ID, pipelineId: NO_ID },
          list: listRotas,
          listDue: listDueRotas,
          keyOf: ({ accountId, pipelineId }) => `${accountId} ${pipelineId}`,
        }),
      work: (key) => this.runRota(key),
      failure: 'a rota failed',
      idsOf: ({ pipelineId }) => ({ pipeline_id: pipelineId }),
    });
  }

  private async *runRota(key: RotaKey): Batches {
    const rota = await this.database.read(findRota(key));
    if (!rota || rota.members.length === 0) return;
    if (rota.servedTo > firstIdOf(rota.now)) {
      const back = firstIdOf(new Date(rota.now.getTime() - BACK_MS));
      await this.database.write(moveRota(key, rota.servedTo, back));
      return;
    }
    if (!rota.hasLeads || !(await this.database.read(isAnyPresent(key.accountId, rota.members)))) return;
    const passed = yield* this.serveLeads(key, rota);
    if (passed) await this.database.write(moveRota(key, rota.servedTo, passed));
  }

  /** Serves the leads that wait. Returns the id up to which none waits or may still appear; undefined when it passes no lead. */
  private async *serveLeads(
    key: RotaKey,
    { servedTo, members, now }: RotaState,
  ): AsyncGenerator<void, string | undefined> {
    let passed = firstIdOf(new Date(now.getTime() - SETTLED_AFTER_MS));
    let first: string | null = null;
    for (let reads = 1, after = servedTo; reads <= MAX_READS; reads++) {
      const leads = await this.database.read(readLeads(key, after));
      first ??= leads.first;
      const left = yield* this.serveAll(key, members, leads.waiting);
      if (left[0] !== undefined) passed = smaller(passed, firstIdLike(left[0]));
      if (leads.last === null || leads.count < READ_AT_ONCE) break;
      after = leads.last;
      const isStuck = left.length > 0 && left.length === leads.waiting.length;
      if (reads === MAX_READS || isStuck) passed = smaller(passed, after);
      if (isStuck) break;
      yield;
    }
    return first !== null && first <= passed ? passed : undefined;
  }

  /** Returns the leads that were left: nobody is present, or another transaction has them. */
  private async *serveAll(
    key: RotaKey,
    members: readonly string[],
    waiting: readonly string[],
  ): AsyncGenerator<void, readonly string[]> {
    const served = new Set<string>();
    for (let begin = 0; begin < waiting.length; begin += BATCH) {
      const ids = await this.serveBatch(key, members, waiting.slice(begin, begin + BATCH));
      if (ids.length === 0) break;
      for (const id of ids) served.add(id);
      yield;
    }
    return waiting.filter((id) => !served.has(id));
  }

  private serveBatch(key: RotaKey, members: readonly string[], ids: readonly string[]): Promise<readonly string[]> {
    const { accountId, pipelineId } = key;
    return this.database.transaction(accountId, async (tx) => {
      const present = new Set(await tx.send(sharePresent(accountId, members)));
      if (present.size === 0) return [];
      const [locked, waiting, rota, positions, { now }] = await tx.send([
        lockLeadsOfNobody(accountId, ids),
        listWaiting(key, ids),
        // Two runs with different leads come here one after the other.
        lockRota(accountId, pipelineId),
        listRotaPositions(accountId, pipelineId),
        findNow(),
      ]);
      // A rota that was set anew meanwhile begins later.
      const leads = rota ? waiting.filter((id) => locked.includes(id) && id > rota.servedTo) : [];
      const next = nextPositions(positions, present, leads.length);
      const given = leads.slice(0, next.length);
      await tx.commit([
        next.map(({ memberId, position }, nth) =>
          assignLead(accountId, {
            leadId: given[nth] ?? '',
            from: null,
            to: memberId,
            by: 'rota',
            memberId: null,
            at: now,
            sequence: position % 2 ** 32,
          }),
        ),
        lastPositions(next).map((position) => setRotaPosition(accountId, pipelineId, position)),
      ]);
      return given;
    });
  }
}

/** The last position of each member. */
const lastPositions = (positions: readonly RotaPosition[]): RotaPosition[] => [
  ...new Map(positions.map((position) => [position.memberId, position] as const)).values(),
];

const smaller = (one: string, other: string): string => (one < other ? one : other);
