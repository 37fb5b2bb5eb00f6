import type { OwnerStageView, AutomationView } from '../../../src/contract/pipeline';
import { Icon } from '../../ui/icon';
import { useWholeList } from '../../use-resource';
import { ruleText } from '../pipelines/rule-text';

interface AutomationSignProps {
  readonly stageId: string;
  readonly stages: readonly OwnerStageView[];
}

/** What automations do with deals that stay in a stage. */
export function AutomationSign({ stageId, stages }: AutomationSignProps) {
  const rules = useWholeList<AutomationView>(`/stages/${stageId}/automations`).data ?? [];
  if (rules.length === 0) return null;
  return (
    <ul class="small muted" aria-label="Automações">
      {rules.map((rule) => (
        <li key={rule.id}>
          <Icon name="timer" /> {ruleText(rule, stages)}
        </li>
      ))}
    </ul>
  );
}
