import { AutomationRunner } from '../../src/automations/automation-runner';
import type { AutomationView } from '../../src/contract/automation';
import type { NotificationView } from '../../src/contract/notification';
import type { Partner, TestApp } from './app';

export const DAY_MS = 24 * 60 * 60 * 1000;

/** Adds rules of an account and runs them; after each test all rules are deleted. */
export function automationCalls(test: TestApp, partner: Partner, stage: Record<string, string>) {
  afterEach(() => test.sql('delete from automations'));

  return {
    addRule: (action: object, idle_days = 3, name = 'Novo') =>
      partner.owner.post<AutomationView>(`/stages/${stage[name]}/automations`, { idle_days, action }),
    runAfter: (days: number) => test.app.get(AutomationRunner).run(new Date(Date.now() + days * DAY_MS)),
    /** The reminders of rules, the newest first. */
    reminders: async () =>
      (await partner.owner.get<NotificationView[]>('/notifications?limit=100')).data.filter(
        ({ type }) => type === 'automation.notice',
      ),
    stageOf: async (id: string) => {
      const [deal] = await partner.sql<{ stage_id: string }>(
        'select stage_id from deals where account_id = $1 and lead_id = $2',
        id,
      );
      return deal?.stage_id;
    },
  };
}
