import { Transform, Type } from 'class-transformer';
import {
  IsArray,
  IsObject,
  isEmail,
  ValidateBy,
  ValidateIf,
  ValidateNested,
  type ValidationOptions,
} from 'class-validator';
import { MAX_EMAIL, MAX_FIELD_ERRORS, MIN_SEARCH } from '../../contract/limits';
import { codePoints, isCleanText, withoutInvisible } from '../text';
import type { Schema } from '../../contract/document/shape';
import { listHint } from './field-summary';

/** A rule without a keyword: a value that fits the schema may still be refused. */
export const ruled = (rule: string): Schema => ({ description: rule, 'x-rule': true });

/** Schema of an id in a request: any text; one that is not a UUID behaves like an unknown id. */
export const SENT_ID: Schema = { examples: ['019aa5f2-7c1e-7d40-9a3b-5d2c8f1e6a04'] };

/** The schema of a text with a pattern, where a blank one is allowed too. */
export const orBlank = ({ minLength: _, ...schema }: Schema): Schema => ({
  ...schema,
  pattern: `^\\s*$|${String(schema.pattern)}`,
});

/** Decorators of request bodies and queries; every message is Portuguese. */

export type Check = (value: unknown) => boolean;
/** A rule that depends on other fields of the same object. */
type ObjectCheck = (value: unknown, object: Readonly<Record<string, unknown>>) => boolean;

/** Description of a field for the API reference, kept with its rule. */
export interface FieldNote {
  readonly schema?: Schema;
  /** The field may be absent, under conditions in its rules. */
  readonly optional?: boolean;
  readonly nullable?: boolean;
}

/** Message for a bad value; a function may describe the value. */
type Message = string | ((value: unknown) => string);

/** Builds a field's rule from a predicate and its message; the schema documents the same. */
export const Must = (check: ObjectCheck, message: Message, schema?: Schema): PropertyDecorator =>
  ValidateBy(
    {
      // The rules of a field need different names.
      name: typeof message === 'string' ? message : 'value',
      validator: {
        validate: (value, details) => check(value, details?.object as Record<string, unknown>),
        defaultMessage: (details) => (typeof message === 'string' ? message : message(details?.value)),
      },
    },
    schema && note({ schema }),
  );

/** Message addition for a blank in place of a `+`, which a `+` in an address decodes to. */
export const lostPlus = (pattern: RegExp, value: unknown): string =>
  typeof value === 'string' && pattern.test(value) ? '; em um endereço (URL), o sinal + se escreve %2B' : '';

const note = (context: FieldNote): ValidationOptions => ({ context });

/** The field may be absent. `null` is not absent: it meets the field's rules like any value. */
export const Optional = (): PropertyDecorator =>
  ValidateIf((_, value) => value !== undefined, note({ optional: true }));

/** The field may be absent, or `null`, which removes the stored value. */
export const OptionalOrNull = (): PropertyDecorator =>
  ValidateIf((_, value) => value !== undefined && value !== null, note({ optional: true, nullable: true }));

/** A flag that is only sent to be set. */
export const IsTrue = (): PropertyDecorator =>
  Must((value) => value === true, 'deve ser true', { type: 'boolean', const: true });

const NULL = Symbol('null');

/** `null` counts as absent, because no-code tools send it for missing values. */
export const NullAsAbsent = (): PropertyDecorator => (target, property) => {
  Reflect.defineMetadata(NULL, true, target, property);
  Transform(({ value }) => (value === null ? undefined : value) as unknown)(target, property);
};

/** Whether `null` in the field counts as absent. */
export const mayBeNull = (dto: Class, field: string): boolean =>
  Reflect.hasMetadata(NULL, dto.prototype as object, field);

/** Leaves it to other rules whether the field may be absent. */
export const Sometimes = (): PropertyDecorator => ValidateIf(() => true, note({ optional: true }));

/** Whether a text is nothing but spaces and invisible marks. */
export const isBlank = (value: unknown): boolean => typeof value === 'string' && withoutInvisible(value).trim() === '';

const trimmed = (value: unknown): unknown => (isBlank(value) ? '' : typeof value === 'string' ? value.trim() : value);

