import { ValidateBy } from 'class-validator';
import { ruled, type Schema } from '../../contract/document/json-schema';
import { MAX_FIELD_ERRORS } from '../../contract/limits';
import { type Check, Must } from './fields';

type Class = new () => object;

/** Marker for `InputPipe`, which names each bad item of a list (`tags.0`). */
export const ITEMS = 'items';

export interface ItemRule {
  readonly isValid: Check;
  readonly message: string;
  readonly itemSchema?: Schema;
}

const LIST = Symbol('list');

interface ListRule {
  readonly min?: number;
  readonly max: number;
  readonly item: ItemRule;
  /** Items that count as absent: they are valid, and not counted. */
  readonly isAbsent?: Check;
}

/** The items of a field's list that are checked: one too many is enough to refuse it. Without a rule, as many as a refusal can name. */
export function checkedItems(dto: Class, field: string, list: readonly unknown[]): unknown[] {
  const rule = Reflect.getMetadata(LIST, dto.prototype as object, field) as ListRule | undefined;
  const { max, isAbsent } = rule ?? { max: MAX_FIELD_ERRORS };
  let counted = 0;
  const last = list.findIndex((item) => !isAbsent?.(item) && ++counted > max);
  return last < 0 ? [...list] : list.slice(0, last + 1);
}

/** A list of `min` to `max` items that each pass `item`. */
export function IsList(rule: ListRule): PropertyDecorator {
  const { min = 0, max, item, isAbsent = () => false } = rule;
  const size = min > 0 ? `de ${min} a ${max}` : `de até ${max}`;
  const counted = (list: readonly unknown[]): number => list.filter((value) => !isAbsent(value)).length;
  const isSized: Check = (value) => Array.isArray(value) && counted(value) >= min && counted(value) <= max;
  const isItem: Check = (value) => isAbsent(value) || item.isValid(value);
  const isEachValid: Check = (value) => !isSized(value) || (value as unknown[]).every(isItem);
  const validator = { validate: isEachValid, defaultMessage: () => item.message };
  return (target, property) => {
    Reflect.defineMetadata(LIST, rule, target, property);
    ValidateBy({ name: ITEMS, validator }, { context: { ...item, isValid: isItem } })(target, property);
    const bounds = rule.isAbsent ? ruled(`At most ${max} that are not blank.`) : { minItems: min, maxItems: max };
    const schema = { type: 'array', ...bounds, items: item.itemSchema ?? {} };
    Must(isSized, `deve ser uma lista ${size} itens`, schema)(target, property);
  };
}
