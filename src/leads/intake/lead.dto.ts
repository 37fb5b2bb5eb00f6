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
  IsEmailAddress,
  orBlank,
  ruled,
  SENT_ID,
  IsList,
  type ItemRule,
  InputObject,
  IsOneOf,
  IsSentIdOrNull,
  NestedList,
} from '../../common/input/fields';
import {
  MAX_EXTERNAL_ID,
  MAX_NOTE,
  MAX_PHONE,
  MAX_TAG,
  MAX_TAGS_PER_CALL,
  MAX_TAGS_PER_LEAD,
  MAX_NAME,
} from '../../contract/limits';
import type { SentSignals } from '../record/origin';
import { IsDealValue, StaffDealDto } from '../deals/deals.dto';
import { phoneProblem, parsePhone, type Phone } from '../record/phone';
import { comparisonKey } from '../../common/text';
import type { Rule } from '../../contract/document/route-text';
import { ValidateIf } from 'class-validator';
import { LEAD_TEXT_NAMES, LEAD_TEXTS, type LeadText, eachText } from '../../contract/lead-fields';
import { isUnfilled } from '../record/unfilled';
import type { Schema } from '../../contract/document/shape';
import { idOf } from '../../common/input/id.pipe';
import { IsPastMoment } from '../../common/input/moment.field';
import { momentOf } from '../../common/moment';
import { type Origin, ORIGINS } from '../../contract/origin';
import { STAFF_CHANNELS, type StaffChannel } from '../../contract/person';

/** A parent class that types the texts of a lead; a decorator below adds their rules. */
const LeadTextsDto = class {} as new () => Partial<Record<LeadText, string>>;

/** Accepts `null` to erase a text. */
const ErasableTextsDto = class {} as new () => Partial<Record<LeadText, string | null>>;

/** Whether a value is what a script or template left in place of a name, an e-mail address, a note or a tag. */
export const isUnfilledText = (value: unknown): boolean => typeof value === 'string' && isUnfilled(value, 'text');

/** What a template left is not checked: `readSubmission` counts it as absent, with a warning. */
const UnfilledAsAbsent = (): PropertyDecorator => ValidateIf((_, value) => !isUnfilledText(value));

/** Refuses what a template left. */
const IsFilled = (): PropertyDecorator =>
  Must(
    (value) => !isUnfilledText(value),
    'veio sem valor, só com o que um modelo deixa no lugar dele, como undefined ou {{…}}',
  );

/** Adds each text to the class itself: rules of a parent class would be looked up at each request. */
const textsBy = (rulesOf: (text: LeadText) => readonly PropertyDecorator[]) => (): ClassDecorator => (dto) => {
  for (const text of LEAD_TEXT_NAMES) {
    const { max, isEmail } = LEAD_TEXTS[text];
    const rules = [...rulesOf(text), isEmail ? IsEmailAddress() : IsText({ max })];
    for (const rule of rules.toReversed()) rule(dto.prototype as object, text);
  }
};

/** POST /leads: an empty text counts as absent, and so does what a template left. */
const TextsAsSent = textsBy(() => [Optional(), NullAsAbsent(), BlankAsAbsent(), Trimmed(), UnfilledAsAbsent()]);

const TextsAsEntered = textsBy(() => [Optional(), Trimmed()]);

const TextsAsChanged = textsBy((text) => [
  LEAD_TEXTS[text].isErasable ? OptionalOrNull() : Optional(),
  Trimmed(),
  IsFilled(),
]);

export const TextsAsEdited = textsBy(() => [OptionalOrNull(), Trimmed(), IsFilled()]);

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
      isValid: (tag) => TAG_RULE.isValid(tag) && !isUnfilledText(tag),
      message: `${TAG_RULE.message}, e não o que um modelo deixa no lugar dele, como {{…}}`,
    },
  });

/** Whether a tag of POST /leads is left out: a blank one, or what a template left. */
export const isAbsentTag = (tag: unknown): boolean => isBlank(tag) || isUnfilledText(tag);

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

export const TAG_RULES: readonly Rule[] = [
  { fields: ['remove_tags'], rule: 'No tag is both in `add_tags` and in `remove_tags`.' },
  {
    fields: ['add_tags'],
    rule: `A lead has at most ${MAX_TAGS_PER_LEAD} tags, counted after \`remove_tags\`. What it has already takes no further room.`,
  },
];

/** Checks that no tag is in both lists. `IsTags` reports bad tags and lists that are too long. */
const isDisjoint = (tags: unknown, others: unknown): boolean => {
  const keys = new Set(keysOf(others));
  return !keysOf(tags).some((key) => keys.has(key));
};

const keysOf = (tags: unknown): string[] =>
  Array.isArray(tags) && tags.length <= MAX_TAGS_PER_CALL
    ? tags.filter((tag) => isText(tag, MAX_TAG)).map((tag) => comparisonKey(tag))
    : [];

export class LeadChangeDto extends ErasableTextsDto {
  @Optional() @Trimmed() @IsNewTags() add_tags?: string[];

  @Optional()
  @Trimmed()
  @Must((tags, body) => isDisjoint(tags, body.add_tags), 'a mesma etiqueta está em add_tags')
  @IsTags()
  remove_tags?: string[];
}

@InputObject('LeadChanges', { notEmpty: true })
@TextsAsChanged()
export class ChangeLeadDto extends LeadChangeDto {
  @Optional() @Trimmed() @IsFilled() @IsText({ max: MAX_NOTE, lineBreaks: true }) notes?: string;
}

@InputObject('ConversationInput')
export class StaffConversationDto {
  @IsPhone() phone!: string;
  @IsOneOf(STAFF_CHANNELS) channel!: StaffChannel;
  @Optional() @Trimmed() @IsText({ max: MAX_NAME }) name?: string;
  @Optional() @IsPastMoment() created_at?: string;
}

@TextsAsEntered()
class EnteredLeadDto extends LeadTextsDto {
  @IsPhone() phone!: string;
  @Optional() @Trimmed() @IsTags() tags?: string[];
  @Optional() @IsOneOf(ORIGINS) origin?: Origin;
  @Optional() @IsPastMoment() created_at?: string;
  @Optional() @NestedList(() => StaffDealDto, { max: 50 }) deals?: StaffDealDto[];
}

/** The body of the account's POST /leads. */
@InputObject('OwnerLeadInput')
@TextsAsEntered()
export class AccountLeadDto extends EnteredLeadDto {
  /** A member; null: nobody. */
  @Optional() @IsSentIdOrNull() responsible_id?: string | null;
}

@InputObject('StaffLeadInput')
@TextsAsEntered()
export class StaffLeadDto extends EnteredLeadDto {
  @Optional() @IsTrueOrFalse() allow_duplicate?: boolean;
}

@InputObject('OriginInput')
export class OriginDto {
  @IsOneOf(ORIGINS) origin!: Origin;
}

/** A lead as the service takes it. */
export const enteredLead = (body: AccountLeadDto | StaffLeadDto) => ({
  phone: parsePhone(body.phone) as Phone,
  ...eachText((text) => body[text] ?? null),
  tags: body.tags ?? [],
  origin: body.origin,
  createdAt: body.created_at === undefined ? undefined : momentOf(body.created_at),
  deals: (body.deals ?? []).map(({ stage_id, value }) => ({ stageId: idOf(stage_id), value: value ?? null })),
});