/** Trims the ends, of each item in a list, before any check. A text that looks blank becomes an empty one. */
export const Trimmed = (): PropertyDecorator =>
  Transform(({ value }) => (Array.isArray(value) ? value.map(trimmed) : trimmed(value)));

/** Drops invisible marks, and trims the ends that they hid. */
export const WithoutInvisible = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? withoutInvisible(value).trim() : value));

const BLANK = Symbol('blank');

/** A text that looks blank counts as absent, whatever the field holds, because forms and no-code tools send empty fields. */
export const BlankAsAbsent = (): PropertyDecorator => (target, property) => {
  Reflect.defineMetadata(BLANK, true, target, property);
  Transform(({ value }) => (isBlank(value) ? undefined : value) as unknown)(target, property);
};

/** Whether the field accepts a blank text. */
export const mayBeBlank = (dto: Class, field: string): boolean =>
  Reflect.hasMetadata(BLANK, dto.prototype as object, field);

/** A non-blank text of at most `max` code points, without control characters (line breaks where allowed). */
export function IsText({ max, lineBreaks = false }: { max: number; lineBreaks?: boolean }): PropertyDecorator {
  const check: Check = (value) => isText(value, max, lineBreaks);
  return Must(check, `deve ser um texto de 1 a ${max} caracteres, sem caracteres de controle`, text(max, lineBreaks));
}

/** A text like `IsText`, or a blank one, which removes the stored text. */
export function IsTextOrBlank({ max, lineBreaks = false }: { max: number; lineBreaks?: boolean }): PropertyDecorator {
  const { pattern, ...schema } = text(max, lineBreaks);
  const check: Check = (value) => value === '' || isText(value, max, lineBreaks);
  const message = `deve ser um texto de até ${max} caracteres, sem caracteres de controle`;
  return Must(check, message, { ...schema, minLength: 0, pattern: `${String(pattern)}|^\\s*$` });
}

/** Schema of a text as sent, before white space is trimmed. */
export const text = (max: number, lineBreaks = false): Schema => {
  const control = lineBreaks ? '\\x00-\\x09\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f' : '\\x00-\\x1f\\x7f-\\x9f';
  return {
    type: 'string',
    description: TRIMMED,
    minLength: 1,
    maxLength: max,
    pattern: `^\\s*[^\\s${control}][^${control}]*\\s*$`,
  };
};

const TRIMMED = 'White space at the ends is trimmed off and does not count.';

export const isText = (value: unknown, max: number, lineBreaks = false): value is string =>
  typeof value === 'string' && !isBlank(value) && codePoints(value) <= max && isCleanText(value, lineBreaks);

/** Text of a search; `check` counts the characters, and looks for a letter or a digit. */
export const IsSearch = (max: number, check: Check): PropertyDecorator =>
  Must(check, `deve ter de ${MIN_SEARCH} a ${max} caracteres, com letras ou números`, {
    type: 'string',
    minLength: MIN_SEARCH,
    ...ruled(`At most ${max} characters, with a letter or a digit.`),
  });

