import { ValidateIf } from 'class-validator';
import {
  BlankAsAbsent,
  IsEmailAddress,
  IsText,
  Must,
  NullAsAbsent,
  Optional,
  OptionalOrNull,
  Trimmed,
} from '../../common/input/fields';
import { LEAD_TEXT_NAMES, LEAD_TEXTS, type LeadText } from '../../contract/lead-fields';
import { isUnfilled } from '../record/unfilled';

/** A parent class that types the texts of a lead; a decorator below adds their rules. */
export const LeadTextsDto = class {} as new () => Partial<Record<LeadText, string>>;

/** Accepts `null` to erase a text. */
export const ErasableTextsDto = class {} as new () => Partial<Record<LeadText, string | null>>;

/** Whether a value is what a script or template left in place of a name, an e-mail address, a note or a tag. */
export const isLeft = (value: unknown): boolean => typeof value === 'string' && isUnfilled(value, 'text');

/** What a template left is not checked: `readSubmission` counts it as absent, with a warning. */
export const UnfilledAsAbsent = (): PropertyDecorator => ValidateIf((_, value) => !isLeft(value));

/** Refuses what a template left. */
export const IsFilled = (): PropertyDecorator =>
  Must(
    (value) => !isLeft(value),
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
export const TextsAsSent = textsBy(() => [Optional(), NullAsAbsent(), BlankAsAbsent(), Trimmed(), UnfilledAsAbsent()]);

export const TextsAsEntered = textsBy(() => [Optional(), Trimmed()]);

export const TextsAsChanged = textsBy((text) => [
  LEAD_TEXTS[text].isErasable ? OptionalOrNull() : Optional(),
  Trimmed(),
  IsFilled(),
]);

export const TextsAsEdited = textsBy(() => [OptionalOrNull(), Trimmed(), IsFilled()]);
