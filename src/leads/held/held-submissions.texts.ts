import { HELD_EXAMPLE, IDS, NOW } from '../../contract/document/examples';
import { APPLIED_HELD, HELD_SUBMISSION } from '../../contract/held-submission';
import { answer, one, page, type RouteTexts, textsOf } from '../../contract/document/route-text';

const DECIDED = { ...HELD_EXAMPLE, resolved_at: NOW };

const route = textsOf('Owner: people');

export const HELD_TEXTS: RouteTexts = {
  'GET /admin/v1/held-submissions': route('List submissions that could not be applied', {
    description: 'What a key without leads:read sent is never lost: it waits here for the owner’s decision.',
    answers: [page(HELD_SUBMISSION, HELD_EXAMPLE)],
  }),
  'POST /admin/v1/held-submissions/{id}/apply': route('Apply a held submission to a lead, or as a new one', {
    description:
      'Exactly one of `lead_id` and `new_lead`. A new lead is made only while no lead has the phone (409 `conflict`). If ' +
      'only the note of the submission did not fit, only the note is applied, to the lead it was meant for (else 409 `conflict`). ' +
      'A pipeline or stage that no longer exists, a stage that became a won one, and a pipeline that lost its entry stage are left out, with a warning: ' +
      'the deal goes where a submission without them would.',
    body: { lead_id: IDS.lead },
    answers: [
      answer(200, 'The submission.', APPLIED_HELD, {
        data: { ...DECIDED, state: 'applied', lead_id: IDS.lead },
        warnings: [{ code: 'unavailable', field: 'deal.stage_id', message: 'A etapa do envio não existe mais.' }],
      }),
    ],
    errors: ['not_found', 'conflict', 'notes_full', 'pipeline_not_configured'],
  }),
  'POST /admin/v1/held-submissions/{id}/dismiss': route('Dismiss a held submission', {
    answers: [one(200, 'The submission.', HELD_SUBMISSION, { ...DECIDED, state: 'dismissed' })],
    errors: ['not_found', 'conflict'],
  }),
};