/** Accepts an e-mail address of at most 254 characters, without the grammar's quotes, spaces and invisible marks. */
export const isEmailAddress: Check = (value) =>
  typeof value === 'string' && codePoints(value) <= MAX_EMAIL && !/[\p{C}\p{Z}"]/u.test(value) && isEmail(value);

/** Without format `email`, which is ASCII only and without white space at the ends. */
export const EMAIL: Schema = {
  type: 'string',
  ...ruled(`A real e-mail address. Invisible marks are dropped. ${TRIMMED}`),
  minLength: 1,
  maxLength: MAX_EMAIL,
  pattern: '^\\s*[^\\s"@]+@[^\\s"@]+\\.[^\\s"@]+\\s*$',
  examples: ['maria@example.com'],
};

/** An e-mail address of at most 254 characters, after invisible marks are dropped. */
export const IsEmailAddress = (): PropertyDecorator => (target, property) => {
  WithoutInvisible()(target, property);
  Must(isEmailAddress, 'deve ser um e-mail válido de até 254 caracteres', EMAIL)(target, property);
};

export const IsTrueOrFalse = (): PropertyDecorator =>
  Must((value) => typeof value === 'boolean', 'deve ser true ou false', { type: 'boolean' });

export const IsString = (schema: Schema = {}): PropertyDecorator =>
  Must((value) => typeof value === 'string', 'deve ser um texto', { type: 'string', ...schema });

/** An id in a query, a non-empty text; an invalid one behaves like an unknown one. */
export const IsSentId = (): PropertyDecorator => (target, property) => {
  Must((value) => value !== '', 'não pode ser vazio')(target, property);
  IsString({ ...SENT_ID, minLength: 1 })(target, property);
};

/** An id, or `null` for nothing. */
export const IsSentIdOrNull = (): PropertyDecorator =>
  Must((value) => value === null || (typeof value === 'string' && value !== ''), 'deve ser um id, ou null', {
    ...SENT_ID,
    type: ['string', 'null'],
    minLength: 1,
  });

export const IsOneOf = (values: readonly string[]): PropertyDecorator =>
  Must(
    (value) => typeof value === 'string' && values.includes(value),
    `deve ser um destes valores: ${values.join(', ')}`,
    { type: 'string', enum: values },
  );

const NESTED = Symbol('nested');
export type Class = new () => object;

/** A field with an object, or with a list of at most `max` objects. */
export interface NestedField {
  readonly type: () => Class;
  readonly max?: number;
}

/** Class of a field's objects; undefined for a field without objects. */
export const nestedField = (dto: Class, field: string): NestedField | undefined =>
  Reflect.getMetadata(NESTED, dto.prototype as object, field) as NestedField | undefined;

export const Nested = (type: () => Class): PropertyDecorator =>
  nested({ type }, IsObject({ message: ({ value }) => `deve ser um objeto${listHint(value)}` }));

export const NestedList = (type: () => Class, { max }: { max: number }): PropertyDecorator => {
  const isSized: Check = (value) => Array.isArray(value) && value.length <= max;
  return nested({ type, max }, Must(isSized, `deve ser uma lista de até ${max} itens`, { maxItems: max }));
};

/** A list like `NestedList` that the service refuses, as a conflict: cut to one item too many. */
export const NestedListCut = (type: () => Class, { max }: { max: number }): PropertyDecorator =>
  nested({ type, max }, () => undefined);

function nested(field: NestedField, shape: PropertyDecorator): PropertyDecorator {
  const each = field.max !== undefined;
  return (target, property) => {
    Reflect.defineMetadata(NESTED, field, target, property);
    Type(field.type)(target, property);
    ValidateNested({ each, message: ({ value }) => `deve ser um objeto${each ? '' : listHint(value)}` })(
      target,
      property,
    );
    shape(target, property);
    if (each) IsArray({ message: 'deve ser uma lista' })(target, property);
  };
}

/** A whole number from `min` to `max`. */
export const IsWhole = ({ min, max }: { min: number; max: number }): PropertyDecorator =>
  Must(
    (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
    `deve ser um número inteiro de ${min} a ${max}`,
    { type: 'integer', minimum: min, maximum: max },
  );

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

/** A list of ids, each a text; an invalid one behaves like an unknown one. */
export const IsIds = (size: { min?: number; max: number }): PropertyDecorator =>
  IsList({
    ...size,
    item: {
      isValid: (id) => typeof id === 'string',
      message: 'deve ser um texto',
      itemSchema: { type: 'string', ...SENT_ID },
    },
  });

/** Rules of a request class as a whole, and its name in the API reference. */
export interface Input {
  readonly name: string;
  /** Refuses an object without fields. */
  readonly notEmpty?: boolean;
  /** Forms of the body, each with exactly these fields, as field rules ensure; each has a schema in the reference. */
  readonly forms?: Readonly<Record<string, readonly string[]>>;
  /** Field whose value decides the form. */
  readonly formBy?: { readonly field: string; readonly values: Readonly<Record<string, string>> };
}

const INPUT = Symbol('input');

/** Names a class of request bodies. */
export const InputObject =
  (name: string, more: Omit<Input, 'name'> = {}): ClassDecorator =>
  (dto) =>
    Reflect.defineMetadata(INPUT, { ...more, name }, dto);

/** Returns the rules of the class, without the rules of its parent. */
export const inputOf = (dto: Class): Input | undefined => Reflect.getOwnMetadata(INPUT, dto) as Input | undefined;
