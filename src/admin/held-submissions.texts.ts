import { HELD_EXAMPLE, IDS, NOW } from '../contract/examples';
import { HELD_SUBMISSION } from '../contract/held-submission';
import { one, page, type RouteTexts, tagged } from '../contract/route-text';
import { DEAL_RULE } from '../leads/leads.texts';

const DECIDED = { ...HELD_EXAMPLE, resolved_at: NOW };

const route = tagged('Owner: people');

/** What could not be applied. */
export const HELD_TEXTS: RouteTexts = {
  'GET /admin/v1/held-submissions': route('List submissions that could not be applied', {
    description: 'What a key without leads:read sent is never lost: it waits here for the owner’s decision.',
    answers: [page(HELD_SUBMISSION, HELD_EXAMPLE)],
  }),
  'POST /admin/v1/held-submissions/{id}/apply': route('Apply a held submission to a lead, or as a new one', {
    description:
      'Exactly one of `lead_id` and `new_lead`. A new lead is made only while no lead has the phone (409 `conflict`). If ' +
      'only the note of the submission did not fit, only the note is applied, to the lead it was meant for (else 409 `conflict`).',
    rules: [DEAL_RULE],
    body: { lead_id: IDS.lead },
    answers: [one(200, 'The submission.', HELD_SUBMISSION, { ...DECIDED, state: 'applied', lead_id: IDS.lead })],
    errors: ['not_found', 'conflict', 'notes_full', 'pipeline_not_configured'],
    unprocessable: ['stage_in_other_pipeline', 'won_requires_closing'],
  }),
  'POST /admin/v1/held-submissions/{id}/dismiss': route('Dismiss a held submission', {
    answers: [one(200, 'The submission.', HELD_SUBMISSION, { ...DECIDED, state: 'dismissed' })],
    errors: ['not_found', 'conflict'],
  }),
};
