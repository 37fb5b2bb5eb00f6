import type { accountView } from '../accounts/account.view';
import type { Health } from '../admin/health';
import type { NotificationView } from '../admin/notifications.queries';
import type { outboxView } from '../admin/outbox.controller';
import type { appointmentView } from '../admin/staff-leads.controller';
import { PERMISSIONS } from '../auth/api-key';
import type { apiKeyView } from '../auth/api-key.view';
import type { sessionView } from '../auth/session.view';
import type { automationView } from '../automations/automation.view';
import type { Schema } from '../common/json-schema';
import type { ConversationView } from '../leads/staff/staff-leads.service';
import type { ownerPipelineView, ownerStageView } from '../pipelines/pipeline.view';
import { PHONE_DIGITS } from './partner-shapes';
import { COUNT, FLAG, ID, listOf, MOMENT, MONEY, objectOf, oneOf, orNull, ref, TEXT } from './shape';

type AccountView = ReturnType<typeof accountView>;
type ApiKeyView = ReturnType<typeof apiKeyView>;
type AutomationView = ReturnType<typeof automationView>;

const API_KEY_FIELDS = {
  id: ID,
  name: TEXT,
  permissions: listOf(oneOf(PERMISSIONS)),
  hint: { ...TEXT, description: 'The last four characters of the key.' },
  created_at: MOMENT,
  last_used_at: { ...orNull(MOMENT), description: 'Exact to the minute.' },
  revoked_at: orNull(MOMENT),
};

/** What the operator's and the owner's routes answer with; what they tell of a person stands in `person-shapes`. */
export const ADMIN_SHAPES: Readonly<Record<string, Schema>> = {
  Account: objectOf<AccountView>({
    id: ID,
    name: TEXT,
    owner: objectOf<AccountView['owner']>({ name: TEXT, email: TEXT }),
    plan: objectOf<AccountView['plan']>({ api: FLAG, auto_origin: FLAG }),
    licence_active: FLAG,
    comercial_enabled: FLAG,
    created_at: MOMENT,
  }),
  ApiKey: objectOf<ApiKeyView>(API_KEY_FIELDS),
  NewApiKey: objectOf<ApiKeyView & { key: string }>({
    ...API_KEY_FIELDS,
    key: { type: 'string', pattern: '^ent_live_[0-9A-Za-z]{49}$', description: 'Shown this once.' },
  }),
  Session: objectOf<ReturnType<typeof sessionView>>({
    id: ID,
    created_at: MOMENT,
    last_used_at: { ...MOMENT, description: 'Exact to the minute.' },
    expires_at: { ...MOMENT, description: 'The end for sure; it comes earlier when nobody uses the session.' },
    current: { ...FLAG, description: 'Whether it is the session of this call.' },
  }),
  OwnAccount: objectOf<{ id: 0; name: 0; current: 0 }>({ id: ID, name: TEXT, current: FLAG }),
  LinkLook: objectOf<{ account: 0; expires_at: 0 }>({
    account: objectOf<{ id: 0; name: 0 }>({ id: ID, name: TEXT }),
    expires_at: MOMENT,
  }),
  Notification: objectOf<NotificationView>(
    {
      id: ID,
      type: {
        ...oneOf([
          'api_key.created',
          'api_key.revoked',
          'submission.held',
          'automation.notice',
          'pipeline.not_configured',
        ]),
        description: '`pipeline.not_configured` comes first and stays unread for as long as new leads are refused.',
      },
      message: TEXT,
      created_at: MOMENT,
      read_at: orNull(MOMENT),
      lead: {
        ...objectOf<NonNullable<NotificationView['lead']>>({ id: ID, name: orNull(TEXT) }),
        description: 'With `automation.notice` only: the lead that it tells of, by its present name.',
      },
    },
    'lead',
  ),
  OwnerPipeline: objectOf<ReturnType<typeof ownerPipelineView>>({
    id: ID,
    name: TEXT,
    is_default: FLAG,
    stages: listOf(ref('OwnerStage')),
  }),
  OwnerStage: objectOf<ReturnType<typeof ownerStageView>>({
    id: ID,
    name: TEXT,
    order: { type: 'integer', minimum: 1 },
    is_entry: FLAG,
    is_won: FLAG,
    is_lost: FLAG,
    is_scheduling: FLAG,
    is_sale: FLAG,
    value: orNull(MONEY),
  }),
  Automation: objectOf<AutomationView>({
    id: ID,
    stage_id: ID,
    idle_days: { type: 'integer', minimum: 1 },
    action: objectOf<AutomationView['action']>(
      { type: oneOf(['add_tag', 'move', 'notify']), tag: TEXT, stage_id: ID },
      'tag',
      'stage_id',
    ),
    created_at: MOMENT,
  }),
  Conversation: objectOf<ConversationView>({
    id: ID,
    phone: PHONE_DIGITS,
    channel: oneOf(['chat', 'form', 'api']),
    lead_id: orNull(ID),
    created_at: MOMENT,
  }),
  Appointment: objectOf<ReturnType<typeof appointmentView>>({
    id: ID,
    lead_id: ID,
    starts_at: MOMENT,
    attended: FLAG,
  }),
  OutboxMail: objectOf<ReturnType<typeof outboxView>>({
    id: ID,
    account_id: ID,
    kind: oneOf(['api_key.created', 'api_key.revoked', 'sign_in_link']),
    recipient: { ...TEXT, description: 'Masked.' },
    attempts: COUNT,
    last_error: orNull(TEXT),
    created_at: MOMENT,
    sent_at: orNull(MOMENT),
    dead_at: orNull(MOMENT),
  }),
  Health: objectOf<Health>({
    ready: FLAG,
    version: { ...TEXT, description: 'The release of the service; the version of this document is that of the API.' },
    stopping: FLAG,
    database: oneOf(['up', 'down']),
    migrations: oneOf(['current', 'pending', 'unknown']),
    durability: oneOf(['on', 'off', 'unknown']),
    row_level_security: oneOf(['on', 'off', 'unknown']),
    redis: oneOf(['off', 'up', 'down']),
    smtp: oneOf(['off', 'configured']),
    proxy: oneOf(['ok', 'untrusted_forwarding']),
  }),
};
