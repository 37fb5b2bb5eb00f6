import { eachText, LEAD_TEXT_NAMES, type LeadTexts } from '../../contract/lead-fields';
import type { Sent } from '../../contract/day/today';
import type { Origin } from '../../contract/origin';
import type { Warning } from '../../contract/submission';
import { idOf } from '../../common/input/id.pipe';
import type { DealRequest } from '../deals/deal-rules';
import { type ExplainedOrigin, originOf, type Attribution, readAttribution } from '../record/origin';
import { parsePhone, type Phone } from '../record/phone';
import { isUnfilledSignal } from '../record/unfilled';
import { type TagName, tagNames } from '../record/tags';
import { isAbsentTag, type SubmitLeadDto, isUnfilledText } from './lead.dto';

/** A valid submission, read and normalised without stored data. */
export interface Submission extends LeadTexts {
  readonly phone: Phone;
  readonly note: string | null;
  /** The whole notes record of an imported row, in place of a note. */
  readonly record: string | null;
  readonly tags: readonly TagName[];
  readonly sentTags: readonly string[];
  readonly externalId: string | null;
  readonly consent: boolean;
  readonly attribution: Attribution;
  readonly origin: ExplainedOrigin;
  readonly deal: DealRequest;
  readonly isWithoutDeal: boolean;
  /** The start of a new imported lead; null means now. */
  readonly createdAt: Date | null;
  readonly warnings: readonly Warning[];
}

/** What only an import may set. */
export interface SubmissionOptions {
  /** Used when the row has no signals. */
  readonly origin?: Origin;
  readonly createdAt?: Date;
  readonly record?: string;
  /** True for a lead that gets no deal; POST /leads would make one. */
  readonly withoutDeal?: boolean;
}

/** Reads a validated body; `siteDomains` are the account's own domains. */
export function readSubmission(
  body: SubmitLeadDto,
  options: SubmissionOptions = {},
  // Stryker disable next-line ArrayDeclaration: no host is the replacement.
  siteDomains: readonly string[] = [],
): Submission {
  const signals = body.attribution ?? {};
  const { attribution, ignored } = readAttribution(signals, siteDomains);
  const tags = (body.tags ?? []).filter((tag) => !isAbsentTag(tag));
  return {
    phone: parsePhone(body.phone) as Phone,
    ...eachText((text) => filled(body[text])),
    note: filled(body.notes),
    record: options.record ?? null,
    tags: tagNames(tags),
    sentTags: tags,
    externalId: body.external_id ?? null,
    consent: body.consent ?? false,
    attribution,
    origin: originBy(originOf(attribution), options.origin),
    deal: {
      pipelineId: body.deal?.pipeline_id === undefined ? null : idOf(body.deal.pipeline_id),
      stageId: body.deal?.stage_id === undefined ? null : idOf(body.deal.stage_id),
      value: body.deal?.value ?? null,
    },
    isWithoutDeal: options.withoutDeal ?? false,
    createdAt: options.createdAt ?? null,
    warnings: [
      ...[...LEAD_TEXT_NAMES, 'notes' as const].filter((text) => isUnfilledText(body[text])).map(leftOut),
      ...(body.tags?.some(isUnfilledText) ? [leftOut('tags')] : []),
      ...ignored.map((signal) => ({
        code: 'invalid_format' as const,
        field: `attribution.${signal}`,
        message: isUnfilledSignal(signal, String(signals[signal]))
          ? UNFILLED
          : 'O sinal tem um formato inválido e foi ignorado.',
      })),
    ],
  };
}

/** What is shown of it where its lead comes back. */
export const sentBy = ({ name, email, note, attribution }: Submission): Sent => ({
  name,
  email,
  notes: note,
  campaign: attribution.utm_campaign ?? null,
});

const filled = (text: string | undefined): string | null => (text === undefined || isUnfilledText(text) ? null : text);

const leftOut = (field: string): Warning => ({
  code: 'ignored',
  field,
  message: 'Veio sem valor, só com o que um modelo deixa no lugar dele, como undefined ou {{…}}, e foi ignorado.',
});

const UNFILLED =
  'O sinal veio sem valor, só com o que o site ou o anúncio deixa no lugar dele, como undefined ou {{…}}, e foi ignorado.';

const originBy = (computed: ExplainedOrigin, given: Origin | undefined): ExplainedOrigin =>
  given && given !== 'untracked' && computed.origin === 'untracked' ? { origin: given, rule: 'staff' } : computed;
