import { ACTIVITY } from '../../contract/day/activity';
import { NOW } from '../../contract/document/examples';
import { ACTIVITY_EXAMPLE } from '../../contract/document/person.example';
import { NOTHING, one, type RouteTexts, textsOf } from '../../contract/document/route-text';
import { MAX_ACTIVITIES, MAX_ACTIVITY_AGE_DAYS, MAX_OPEN_TASKS } from '../../contract/limits';

const route = textsOf('Owner: people');

const OF_TYPES =
  'A note and a task have a `text`; a call, message or visit may say whether it `reached` the person; a task is due at `due_at`.';
const LIMITS = `A lead has at most ${MAX_ACTIVITIES} activities, and ${MAX_OPEN_TASKS} open tasks among them: beyond, 409 \`conflict\`.`;
const BY_WHOM =
  'Its author may do it, and whoever has the right `activities`; the audit trail says who did, not the text.';

export const ACTIVITIES_TEXTS: RouteTexts = {
  'POST /admin/v1/leads/{id}/activities': route('Write down what was done with a lead, or is to be done', {
    description: `${OF_TYPES} \`at\` is in the last ${MAX_ACTIVITY_AGE_DAYS} days; now without it. ${LIMITS}`,
    rules: [
      { fields: ['text'], rule: 'A note and a task need a `text`.' },
      { fields: ['reached'], rule: 'Only a call, message or visit has `reached`.' },
      { fields: ['due_at'], rule: 'A task needs `due_at`, and nothing else has it.' },
    ],
    body: { type: 'call', text: ACTIVITY_EXAMPLE.text, reached: true },
    answers: [one(201, 'The activity.', ACTIVITY, ACTIVITY_EXAMPLE)],
    errors: ['not_found', 'conflict'],
  }),
  'GET /admin/v1/activities/{id}': route('Get an activity with its whole text', {
    answers: [one(200, 'The activity.', ACTIVITY, ACTIVITY_EXAMPLE)],
    errors: ['not_found'],
  }),
  'PATCH /admin/v1/activities/{id}': route('Correct an activity, or end a task', {
    description: `${BY_WHOM} ${LIMITS}`,
    rules: [
      { fields: ['text'], rule: 'A note and a task keep a `text`.' },
      { fields: ['reached', 'due_at', 'done'], rule: OF_TYPES },
    ],
    body: { text: 'Pediu para ligar amanhã.', reached: false },
    answers: [one(200, 'The activity.', ACTIVITY, { ...ACTIVITY_EXAMPLE, reached: false, at: NOW })],
    errors: ['not_found', 'conflict'],
  }),
  'DELETE /admin/v1/activities/{id}': route('Delete an activity', {
    description: BY_WHOM,
    answers: [NOTHING],
    errors: ['not_found'],
  }),
};
