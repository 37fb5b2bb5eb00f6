import {
  BlankAsAbsent,
  IsEmailAddress,
  IsText,
  NullAsAbsent,
  Optional,
  OptionalOrNull,
  Trimmed,
} from '../../common/input/fields';
import { LEAD_TEXT_NAMES, LEAD_TEXTS, type LeadText } from '../../contract/lead-fields';

/** A parent class that types the texts of a lead; a decorator below adds their rules. */
export const LeadTextsDto = class {} as new () => Partial<Record<LeadText, string>>;

/** Accepts `null` to erase a text. */
export const ErasableTextsDto = class {} as new () => Partial<Record<LeadText, string | null>>;

/** Adds each text to the class itself: rules of a parent class would be looked up at each request. */
const textsBy = (rulesOf: (text: LeadText) => readonly PropertyDecorator[]) => (): ClassDecorator => (dto) => {
  for (const text of LEAD_TEXT_NAMES) {
    const { max, isEmail } = LEAD_TEXTS[text];
    const rules = [...rulesOf(text), isEmail ? IsEmailAddress() : IsText({ max })];
    for (const rule of rules.toReversed()) rule(dto.prototype as object, text);
  }
};

/** POST /leads: an empty text counts as absent. */
export const TextsAsSent = textsBy(() => [Optional(), NullAsAbsent(), BlankAsAbsent()]);

export const TextsAsEntered = textsBy(() => [Optional(), Trimmed()]);

export const TextsAsChanged = textsBy((text) => [
  LEAD_TEXTS[text].isErasable ? OptionalOrNull() : Optional(),
  Trimmed(),
]);

export const TextsAsEdited = textsBy(() => [OptionalOrNull(), Trimmed()]);
