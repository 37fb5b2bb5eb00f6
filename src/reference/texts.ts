import { ACCOUNT_TEXTS } from '../admin/account.texts';
import { ACCOUNTS_TEXTS } from '../admin/accounts.texts';
import { API_KEYS_TEXTS } from '../admin/api-keys.texts';
import { APPOINTMENTS_TEXTS } from '../admin/appointments.texts';
import { AUDIT_TEXTS } from '../admin/audit.texts';
import { AUTOMATIONS_TEXTS } from '../admin/automations.texts';
import { EVENTS_TEXTS } from '../admin/events/events.texts';
import { HELD_TEXTS } from '../admin/held-submissions.texts';
import { IMPORTS_TEXTS } from '../admin/imports.texts';
import { LEAD_EDITS_TEXTS } from '../admin/lead-edits.texts';
import { OPERATIONS_TEXTS } from '../admin/operations.texts';
import { OUTBOX_TEXTS } from '../admin/outbox.texts';
import { OWNER_LEADS_TEXTS } from '../admin/owner-leads.texts';
import { OWNER_PIPELINES_TEXTS } from '../admin/owner-pipelines.texts';
import { PEOPLE_TEXTS } from '../admin/people.texts';
import { SESSIONS_TEXTS } from '../admin/sessions.texts';
import { SIGN_IN_TEXTS } from '../admin/sign-in.texts';
import { STAFF_LEADS_TEXTS } from '../admin/staff-leads.texts';
import { LEADS_TEXTS } from '../leads/leads.texts';
import { METRICS_TEXTS } from '../metrics/metrics.texts';
import { PIPELINES_TEXTS } from '../pipelines/pipelines.texts';
import type { RouteTexts } from '../contract/route-text';

/** The texts of all routes. */
export const TEXTS: RouteTexts = {
  ...ACCOUNT_TEXTS,
  ...ACCOUNTS_TEXTS,
  ...API_KEYS_TEXTS,
  ...APPOINTMENTS_TEXTS,
  ...AUDIT_TEXTS,
  ...AUTOMATIONS_TEXTS,
  ...EVENTS_TEXTS,
  ...HELD_TEXTS,
  ...IMPORTS_TEXTS,
  ...LEAD_EDITS_TEXTS,
  ...OPERATIONS_TEXTS,
  ...OUTBOX_TEXTS,
  ...OWNER_LEADS_TEXTS,
  ...OWNER_PIPELINES_TEXTS,
  ...PEOPLE_TEXTS,
  ...SESSIONS_TEXTS,
  ...SIGN_IN_TEXTS,
  ...STAFF_LEADS_TEXTS,
  ...LEADS_TEXTS,
  ...METRICS_TEXTS,
  ...PIPELINES_TEXTS,
};
