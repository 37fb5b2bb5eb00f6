import type { AutomationView } from '../contract/pipeline';
import type { Automation } from './automation.entity';

export const automationView = (automation: Automation): AutomationView => ({
  id: automation.id,
  stage_id: automation.stageId,
  idle_days: automation.idleDays,
  action: {
    type: automation.action,
    ...(automation.tag !== null && { tag: automation.tag }),
    ...(automation.targetStageId !== null && { stage_id: automation.targetStageId }),
  },
  created_at: automation.createdAt.toISOString(),
});
