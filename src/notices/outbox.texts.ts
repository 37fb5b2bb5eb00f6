import { IDS, NOW } from '../contract/document/examples';
import { OUTBOX_MAIL, type OutboxMailView } from '../contract/mail';
import { one, page, type RouteTexts, textsOf } from '../contract/document/route-text';

const MAIL_EXAMPLE: OutboxMailView = {
  id: IDS.mail,
  account_id: IDS.account,
  kind: 'api_key.created',
  recipient: 'a**@e******.com',
  attempts: 20,
  last_error: 'the server refuses the connection (192.0.2.25:587)',
  created_at: NOW,
  sent_at: null,
  dead_at: NOW,
};

const route = textsOf('Operations');

export const OUTBOX_TEXTS: RouteTexts = {
  'GET /admin/v1/outbox': route('List mails by their state', {
    answers: [page(OUTBOX_MAIL, MAIL_EXAMPLE)],
  }),
  'POST /admin/v1/outbox/{id}/retry': route('Retry a mail that was given up', {
    answers: [one(200, 'The mail.', OUTBOX_MAIL, { ...MAIL_EXAMPLE, attempts: 0, dead_at: null })],
    errors: ['not_found'],
  }),
};
