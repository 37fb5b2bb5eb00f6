import { jobActor, SEES_ALL } from '../accounts/actor';
import { v7 as uuidv7 } from 'uuid';
import { eachFound, findInPages } from '../accounts/search-accounts';
import { notify } from '../accounts/notifications';
import { NO_ID } from '../common/input/id.pipe';
import { type Batches, Job } from '../common/process/jobs';
import { describeError, log } from '../common/process/log';
import { JobDatabase } from '../database/database';
import type { Transaction } from '../database/transaction';
import { findEnding } from '../leads/deals/closings.queries';
import { keepClosingChange } from '../leads/deals/deal-changes.queries';
import { writeMove } from '../leads/deals/deals.queries';
import { clockFrom, findNow, laterThan } from '../leads/record/clock';
import { advanced, type LockedLead, lockLead, changeLead } from '../leads/record/leads.queries';
import { addTags, listTags } from '../leads/record/tags.queries';
import { tagsThatFit } from '../leads/record/tags';
import {
  claimStay,
  type DueRule,
  findStageOfRule,
  shareRule,
  type IdleDeal,
  listDueRules,
  listIdleDeals,
  listRules,
  type RulePosition,
  type StageOfRule,
} from './automations.queries';
import { DAY_MS, MINUTE_MS } from '../contract/durations';

const EVERY_MS = 5 * MINUTE_MS;
const BATCH = 200;

/** Runs the rules of idle stages outside requests, on any number of instances (docs/decisions.md, "Automations"). */
@Job('automations', { everyMs: EVERY_MS })
export class AutomationsJob {
  constructor(private readonly database: JobDatabase) {}

  /**
   * Runs everything due at `now`, by default the database's moment, the moves of each account last. A failure is logged, stops only the moves of its deal, and is retried
   * in the next run. Returns the number of failures; throws at the end when some accounts could not be searched.
   */
  async run(now?: Date): Promise<number> {
    const time = clockFrom(now ?? (await this.database.read(findNow())).now);
    return eachFound(this, this.database, {
      find: () =>
        findInPages<RulePosition, DueRule>(this.database, {
          first: { accountId: NO_ID, action: 'notify', id: NO_ID },
          list: listRules,
          listDue: (accountId, rules) => listDueRules(accountId, rules, time()),
          keyOf: ({ accountId, action, id }) => `${accountId} ${action === 'move'} ${id}`,
        }),
      work: (rule) => this.runRule(rule, time),
      failure: 'an automation failed',
      idsOf: ({ id }) => ({ automation_id: id }),
    });
  }

  /** Returns the number of failed deals. */
  private async *runRule(rule: DueRule, time: () => Date): Batches {
    const now = time();
    const stage = await this.database.read(findStageOfRule(rule));
    if (!stage) return 0;
    let failed = 0;
    const since = new Date(now.getTime() - rule.idleDays * DAY_MS);
    let after = NO_ID;
    for (;;) {
      const deals = await this.database.read(listIdleDeals(rule, since, after, BATCH));
      for (const deal of deals) {
        await this.act(rule, stage, deal, since, now).catch((error: unknown) => {
          failed++;
          log.error({ automation_id: rule.id, deal_id: deal.id, ...describeError(error) }, 'an automation failed');
        });
        yield;
      }
      const last = deals.at(-1);
      if (!last || deals.length < BATCH) return failed;
      after = last.id;
    }
  }

  private act(rule: DueRule, stage: StageOfRule, deal: IdleDeal, since: Date, now: Date): Promise<void> {
    return this.database.transaction(rule.accountId, async (tx) => {
      const [lead, [, ruleExists]] = await tx.send([lockLead(rule.accountId, SEES_ALL, deal.leadId), shareRule(rule)]);
      if (!lead || !ruleExists || !(await tx.send(claimStay(rule, deal.id, since, now)))) return;
      if (rule.action === 'add_tag') await addTag(tx, rule, lead);
      if (rule.action === 'move' && rule.targetStageId)
        await move(tx, rule, { deal, lead, stage, toStageId: rule.targetStageId, now });
      if (rule.action === 'notify') await notifyOwner(tx, rule, stage.name, lead);
    });
  }
}

/** Advances `updated_at` for syncs, but does not count as a touch. The rule counts as run even if the lead cannot take the tag. */
async function addTag(tx: Transaction, { accountId, id, tag }: DueRule, lead: LockedLead): Promise<void> {
  const had = (await tx.send(listTags(accountId, lead.id))).map(({ key }) => key);
  const { fitting, allFit } = tagsThatFit([tag ?? ''], had);
  if (!allFit) log.info({ automation_id: id, lead_id: lead.id }, 'a lead has no room for the tag of an automation');
  if (fitting.length === 0) return;
  const tags = fitting.map((name) => ({ ...name, id: uuidv7() }));
  const updatedAt = laterThan(lead.updatedAt, lead.now);
  await tx.send(changeLead(accountId, lead, updatedAt, advanced, { related: addTags(accountId, lead.id, tags) }));
}

interface RuleMove {
  readonly deal: IdleDeal;
  readonly lead: LockedLead;
  readonly stage: StageOfRule;
  readonly toStageId: string;
  readonly now: Date;
}

/** The new stay begins at the moment of the run, so that rules of the next stage count from then. */
async function move(
  tx: Transaction,
  { accountId, stageId }: DueRule,
  { deal, lead, stage, toStageId, now }: RuleMove,
): Promise<void> {
  const movedAt = new Date(Math.max(now.getTime(), lead.now.getTime()));
  const by = { movedBy: 'automation', keyId: null, memberId: null, reason: null } as const;
  const [before, , after] = await tx.send([
    findEnding(accountId, deal.id),
    writeMove(accountId, lead, { dealId: deal.id, fromStageId: stageId, toStageId, ...by, movedAt }, stage),
    findEnding(accountId, deal.id),
  ]);
  const change = { leadId: lead.id, dealId: deal.id, at: movedAt, actor: jobActor('automations') };
  if (before) await tx.send([keepClosingChange(accountId, change, { before, after })]);
}

/** Stores only the lead's id, which is not personal data; the list adds the name. */
async function notifyOwner(tx: Transaction, rule: DueRule, stageName: string, lead: LockedLead): Promise<void> {
  const days = rule.idleDays === 1 ? '1 dia' : `${rule.idleDays} dias`;
  const message = `O lead ${lead.id} está há ${days} sem movimento na etapa “${stageName}”.`;
  await tx.send(notify(rule.accountId, 'automation.notice', uuidv7(), message, lead.id));
}
