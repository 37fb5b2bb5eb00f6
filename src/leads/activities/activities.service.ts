import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import type { Actor, Viewer } from '../../accounts/actor';
import { recordAudit } from '../../audit/audit.queries';
import { ApiError, missing } from '../../common/api-error';
import type { ActivityType, ActivityView } from '../../contract/day/activity';
import type { AuditAction } from '../../contract/audit';
import { MAX_ACTIVITIES, MAX_OPEN_TASKS } from '../../contract/limits';
import { Database } from '../../database/database';
import { RACED } from '../../database/errors';
import type { Query } from '../../database/query';
import type { Transaction } from '../../database/transaction';
import type { Page, PagedAccount } from '../../common/input/paging';
import type { Activity } from '../record/activity.entity';
import { followDeletion, followHandling } from '../record/handling.queries';
import { type LockedLead, lockLead, lockLeadOf } from '../record/leads.queries';
import {
  countActivities,
  deleteActivity,
  findActivity,
  findLeadOfActivity,
  insertActivity,
  scanTasks,
  type FoundTask,
  updateActivity,
  viewActivity,
  viewSeenActivity,
  type ActivityState,
} from './activities.queries';
import type { FieldError } from '../../contract/error';
import { type DaysQuery, isContact, needsText } from './activities.dto';
import { loadDays } from './days';

/** What is to change; what is absent stays. */
interface ActivityChanges {
  readonly text?: string | null;
  readonly reached?: boolean;
  readonly dueAt?: Date;
  readonly done?: boolean;
}

/** Applies changes to an activity at `now`. Throws 422 for fields that its type does not have. */
function changedActivity(activity: Activity, changes: ActivityChanges, now: Date): ActivityState {
  const problems = problemsOf(activity, changes);
  if (problems.length > 0) throw ApiError.invalid(problems);
  const { text = activity.text, reached = activity.reached, dueAt = activity.dueAt, done } = changes;
  const doneAt = done === undefined ? activity.doneAt : done ? (activity.doneAt ?? now) : null;
  return { text, reached, dueAt, doneAt };
}

function problemsOf({ type }: Activity, { text, reached, dueAt, done }: ActivityChanges): FieldError[] {
  const isTask = type === 'task';
  const rules = [
    { field: 'text', isBad: text === null && needsText(type), message: 'não pode faltar em uma nota ou tarefa' },
    {
      field: 'reached',
      isBad: reached !== undefined && !isContact(type),
      message: 'só vale para call, message e visit',
    },
    { field: 'due_at', isBad: dueAt !== undefined && !isTask, message: 'só vale para task' },
    { field: 'done', isBad: done !== undefined && !isTask, message: 'só vale para task' },
  ];
  return rules.filter(({ isBad }) => isBad).map(({ field, message }) => ({ field, message }));
}

interface NewActivity {
  readonly type: ActivityType;
  readonly text: string | null;
  readonly reached: boolean | null;
  /** Defaults to now. */
  readonly at?: Date;
  readonly dueAt: Date | null;
}

/** Who changes activities, and whether activities of others too. */
type Reviser = Actor & { readonly mayChangeAll: boolean };

/** What people do with leads and say about them, outside the record of the partners' notes. */
@Injectable()
export class ActivitiesService {
  constructor(private readonly database: Database) {}

  /** The activity with its whole text. Throws `not_found`. */
  async get(accountId: string, viewer: Viewer, id: string): Promise<ActivityView> {
    const activity = await this.database.read(viewSeenActivity(accountId, viewer, id));
    if (!activity) throw missing('activity');
    return activity;
  }

  /** Lists open tasks that are due on these Brasília days, earliest first, as `loadDays` does. */
  listTasks(account: PagedAccount, viewer: Viewer, query: DaysQuery, leaving: AbortSignal): Promise<Page<FoundTask>> {
    return loadDays(account, viewer, query, {
      name: 'tasks',
      scan: (part) => this.database.read(scanTasks(account.id, viewer, part), leaving),
      positionOf: ({ activity: { due_at: at, id } }) => [at ?? '', id],
    });
  }

