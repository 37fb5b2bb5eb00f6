import type { AccountView, AccountWithSettings } from '../account';
import type { DealView, OwnerDeal } from '../deal';
import type { HeldSubmissionView } from '../held-submission';
import type { ExportedLead, LeadDetail, LeadView, OwnerLead, TombstoneView } from '../lead';
import type { Metrics } from '../metrics';
import type { OwnerPipelineView, OwnerStageView, PipelineView } from '../pipeline';
import type { Board, BoardTotals } from '../board';
import type { ActivityView } from '../day/activity';
import type { AppointmentView } from '../day/appointment';
import type { Sent } from '../day/today';
import type { PersonExport } from '../person';

/** Ids of the one account that all examples share. */

const id = (last: number): string => `019aa5f2-7c1e-7d40-9a3b-5d2c8f1e6a${String(last).padStart(2, '0')}`;

export const IDS = {
  account: id(1),
  lead: id(4),
  otherLead: id(5),
  deal: id(6),
  pipeline: id(7),
  entryStage: id(8),
  contactStage: id(9),
  wonStage: id(10),
  key: id(11),
  notification: id(12),
  automation: id(13),
  conversation: id(14),
  appointment: id(15),
  activity: id(26),
  held: id(16),
  mail: id(17),
  submission: id(18),
  import: id(19),
  reminder: id(20),
  session: id(21),
  otherKey: id(22),
  member: id(23),
  source: id(27),
  delivery: id(28),
  otherMember: id(24),
  assignment: id(25),
  bulkJob: id(29),
  savedView: id(30),
  request: '7e1c2f54-3b0a-4d8e-9f61-2a5b8c7d4e30',
} as const;

export const CREATED = '2026-03-02T12:00:00.000Z';
export const NOW = '2026-03-02T15:30:00.123Z';

export const ACCOUNT_EXAMPLE: AccountView = {
  id: IDS.account,
  name: 'Clínica Sorriso',
  owner: { name: 'Ana Souza', email: 'ana@example.com' },
  plan: { api: true, auto_origin: true },
  licence_active: true,
  comercial_enabled: true,
  created_at: NOW,
};

export const ACCOUNT_WITH_SETTINGS_EXAMPLE: AccountWithSettings = {
  ...ACCOUNT_EXAMPLE,
  site_domains: ['clinicasorriso.com.br'],
  sellers_see: 'all',
  sellers_export: false,
  loss_reasons: ['Preço', 'Sem resposta'],
  message_templates: [
    { name: 'Primeiro contato', text: 'Oi {nome}, aqui é {vendedor}, da {conta}. Podemos conversar?' },
  ],
  idle_days: 7,
};

export const DEAL_EXAMPLE: DealView = {
  id: IDS.deal,
  pipeline_id: IDS.pipeline,
  stage_id: IDS.entryStage,
  status: 'open',
  value: 1500,
  entered_stage_at: CREATED,
  created_at: CREATED,
};

export const OWNER_DEAL_EXAMPLE: OwnerDeal = {
  ...DEAL_EXAMPLE,
  closed_value: null,
  closed_at: null,
  lost_reason: null,
  closed_by: null,
};

export const LEAD_EXAMPLE = {
  id: IDS.lead,
  name: 'Maria Silva',
  phone: '5511987654321',
  email: 'maria@example.com',
  tags: ['Site', 'VIP'],
  origin: 'network_a_ads',
  utm: { source: 'instagram', medium: 'cpc', campaign: 'verao' },
  deals: [DEAL_EXAMPLE],
  created_at: CREATED,
  updated_at: NOW,
} satisfies LeadView;

/** A lead that was merged into `LEAD_EXAMPLE`. */
export const TOMBSTONE_EXAMPLE: TombstoneView = {
  id: IDS.otherLead,
  name: null,
  phone: '',
  email: null,
  tags: [],
  deals: [],
  created_at: CREATED,
  updated_at: NOW,
  gone: { reason: 'merged', into: IDS.lead },
};

