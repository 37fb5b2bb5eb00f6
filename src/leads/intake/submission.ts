import type { Origin } from '../../contract/origin';
import type { Warning } from '../../contract/submission';
import { idOf } from '../../common/id.pipe';
import type { DealRequest } from '../deals/deal-target';
import { type Attribution, readAttribution } from '../record/attribution';
import { type ExplainedOrigin, originOf } from '../record/origin';
import { parsePhone, type Phone } from '../record/phone';
import { isUnfilled } from '../record/unfilled-signal';
import { type TagName, tagNames } from '../record/tag-name';
import type { SubmitLeadDto } from './submit-lead.dto';

/** A valid submission, read and computed: nothing here depends on what is stored. */
export interface Submission {
  readonly phone: Phone;
  readonly name: string | null;
  readonly email: string | null;
  readonly note: string | null;
  /** The whole record of notes of an imported row, in the place of a note. */
  readonly record: string | null;
  readonly tags: readonly TagName[];
  /** In the order in which they were sent. */
  readonly sentTags: readonly string[];
  readonly externalId: string | null;
  readonly consent: boolean;
  readonly attribution: Attribution;
  readonly origin: ExplainedOrigin;
  readonly deal: DealRequest;
  /** Whether it is about a lead without a deal, which it gives none. */
  readonly isWithoutDeal: boolean;
  /** When a new lead of an imported row begins; null: now. */
  readonly createdAt: Date | null;
  readonly warnings: readonly Warning[];
}

/** What the owner of the leads says of a row, and no partner may. */
export interface OwnersWord {
  /** Taken where the signals of the row tell nothing. */
  readonly origin?: Origin;
  readonly createdAt?: Date;
  /** All notes of the lead, as an export has them. */
  readonly record?: string;
  /** The lead has no deal: it gets none, as it would by a POST /leads. */
  readonly withoutDeal?: boolean;
}

/** Reads a validated body, for an account whose own site has these domains. */
export function readSubmission(
  body: SubmitLeadDto,
  said: OwnersWord = {},
  siteDomains: readonly string[] = [],
): Submission {
  const sent = body.attribution ?? {};
  const { attribution, ignored } = readAttribution(sent, siteDomains);
  return {
    phone: parsePhone(body.phone) as Phone,
    name: body.name ?? null,
    email: body.email ?? null,
    note: body.notes ?? null,
    record: said.record ?? null,
    tags: tagNames(body.tags ?? []),
    sentTags: body.tags ?? [],
    externalId: body.external_id ?? null,
    consent: body.consent ?? false,
    attribution,
    origin: originBy(originOf(attribution), said.origin),
    deal: {
      pipelineId: body.deal?.pipeline_id === undefined ? null : idOf(body.deal.pipeline_id),
      stageId: body.deal?.stage_id === undefined ? null : idOf(body.deal.stage_id),
      value: body.deal?.value ?? null,
    },
    isWithoutDeal: said.withoutDeal ?? false,
    createdAt: said.createdAt ?? null,
    warnings: ignored.map((signal) => ({
      code: 'invalid_format',
      field: `attribution.${signal}`,
      message: isUnfilled(sent[signal]?.trim() ?? '') ? UNFILLED : 'O sinal tem um formato inválido e foi ignorado.',
    })),
  };
}

const UNFILLED =
  'O sinal veio sem valor, só com o que o site ou o anúncio deixa no lugar dele, como undefined ou {{…}}, e foi ignorado.';

const originBy = (computed: ExplainedOrigin, said: Origin | undefined): ExplainedOrigin =>
  said && said !== 'untracked' && computed.origin === 'untracked' ? { origin: said, rule: 'staff' } : computed;