  /** Throws `not_found` for an unknown lead, and `conflict` for one activity or open task too many. */
  add(accountId: string, actor: Actor, leadId: string, input: NewActivity): Promise<ActivityView> {
    return this.database.transaction(accountId, RACED, async (tx) => {
      const [lead, counts] = await tx.send([lockLead(accountId, actor, leadId), countActivities(accountId, leadId)]);
      if (!lead) throw missing('lead');
      refuseMany(counts, input.dueAt !== null);
      const id = uuidv7();
      const [, view] = await tx.commit([
        writeActivity(accountId, lead, { id, memberId: actor.memberId, ...input }),
        viewActivity(accountId, id),
      ]);
      return view;
    });
  }

  /** Throws as `remove`, `conflict` for one open task too many, and 422 for a field that its type does not have. */
  change(accountId: string, reviser: Reviser, id: string, changes: ActivityChanges): Promise<ActivityView> {
    return this.revise(accountId, reviser, id, 'activity.changed', async (tx, lead, activity, audit) => {
      const after = changedActivity(activity, changes, lead.now);
      const { text, reached, dueAt, doneAt } = activity;
      if (isDeepStrictEqual(after, { text, reached, dueAt, doneAt })) return tx.send(viewActivity(accountId, id));
      if (activity.doneAt && !after.doneAt)
        refuseMany({ ...(await tx.send(countActivities(accountId, lead.id))), all: 0 }, true);
      const [, , , view] = await tx.commit([
        updateActivity(accountId, id, after),
        followHandling(accountId, lead, lead.now),
        audit,
        viewActivity(accountId, id),
      ]);
      return view;
    });
  }

  /** Throws `not_found`, and `forbidden` for somebody else's. */
  remove(accountId: string, reviser: Reviser, id: string): Promise<void> {
    return this.revise(accountId, reviser, id, 'activity.deleted', async (tx, lead, _, audit) => {
      await tx.commit([deleteActivity(accountId, id), followDeletion(accountId, lead), audit]);
    });
  }

  private revise<T>(
    accountId: string,
    reviser: Reviser,
    id: string,
    action: AuditAction,
    work: (tx: Transaction, lead: LockedLead, activity: Activity, audit: Query<void, 'write'>) => Promise<T>,
  ): Promise<T> {
    return this.database.transaction(accountId, async (tx) => {
      const lead = await lockLeadOf(tx, accountId, reviser, findLeadOfActivity(accountId, reviser, id));
      const activity = lead && (await tx.send(findActivity(accountId, id)));
      if (!activity) throw missing('activity');
      if (!reviser.mayChangeAll && activity.memberId !== reviser.memberId)
        throw new ApiError('forbidden', { message: OF_ANOTHER });
      return work(
        tx,
        lead,
        activity,
        recordAudit(accountId, reviser, action, { type: 'activity', id }, { leadId: lead.id }),
      );
    });
  }
}

/** All statements of a new activity; requires the lead's lock. */
export const writeActivity = (
  accountId: string,
  lead: LockedLead,
  { id, memberId, type, text, reached, at, dueAt }: NewActivity & Pick<Activity, 'id' | 'memberId'>,
) => [
  insertActivity(accountId, {
    ...{ id, leadId: lead.id, type, text, reached, dueAt, doneAt: null, memberId },
    // A clock that is a little ahead must not answer what comes meanwhile.
    at: at && at < lead.now ? at : lead.now,
  }),
  followHandling(accountId, lead, lead.now),
];

/** Throws `conflict` when the lead has no room for another activity, or open task. */
export function refuseMany({ all, open }: { readonly all: number; readonly open: number }, isTask: boolean): void {
  if (all >= MAX_ACTIVITIES)
    throw new ApiError('conflict', { message: `O lead já tem ${MAX_ACTIVITIES} atividades, o máximo.` });
  if (isTask && open >= MAX_OPEN_TASKS)
    throw new ApiError('conflict', {
      message: `O lead já tem ${MAX_OPEN_TASKS} tarefas abertas. Conclua alguma antes.`,
    });
}

const OF_ANOTHER = 'Só quem registrou esta atividade, ou quem administra a conta, pode alterá-la.';
