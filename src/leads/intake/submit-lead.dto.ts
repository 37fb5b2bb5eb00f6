import {
  BlankAsAbsent,
  isBlank,
  IsString,
  IsText,
  IsTrueOrFalse,
  isText,
  Must,
  Nested,
  NullAsAbsent,
  Optional,
  OptionalOrNull,
  text,
  Trimmed,
} from '../../common/input/fields';
import { InputObject } from '../../common/input/input';
import { IsList, type ItemRule } from '../../common/input/list.field';
import { orBlank, ruled, type Schema, SENT_ID } from '../../contract/document/json-schema';
import { MAX_EXTERNAL_ID, MAX_NOTE, MAX_PHONE, MAX_TAG, MAX_TAGS_PER_CALL } from '../../contract/limits';
import type { SentSignals } from '../record/origin/attribution';
import { isLeft, LeadTextsDto, TextsAsSent, UnfilledAsAbsent } from './lead-texts.dto';
import { IsDealValue } from '../deals/deals.dto';
import { phoneProblem } from '../record/phone';

const EXTERNAL_ID = new RegExp(`^[A-Za-z0-9._:@-]{1,${MAX_EXTERNAL_ID}}$`);

/** Describes a phone; `readPhone` decides whether a number is real. Other spaces, hyphens and invisible marks are accepted. */
export const PHONE: Schema = {
  type: 'string',
  ...ruled(
    'A real number: ten or eleven digits with an existing area code, or `+` and a country code. Spaces, parentheses and hyphens may be ' +
      'among the digits, of any kind that Unicode has; invisible marks are dropped.',
  ),
  pattern: '^[^A-Za-z./,;:@]*[0-9][^A-Za-z./,;:@]*$',
  maxLength: MAX_PHONE,
  examples: ['(11) 98765-4321'],
};

/** Checks a phone (specification, section 4). */
export const IsPhone = (): PropertyDecorator =>
  Must(
    (value) => phoneProblem(value) === undefined,
    (value) => phoneProblem(value) ?? '',
    PHONE,
  );

export const TAG: Schema = text(MAX_TAG);

const TAG_RULE: ItemRule = {
  isValid: (tag) => isText(tag, MAX_TAG),
  message: `deve ser um texto de 1 a ${MAX_TAG} caracteres`,
  itemSchema: TAG,
};

/** Checks a list of at most `max` tags, each 1 to 40 characters after trimming. */
export const IsTags = (max = MAX_TAGS_PER_CALL): PropertyDecorator => IsList({ max, item: TAG_RULE });

/** Checks tags like `IsTags`, and refuses what a template left. */
export const IsNewTags = (): PropertyDecorator =>
  IsList({
    max: MAX_TAGS_PER_CALL,
    item: {
      ...TAG_RULE,
      isValid: (tag) => TAG_RULE.isValid(tag) && !isLeft(tag),
      message: `${TAG_RULE.message}, e não o que um modelo deixa no lugar dele, como {{…}}`,
    },
  });

/** Whether a tag of POST /leads is left out: a blank one, or what a template left. */
export const isAbsentTag = (tag: unknown): boolean => isBlank(tag) || isLeft(tag);

/** Checks the tags of POST /leads, where some may be absent. */
export const IsSentTags = (max = MAX_TAGS_PER_CALL): PropertyDecorator =>
  IsList({ max, item: { ...TAG_RULE, itemSchema: orBlank(TAG) }, isAbsent: isAbsentTag });

/** The signals as strings, or null as `URLSearchParams.get()` returns it; `readAttribution` checks their format. */
@InputObject('AttributionInput')
class AttributionDto implements SentSignals {
  @OptionalOrNull() @IsString() utm_source?: string | null;
  @OptionalOrNull() @IsString() utm_medium?: string | null;
  @OptionalOrNull() @IsString() utm_campaign?: string | null;
  @OptionalOrNull() @IsString() utm_content?: string | null;
  @OptionalOrNull() @IsString() utm_term?: string | null;
  @OptionalOrNull() @IsString() fbclid?: string | null;
  @OptionalOrNull() @IsString() fbc?: string | null;
  @OptionalOrNull() @IsString() gclid?: string | null;
  @OptionalOrNull() @IsString() gbraid?: string | null;
  @OptionalOrNull() @IsString() wbraid?: string | null;
  @OptionalOrNull() @IsString() gad_source?: string | null;
  @OptionalOrNull() @IsString() referrer?: string | null;
}

/** The field may be absent; null and a blank text count as absent. */
const MayBeEmpty = (): PropertyDecorator => (target, property) => {
  for (const rule of [Optional(), NullAsAbsent(), BlankAsAbsent()]) rule(target, property);
};

@InputObject('DealInput')
export class DealDto {
  @MayBeEmpty() @IsString(SENT_ID) pipeline_id?: string;
  @MayBeEmpty() @IsString(SENT_ID) stage_id?: string;
  @MayBeEmpty() @IsDealValue() value?: number;
}

@InputObject('LeadInput')
@TextsAsSent()
export class SubmitLeadDto extends LeadTextsDto {
  @IsPhone() phone!: string;
  @MayBeEmpty() @Trimmed() @UnfilledAsAbsent() @IsText({ max: MAX_NOTE, lineBreaks: true }) notes?: string;
  @MayBeEmpty() @Trimmed() @IsSentTags() tags?: string[];

  @MayBeEmpty()
  @Must(
    (value) => typeof value === 'string' && EXTERNAL_ID.test(value),
    (value) =>
      typeof value === 'number'
        ? 'veio como número: envie como texto, entre aspas'
        : `deve ter de 1 a ${MAX_EXTERNAL_ID} caracteres: letras, dígitos e . _ : @ -`,
    { type: 'string', pattern: EXTERNAL_ID.source },
  )
  external_id?: string;

  @MayBeEmpty() @IsTrueOrFalse() consent?: boolean;
  @MayBeEmpty() @Nested(() => AttributionDto) attribution?: AttributionDto;
  @MayBeEmpty() @Nested(() => DealDto) deal?: DealDto;
}