/** A submission as a site's form sends it. */
export const SUBMISSION_EXAMPLE = {
  phone: '(11) 98765-4321',
  name: 'Maria Silva',
  email: 'maria@example.com',
  notes: 'Quer agendar uma visita.',
  tags: ['Site'],
  external_id: 'form-2026-0001',
  consent: true,
  attribution: { utm_source: 'instagram', utm_medium: 'cpc', utm_campaign: 'verao', fbclid: 'IwAR0a1b2c3d4e5f' },
  deal: { value: 1500 },
};

const stageExample = (stageId: string, name: string, order: number, flags: object = {}) => ({
  id: stageId,
  name,
  order,
  ...{ is_entry: false, is_won: false, is_lost: false, ...flags },
});

export const PIPELINE_EXAMPLE: PipelineView = {
  id: IDS.pipeline,
  name: 'Funil de vendas',
  is_default: true,
  stages: [
    stageExample(IDS.entryStage, 'Novo', 1, { is_entry: true }),
    stageExample(IDS.contactStage, 'Em contato', 2),
    stageExample(IDS.wonStage, 'Ganho', 3, { is_won: true }),
  ],
};

export const OWNER_STAGE_EXAMPLE: OwnerStageView = {
  ...stageExample(IDS.contactStage, 'Em contato', 2),
  ...{ is_scheduling: false, is_sale: false, value: null },
};

export const OWNER_PIPELINE_EXAMPLE: OwnerPipelineView = {
  ...PIPELINE_EXAMPLE,
  rota: [IDS.member],
  stages: PIPELINE_EXAMPLE.stages.map((one) => ({ ...one, is_scheduling: false, is_sale: one.is_won, value: null })),
};

export const METRICS_EXAMPLE: Metrics = {
  period: { from: '2026-03-01', to: '2026-03-31' },
  leads: 42,
  scheduled: 12,
  closed: 5,
  attended: 9,
  daily: [
    { date: '2026-03-02', leads: 30 },
    { date: '2026-03-05', leads: 12 },
  ],
  by_origin: [
    { origin: 'network_a_ads', leads: 30 },
    { origin: 'untracked', leads: 12 },
  ],
  pipeline: {
    id: IDS.pipeline,
    name: 'Funil de vendas',
    stages: PIPELINE_EXAMPLE.stages.map(({ id: stageId, name }, index) => ({
      id: stageId,
      name,
      open_deals: 30 - index * 10,
    })),
  },
};

const RESPONSIBLE_EXAMPLE = { id: IDS.otherMember, name: 'Bruno Lima' };

export const OWNER_LEAD_EXAMPLE: OwnerLead = {
  ...LEAD_EXAMPLE,
  deals: [OWNER_DEAL_EXAMPLE],
  responsible: RESPONSIBLE_EXAMPLE,
};

const EXPORTED_LEAD_EXAMPLE: ExportedLead = {
  ...OWNER_LEAD_EXAMPLE,
  notes: '[API · site · 2026-03-02] Quer agendar uma visita.',
  consent: { at: CREATED, key_id: IDS.key, source_id: null, request_id: IDS.request, text: null },
  origin_rule: 'utm_network_a_with_click',
  attribution: {
    utm_source: 'instagram',
    utm_medium: 'cpc',
    utm_campaign: 'verao',
    utm_content: null,
    utm_term: null,
    fbclid: 'IwAR0a1b2c3d4e5f',
    fbc: null,
    gclid: null,
    gbraid: null,
    wbraid: null,
    gad_source: null,
    referrer: null,
  },
  stage_history: [
    {
      deal_id: IDS.deal,
      from_stage_id: IDS.contactStage,
      to_stage_id: IDS.entryStage,
      moved_by: 'api',
      key_id: IDS.key,
      moved_at: NOW,
    },
  ],
  merged_leads: [],
  erased_at: null,
  source_id: null,
};

const { source_id: _, ...DETAIL_EXAMPLE } = EXPORTED_LEAD_EXAMPLE;
export const LEAD_DETAIL_EXAMPLE: LeadDetail = { ...DETAIL_EXAMPLE, source: null, next_contact: null };

export const HELD_EXAMPLE: HeldSubmissionView = {
  id: IDS.held,
  reason: 'ambiguous_lead',
  phone: '5511987654321',
  external_id: SUBMISSION_EXAMPLE.external_id,
  body: SUBMISSION_EXAMPLE,
  key: { id: IDS.key, name: 'site' },
  request_id: IDS.request,
  created_at: NOW,
  state: 'held',
  resolved_at: null,
  lead_id: null,
  lead_ids: [IDS.lead, IDS.otherLead],
};

