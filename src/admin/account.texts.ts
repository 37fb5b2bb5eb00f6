import { ACCOUNT_WITH_SETTINGS } from '../contract/account';
import { ACCOUNT_WITH_SETTINGS_EXAMPLE, IDS, LEAD_EXAMPLE, METRICS_EXAMPLE, NOW } from '../contract/examples';
import { MAX_SITE_DOMAINS } from '../contract/limits';
import { METRICS } from '../contract/metrics';
import { METRICS_BREAKDOWN, type MetricsBreakdown } from '../contract/metrics-breakdown';
import { NOTIFICATION, NOTIFICATIONS, type NotificationView } from '../contract/notification';
import { answer, NOTHING, one, type RouteTexts, tagged } from '../contract/route-text';
import { PERIOD_RULE } from '../metrics/metrics.texts';

const NOTIFICATION_EXAMPLE: NotificationView = {
  id: IDS.notification,
  type: 'api_key.created',
  message: 'A chave de API “site” (final x9Qz) foi criada.',
  created_at: NOW,
  read_at: null,
};

const REMINDER_EXAMPLE: NotificationView = {
  id: IDS.reminder,
  type: 'automation.notice',
  message: `O lead ${IDS.lead} está há 3 dias sem movimento na etapa “Em contato”.`,
  created_at: NOW,
  read_at: NOW,
  lead: { id: IDS.lead, name: LEAD_EXAMPLE.name },
};

const { period, pipeline } = METRICS_EXAMPLE;
const BREAKDOWN_EXAMPLE: MetricsBreakdown = {
  period,
  by_origin: [{ origin: 'network_a_ads', leads: 30, won: 4, lost: 6 }],
  campaigns: [{ source: 'instagram', medium: 'cpc', campaign: 'primavera', leads: 12, won: 2, lost: 3 }],
  pipeline: {
    ...pipeline,
    stages: pipeline.stages.map((stage) => ({
      ...stage,
      is_won: false,
      is_lost: false,
      value: 1500.5,
      deals_of_period: 8,
    })),
  },
};

const route = tagged('Owner: account');

/** The owner’s account, its numbers and notifications. */
export const ACCOUNT_TEXTS: RouteTexts = {
  'GET /admin/v1/account': route('Read the account', {
    answers: [one(200, 'The account.', ACCOUNT_WITH_SETTINGS, ACCOUNT_WITH_SETTINGS_EXAMPLE)],
  }),
  'PATCH /admin/v1/account': route('Change the settings of the account', {
    description:
      `\`site_domains\` is the whole list, with at most ${MAX_SITE_DOMAINS} host names; an empty one turns it off. From the next submission on, a ` +
      'referrer on one of them, or on a subdomain of one, counts as absent: the page before a form is mostly the site’s own. Leads that exist keep their origin.',
    body: { site_domains: ACCOUNT_WITH_SETTINGS_EXAMPLE.site_domains },
    answers: [one(200, 'The account.', ACCOUNT_WITH_SETTINGS, ACCOUNT_WITH_SETTINGS_EXAMPLE)],
  }),
  'GET /admin/v1/metrics': route('Count a period, and the pipeline as it is now', {
    rules: [PERIOD_RULE],
    answers: [one(200, 'As the partner route.', METRICS, METRICS_EXAMPLE)],
    errors: ['not_found'],
  }),
  'GET /admin/v1/metrics/breakdown': route('Count what became of the contacts of a period', {
    description:
      'By origin, campaign and stage; `pipeline_id` is the pipeline whose stages are counted, the default one without it. Origins and campaigns ' +
      'are present only if the plan includes automatic origins. Won and lost are counted among the newest 100,000 deals of ' +
      'each such stage, campaigns among the newest 50,000 contacts that came by one.',
    rules: [PERIOD_RULE],
    answers: [one(200, 'The counts.', METRICS_BREAKDOWN, BREAKDOWN_EXAMPLE)],
    errors: ['not_found'],
  }),
  'GET /admin/v1/notifications': route('List the notifications, newest first', {
    description:
      'While the default pipeline has no entry stage, or there is no default pipeline, the first page begins with an entry of type `pipeline.not_configured`. Its id is the pipeline’s (else the account’s), its time that of the answer.',
    answers: [
      answer(200, 'A page, and how many are unread.', NOTIFICATIONS, {
        data: [NOTIFICATION_EXAMPLE, REMINDER_EXAMPLE],
        next_cursor: null,
        unread: 1,
      }),
    ],
  }),
  'POST /admin/v1/notifications/read': route('Mark all notifications as read', {
    description: 'A notification of type `pipeline.not_configured` stays unread until its cause is fixed.',
    answers: [NOTHING],
  }),
  'POST /admin/v1/notifications/{id}/read': route('Mark a notification as read', {
    description: 'A notification of type `pipeline.not_configured` stays unread until its cause is fixed.',
    answers: [one(200, 'The notification.', NOTIFICATION, { ...NOTIFICATION_EXAMPLE, read_at: NOW })],
    errors: ['not_found'],
  }),
};
