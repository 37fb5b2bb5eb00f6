import { AUTOMATION, type AutomationView } from '../contract/automation';
import { IDS, NOW } from '../contract/document/examples';
import { MAX_AUTOMATIONS } from '../contract/limits';
import { NOTHING, one, page, type RouteTexts, textsOf } from '../contract/document/route-text';

const AUTOMATION_EXAMPLE: AutomationView = {
  id: IDS.automation,
  stage_id: IDS.contactStage,
  idle_days: 3,
  action: { type: 'add_tag', tag: 'Parado' },
  created_at: NOW,
};

const route = textsOf('Owner: pipelines');

export const AUTOMATIONS_TEXTS: RouteTexts = {
  'GET /admin/v1/stages/{id}/automations': route('List the rules for deals that stay idle in a stage', {
    description: 'The oldest first.',
    answers: [page(AUTOMATION, AUTOMATION_EXAMPLE)],
    errors: ['not_found'],
  }),
  'POST /admin/v1/stages/{id}/automations': route('Add a rule for deals that stay idle in a stage', {
    description: `When several rules are due together for one deal, a move runs last. No rule moves a deal into or out of a won stage. A stage has at most ${MAX_AUTOMATIONS} rules: then 409 \`conflict\`.`,
    rules: [
      {
        fields: ['action.stage_id'],
        rule: 'The target of a move is another stage of the same pipeline that is not won.',
      },
    ],
    body: { idle_days: 3, action: { type: 'add_tag', tag: 'Parado' } },
    answers: [one(201, 'The rule.', AUTOMATION, AUTOMATION_EXAMPLE)],
    errors: ['not_found', 'conflict'],
  }),
  'DELETE /admin/v1/automations/{id}': route('Remove a rule', { answers: [NOTHING], errors: ['not_found'] }),
};
