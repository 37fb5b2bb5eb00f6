import { buildDocument } from '../support/document';

/** The published names. Generators name the methods of their clients by them. Names that are added later need no line here. */
const PUBLISHED = `
  account.breakDown GET /admin/v1/metrics/breakdown
  account.change PATCH /admin/v1/account
  account.get GET /admin/v1/account
  account.list GET /admin/v1/notifications
  account.measure GET /admin/v1/metrics
  account.read POST /admin/v1/notifications/{id}/read
  account.readAll POST /admin/v1/notifications/read
  accounts.beginOwnerSession POST /admin/v1/accounts/{id}/owner-sessions
  accounts.change PATCH /admin/v1/accounts/{id}
  accounts.changeOwner PUT /admin/v1/accounts/{id}/owner
  accounts.get GET /admin/v1/accounts/{id}
  accounts.list GET /admin/v1/accounts
  accounts.open POST /admin/v1/accounts
  apiKeys.create POST /admin/v1/api-keys
  apiKeys.list GET /admin/v1/api-keys
  apiKeys.refusals GET /admin/v1/api-keys/{id}/refusals
  apiKeys.rename PATCH /admin/v1/api-keys/{id}
  apiKeys.replace POST /admin/v1/api-keys/{id}/replace
  apiKeys.revoke DELETE /admin/v1/api-keys/{id}
  appointments.add POST /admin/v1/appointments
  appointments.list GET /admin/v1/appointments
  appointments.change PATCH /admin/v1/appointments/{id}
  audit.export GET /admin/v1/audit/export.csv
  audit.list GET /admin/v1/audit
  automations.add POST /admin/v1/stages/{id}/automations
  automations.list GET /admin/v1/stages/{id}/automations
  automations.remove DELETE /admin/v1/automations/{id}
  events.follow GET /admin/v1/events
  heldSubmissions.apply POST /admin/v1/held-submissions/{id}/apply
  heldSubmissions.dismiss POST /admin/v1/held-submissions/{id}/dismiss
  heldSubmissions.list GET /admin/v1/held-submissions
  imports.get GET /admin/v1/imports/{id}
  imports.list GET /admin/v1/imports
  imports.preview POST /admin/v1/imports/preview
  imports.refused POST /admin/v1/imports/{id}/refused.csv
  imports.start POST /admin/v1/imports
  leadEdits.add POST /admin/v1/leads
  leadEdits.start POST /admin/v1/bulk-jobs
  leadEdits.changeSeveral POST /admin/v1/leads/bulk
  leadEdits.edit PATCH /admin/v1/leads/{id}
  leadEdits.move PUT /admin/v1/deals/{id}/stage
  leads.change PATCH /api/v1/leads/{id}
  leads.get GET /api/v1/leads/{id}
  leads.list GET /api/v1/leads
  leads.lookup POST /api/v1/leads/lookup
  leads.move POST /api/v1/leads/{id}/stage
  leads.submit POST /api/v1/leads
  metrics.measure GET /api/v1/metrics
  operations.live GET /health/live
  operations.metrics GET /metrics
  operations.ready GET /health/ready
  outbox.list GET /admin/v1/outbox
  outbox.retry POST /admin/v1/outbox/{id}/retry
  ownerLeads.duplicates GET /admin/v1/leads/duplicates
  ownerLeads.erase POST /admin/v1/leads/{id}/erase
  ownerLeads.export GET /admin/v1/leads/{id}/export
  ownerLeads.count GET /admin/v1/leads/count
  ownerLeads.exportAll GET /admin/v1/leads/export.csv
  ownerLeads.find GET /admin/v1/leads
  ownerLeads.get GET /admin/v1/leads/{id}
  ownerLeads.merge POST /admin/v1/leads/{id}/merge
  ownerLeads.timeline GET /admin/v1/leads/{id}/timeline
  ownerPipelines.add POST /admin/v1/pipelines
  ownerPipelines.addStage POST /admin/v1/pipelines/{id}/stages
  ownerPipelines.board GET /admin/v1/pipelines/{id}/board
  ownerPipelines.change PATCH /admin/v1/pipelines/{id}
  ownerPipelines.changeStage PATCH /admin/v1/stages/{id}
  ownerPipelines.list GET /admin/v1/pipelines
  ownerPipelines.remove DELETE /admin/v1/pipelines/{id}
  ownerPipelines.removeStage DELETE /admin/v1/stages/{id}
  ownerPipelines.totals GET /admin/v1/pipelines/{id}/board/totals
  people.erase POST /admin/v1/people/erase
  people.export POST /admin/v1/people/export
  people.lookup POST /admin/v1/people/lookup
  pipelines.list GET /api/v1/pipelines
  sessions.end DELETE /admin/v1/sessions/{id}
  sessions.endCurrent DELETE /admin/v1/sessions/current
  sessions.endOthers DELETE /admin/v1/sessions
  sessions.list GET /admin/v1/sessions
  sessions.listAccounts GET /admin/v1/my-accounts
  sessions.switch POST /admin/v1/my-accounts/{id}/switch
  signIn.begin POST /admin/v1/sessions
  signIn.look POST /admin/v1/sign-in-links/look
  signIn.mailLink POST /admin/v1/sign-in-links
  staffLeads.addAppointment POST /admin/v1/accounts/{accountId}/appointments
  staffLeads.addConversation POST /admin/v1/accounts/{accountId}/conversations
  staffLeads.addLead POST /admin/v1/accounts/{accountId}/leads
  staffLeads.fillOrigin PATCH /admin/v1/accounts/{accountId}/leads/{leadId}
  staffLeads.moveDeal PUT /admin/v1/accounts/{accountId}/deals/{dealId}/stage
  staffLeads.setAttended PATCH /admin/v1/accounts/{accountId}/appointments/{id}
  suggestions.campaigns GET /admin/v1/campaigns
  suggestions.tags GET /admin/v1/tags
`;

it('an operation keeps its published name', () => {
  const named = Object.entries(buildDocument('http://entrada.test').paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
  );
  const published = PUBLISHED.trim().split(/\s*\n\s*/);
  expect(published.filter((operation) => !named.includes(operation))).toEqual([]);
});