export const BOARD_EXAMPLE: Board = {
  id: IDS.pipeline,
  name: 'Funil de vendas',
  stages: [
    {
      ...stageExample(IDS.entryStage, 'Novo', 1, { is_entry: true }),
      count: 1,
      is_count_complete: true,
      value: 1500,
      cards: [
        {
          deal: OWNER_DEAL_EXAMPLE,
          lead: {
            id: IDS.lead,
            name: LEAD_EXAMPLE.name,
            phone: LEAD_EXAMPLE.phone,
            tags: LEAD_EXAMPLE.tags,
            origin: LEAD_EXAMPLE.origin,
            responsible: RESPONSIBLE_EXAMPLE,
          },
          updated_at: NOW,
          returned_at: null,
          next_contact: null,
          next_automation: {
            automation_id: IDS.automation,
            action: { type: 'move', stage_id: IDS.contactStage },
            at: '2026-03-05T15:30:00.123Z',
          },
        },
      ],
      next_cursor: null,
    },
  ],
};

export const BOARD_TOTALS_EXAMPLE: BoardTotals = {
  id: IDS.pipeline,
  stages: [{ id: IDS.entryStage, count: 1_312, is_count_complete: true, value: 1_200_000 }],
};

export const APPOINTMENT_EXAMPLE: AppointmentView = {
  id: IDS.appointment,
  lead_id: IDS.lead,
  starts_at: NOW,
  minutes: 30,
  attended: false,
  missed: false,
  member_id: null,
  text: 'Avaliação',
};

export const ACTIVITY_EXAMPLE: ActivityView = {
  id: IDS.activity,
  lead_id: IDS.lead,
  type: 'call',
  text: 'Pediu para ligar à tarde.',
  reached: true,
  at: NOW,
  due_at: null,
  done_at: null,
  author: RESPONSIBLE_EXAMPLE,
};

export const SENT_EXAMPLE: Sent = { name: LEAD_EXAMPLE.name, email: null, notes: 'Ainda há vagas?', campaign: null };

export const PERSON_EXAMPLE: PersonExport = {
  conversation: {
    id: IDS.conversation,
    phone: '5511987654321',
    channel: 'api',
    name: null,
    origin: 'network_a_ads',
    created_at: CREATED,
  },
  leads: [EXPORTED_LEAD_EXAMPLE],
  appointments: [{ ...APPOINTMENT_EXAMPLE, attended: true, created_at: CREATED }],
  activities: [ACTIVITY_EXAMPLE],
  deal_changes: [
    {
      id: IDS.assignment,
      lead_id: IDS.lead,
      deal_id: IDS.deal,
      changed_at: NOW,
      field: 'value',
      before: 1500,
      after: 1750,
      before_reason: null,
      after_reason: null,
      changed_by: 'staff',
      key_id: null,
      member_id: IDS.member,
    },
  ],
  returns: [{ lead_id: IDS.lead, returned_at: NOW, sent: SENT_EXAMPLE }],
  submissions: [
    {
      id: IDS.submission,
      external_id: SUBMISSION_EXAMPLE.external_id,
      key_id: IDS.key,
      source_id: null,
      request_id: IDS.request,
      result: 'created',
      lead_id: IDS.lead,
      created_at: CREATED,
      also_sent: null,
    },
  ],
  held_submissions: [],
  import_rows: [{ import_id: IDS.import, row: 2, body: SUBMISSION_EXAMPLE }],
  deliveries: [
    {
      id: IDS.delivery,
      source_id: IDS.source,
      received_at: CREATED,
      result: 'updated',
      lead_id: IDS.lead,
      reason: null,
      fields: [{ path: 'fone', label: 'fone', value: '11987654321', field: 'phone', guessed: false }],
      left_out: [],
      body: '{"fone":"11987654321"}',
    },
  ],
  automation_runs: [{ automation_id: IDS.automation, deal_id: IDS.deal, entered_stage_at: CREATED, ran_at: NOW }],
};
