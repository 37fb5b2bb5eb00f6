import { IDS } from '../contract/document/examples';
import { file, type RouteTexts, textsOf } from '../contract/document/route-text';
import { oneEvent } from './pending-changes';

export const EVENTS_TEXTS: RouteTexts = {
  'GET /admin/v1/events': textsOf('Owner: account')('Follow what changes in the account, as server-sent events', {
    description:
      'Events `lead`, `deal` and `notification` have the id of what is new, has changed or is gone as JSON, `{"id": "…"}`; without an id, many of that kind have changed. A seller who sees own and unassigned leads only gets their ids and the ids of their deals, and one last event of a lead that they no longer see. Each member gets the ids of notifications that they see. `reset` says that events may have been missed, or that the member now sees more or less: read everything again. Events come within a second after the change; nothing is repeated, so read everything again after each connection. Comment lines keep the connection open. A stream ends with its session and when the service stops; a further stream of an account that has 20 of them on an instance ends the oldest.',
    answers: [file('A stream that does not end by itself.', 'text/event-stream', oneEvent('lead', { id: IDS.lead }))],
  }),
};
