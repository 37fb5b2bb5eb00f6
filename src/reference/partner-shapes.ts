import type { Schema } from '../common/json-schema';
import type { DealView, LeadView, TombstoneView } from '../leads/record/lead.view';
import { ORIGINS } from '../leads/record/origin';
import type { Warning } from '../leads/intake/submission';
import type { Metrics } from '../metrics/metrics.service';
import type { pipelineView } from '../pipelines/pipeline.view';
import { COUNT, DAY, FLAG, ID, listOf, MOMENT, MONEY, objectOf, oneOf, orNull, ref, TEXT } from './shape';

type PipelineView = ReturnType<typeof pipelineView>;

/** Digits only, with country code. */
export const PHONE_DIGITS: Schema = { type: 'string', pattern: '^\\d{8,15}$' };

export const UTM = objectOf<NonNullable<LeadView['utm']>>({
  source: orNull(TEXT),
  medium: orNull(TEXT),
  campaign: orNull(TEXT),
});

/** The fields of a lead, which the owner's view of it has too. */
export const LEAD_FIELDS = {
  id: ID,
  name: orNull(TEXT),
  phone: PHONE_DIGITS,
  email: orNull(TEXT),
  tags: listOf(TEXT),
  origin: oneOf(ORIGINS),
  utm: UTM,
  deals: listOf(ref('Deal')),
  created_at: MOMENT,
  updated_at: { ...MOMENT, description: 'Advances with every change of the lead, its tags, notes and deals.' },
};

/** What the partner API answers with (specification, section 2). */
export const PARTNER_SHAPES: Readonly<Record<string, Schema>> = {
  Deal: objectOf<DealView>({
    id: ID,
    pipeline_id: ID,
    stage_id: ID,
    status: oneOf(['open']),
    value: { ...orNull(MONEY), description: 'Expected value in reais, not a closed sale.' },
    entered_stage_at: MOMENT,
    created_at: MOMENT,
  }),
  Lead: {
    ...objectOf<LeadView>(LEAD_FIELDS, 'origin', 'utm'),
    description: '`origin` and `utm` are present only if the account’s plan includes the automatic origin.',
  },
  Tombstone: {
    ...objectOf<TombstoneView>({
      id: ID,
      name: { type: 'null' },
      phone: { const: '' },
      email: { type: 'null' },
      tags: { ...listOf(TEXT), maxItems: 0 },
      deals: { ...listOf(ref('Deal')), maxItems: 0 },
      created_at: MOMENT,
      updated_at: { ...MOMENT, description: 'When it was erased or merged.' },
      gone: {
        ...objectOf<TombstoneView['gone']>({ reason: oneOf(['erased', 'merged']), into: orNull(ID) }),
        description: '`into` is the lead that a merged one lives on in. No living lead has this field.',
      },
    }),
    description: 'A lead that was erased or merged: only in lists with `updated_since` and without other filters.',
  },
  Pipeline: objectOf<PipelineView>({
    id: ID,
    name: TEXT,
    is_default: { ...FLAG, description: 'The default pipeline is listed first.' },
    stages: listOf(ref('Stage')),
  }),
  Stage: objectOf<PipelineView['stages'][number]>({
    id: ID,
    name: TEXT,
    order: { type: 'integer', minimum: 1 },
    is_entry: { ...FLAG, description: 'Where a new lead is placed.' },
    is_won: FLAG,
    is_lost: FLAG,
  }),
  Metrics: objectOf<Metrics>(
    {
      period: objectOf<Metrics['period']>({ from: DAY, to: DAY }),
      leads: { ...COUNT, description: 'Conversations that began in the period, whatever the channel.' },
      scheduled: { ...orNull(COUNT), description: 'Of these, in a scheduling stage now; null without such a stage.' },
      closed: {
        ...orNull(COUNT),
        description: 'Of these, in a sale stage or one with a value now; null without such a stage.',
      },
      attended: { ...COUNT, description: 'Appointments of the period with attendance.' },
      daily: listOf(objectOf<Metrics['daily'][number]>({ date: DAY, leads: COUNT })),
      by_origin: listOf(objectOf<NonNullable<Metrics['by_origin']>[number]>({ origin: oneOf(ORIGINS), leads: COUNT })),
      pipeline: objectOf<Metrics['pipeline']>({
        id: ID,
        name: TEXT,
        stages: listOf(objectOf<Metrics['pipeline']['stages'][number]>({ id: ID, name: TEXT, open_deals: COUNT })),
      }),
    },
    'by_origin',
  ),
  Warning: objectOf<Warning>({
    code: oneOf(['invalid_format', 'notes_full']),
    field: { ...TEXT, description: 'In dotted form, such as `attribution.gclid`.' },
    message: TEXT,
  }),
};
