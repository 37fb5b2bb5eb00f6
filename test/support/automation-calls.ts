import { DAY_MS } from '../../src/contract/durations';
import { AutomationsJob } from '../../src/automations/automations.job';
import type { AutomationView } from '../../src/contract/pipeline';
import type { NotificationView } from '../../src/contract/notification';
import type { Partner, TestApp } from './app';

/** Adds and runs an account's rules. A run acts on all accounts: all rules are deleted before the tests, and after each. */
export function automationCalls(test: TestApp, partner: Partner, stage: Record<string, string>) {
  const deleteAll = () => test.sql('delete from automations');
  beforeAll(deleteAll);
  afterEach(deleteAll);

  return {
    addRule: (action: object, idle_days = 3, name = 'Novo') =>
      partner.owner.post<AutomationView>(`/stages/${stage[name]}/automations`, { idle_days, action }),
    runAfter: (days: number) => test.app.get(AutomationsJob).run(new Date(Date.now() + days * DAY_MS)),
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
