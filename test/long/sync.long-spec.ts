import { setTimeout as sleep } from 'node:timers/promises';
import type { LeadView, TombstoneView } from '../../src/contract/lead';
import { appForAllTests, type Partner } from '../support/app';
import { leadCalls } from '../support/lead-calls';
import { shortOrLong } from '../support/long';
import { times } from '../support/race';
import { forAllTests } from '../support/setup';

type Listed = LeadView | TombstoneView;

/** A partner's copy of the leads, updated only by GET /leads with `updated_since`. */
class SyncClient {
  readonly leads: Map<string, string>;
  private lastSync: number;

  constructor(
    private readonly partner: Partner,
    private readonly pageSize: number,
    copied?: SyncClient,
  ) {
    this.leads = new Map(copied?.leads);
    this.lastSync = copied?.lastSync ?? 0;
  }

  /** Synchronises once, with an overlap (section 4 of the specification). */
  async sync(): Promise<void> {
    const began = Math.min(Date.now(), ...running);
    const since = new Date(Math.max(0, this.lastSync - OVERLAP_MS)).toISOString();
    const pages = await this.partner.api.pages<Listed>(`/leads?limit=${this.pageSize}&updated_since=${since}`);
    for (const lead of pages.flat()) {
      if ('gone' in lead) this.leads.delete(lead.id);
      else this.leads.set(lead.id, lead.updated_at);
    }
    this.lastSync = began;
  }
}

/** Overlap before the oldest running transaction, in place of the specification's five minutes. */
const OVERLAP_MS = 1_000;
const running = new Set<number>();
const CHANGES = shortOrLong(400, 1_000);
const FEWEST = CHANGES * 0.15;
/** Step between the page sizes of the last clients, from 1 to 100. */
const STEP = shortOrLong(9, 1);
const WRITERS = 6;

const test = appForAllTests({ LIMIT_ACCOUNT_SUBMISSIONS_PER_DAY: '100000' });
const partner = forAllTests(() => test.partner('leads:read', 'leads:write', 'pipeline:write'));
const { submit, duplicate, merge, erase } = leadCalls(test, partner);

/** Leads that the writers have made, even if gone. */
const made: LeadView[] = [];
const anyLead = (): LeadView | undefined => made[Math.floor(Math.random() * made.length)];

/** Makes a random change. Two writers may meet at one lead. */
async function change(stages: readonly string[]): Promise<void> {
  const dice = Math.random();
  const lead = anyLead();
  if (!lead || dice < 0.4) made.push(await submit({ tags: [`t${Math.floor(dice * 20)}`] }));
  else if (dice < 0.55) await partner.api.patch(`/leads/${lead.id}`, { name: `n${dice}` });
  else if (dice < 0.7)
    await partner.api.post(`/leads/${lead.id}/stage`, { stage_id: stages[Math.floor(dice * 100) % 3] });
  else if (dice < 0.85) {
    const second = await duplicate(`+${lead.phone}`);
    made.push(second);
    await (dice < 0.78 ? merge(lead.id, second.id) : merge(second.id, lead.id));
  } else await erase(lead.id);
}

it(`a client of updated_since ends with exactly the living leads after ${CHANGES} changes, at each page size`, async () => {
  const ids = await partner.stages();
  const stages = ['Novo', 'Em contato', 'Agendado'].map((name) => ids[name] ?? '');
  const clients = [1, 2, 7, 50, 100].map((pageSize) => new SyncClient(partner, pageSize));
  let started = 0;
  let base: SyncClient | undefined;
  const writers = Promise.all(
    times(WRITERS, async () => {
      while (started < CHANGES) {
        // Makes a copy near the end, from which the clients below continue.
        if (started++ === CHANGES - 200) {
          base = new SyncClient(partner, 100);
          await base.sync();
        }
        const begun = Date.now() + Math.random();
        running.add(begun);
        await change(stages).finally(() => running.delete(begun));
      }
    }),
  );
  let isWriting = true;
  const syncing = Promise.all(
    clients.map(async (client) => {
      while (isWriting) {
        await client.sync();
        await sleep(300);
      }
    }),
  );
  await writers;
  isWriting = false;
  await syncing;

  const eachSize = times(Math.ceil(100 / STEP), (index) => new SyncClient(partner, index * STEP + 1, base));
  for (const client of [...clients, ...eachSize]) await client.sync();
  const living = await test.sql<{ id: string; updated_at: Date }>(
    'select id, updated_at from leads where account_id = $1 and erased_at is null order by id',
    [partner.accountId],
  );
  const expected = living.map((lead) => [lead.id, lead.updated_at.toISOString()]);
  expect(expected.length).toBeGreaterThan(FEWEST);
  expect(made.length - expected.length).toBeGreaterThan(FEWEST);
  for (const client of [...clients, ...eachSize]) expect([...client.leads].sort()).toEqual(expected);
});
