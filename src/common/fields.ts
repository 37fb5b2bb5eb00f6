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
import { ruled, type Schema, SENT_ID } from '../contract/json-schema';
import { MAX_EMAIL, MAX_FIELD_ERRORS } from '../contract/limits';
import { listHint } from './list-hint';
import { codePoints, isCleanText } from './text';
import { withoutInvisible } from './typed-text';

/** The decorators that request bodies and queries are described with; every message is Portuguese. */

type Check = (value: unknown) => boolean;
/** A rule that depends on the other fields of the same object. */
type ObjectCheck = (value: unknown, object: Readonly<Record<string, unknown>>) => boolean;

/** What the API reference says of a field, kept with the rule. */
export interface FieldNote {
  readonly schema?: Schema;
  /** The field may be absent, under conditions that only its rules know. */
  readonly optional?: boolean;
  readonly nullable?: boolean;
}

/** What is said of a value that breaks a rule; a function where the value itself tells more. */
type Message = string | ((value: unknown) => string);

/** A field's rule from a predicate and the message for values that break it; the schema says the same to readers. */
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

/** What a message adds for a value with a blank in the place of a `+`, which is what a `+` in an address means. */
export const lostPlus = (place: RegExp, value: unknown): string =>
  typeof value === 'string' && place.test(value) ? '; em um endereço (URL), o sinal + se escreve %2B' : '';

const note = (context: FieldNote): ValidationOptions => ({ context });

/** The field may be absent. `null` is not absent: it meets the field's rules like any value. */
export const Optional = (): PropertyDecorator =>
  ValidateIf((_, value) => value !== undefined, note({ optional: true }));

/** The field may be absent, or `null`, which takes the stored value away. */
export const OptionalOrNull = (): PropertyDecorator =>
  ValidateIf((_, value) => value !== undefined && value !== null, note({ optional: true, nullable: true }));

const NULL = Symbol('null');

/** `null` counts as absent, because no-code tools send it for what they do not have. */
export const NullAsAbsent = (): PropertyDecorator => (target, property) => {
  Reflect.defineMetadata(NULL, true, target, property);
  Transform(({ value }) => (value === null ? undefined : value) as unknown)(target, property);
};

/** Whether `null` may be sent in the field, and counts as absent. */
export const mayBeNull = (dto: Class, field: string): boolean =>
  Reflect.hasMetadata(NULL, dto.prototype as object, field);

/** Its other rules decide whether the field may be absent. */
export const Sometimes = (): PropertyDecorator => ValidateIf(() => true, note({ optional: true }));

const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

/** Trims the ends, of each item in a list, before any check. */
export const Trimmed = (): PropertyDecorator =>
  Transform(({ value }) => (Array.isArray(value) ? value.map(trimmed) : trimmed(value)));

/** Drops invisible marks, and trims the ends that they hid. */
export const WithoutInvisible = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? withoutInvisible(value).trim() : value));

const BLANK = Symbol('blank');

const isBlank = (value: unknown): boolean => typeof value === 'string' && withoutInvisible(value).trim() === '';

/** Trims the ends; what is blank, to people who look at it, counts as absent, because forms send their empty fields. */
export const BlankAsAbsent = (): PropertyDecorator => (target, property) => {
  Reflect.defineMetadata(BLANK, true, target, property);
  Transform(({ value }) => (isBlank(value) ? undefined : trimmed(value)))(target, property);
};

/** Whether a blank text may be sent in the field. */
export const mayBeBlank = (dto: Class, field: string): boolean =>
  Reflect.hasMetadata(BLANK, dto.prototype as object, field);

/** A non-blank text of at most `max` code points, without control characters (line breaks where allowed). */
export function IsText({ max, lineBreaks = false }: { max: number; lineBreaks?: boolean }): PropertyDecorator {
  const check: Check = (value) => isText(value, max, lineBreaks);
  return Must(check, `deve ser um texto de 1 a ${max} caracteres, sem caracteres de controle`, text(max, lineBreaks));
}

/** Such a text, or one that is blank, which takes the stored text away. */
export function IsTextOrBlank({ max, lineBreaks = false }: { max: number; lineBreaks?: boolean }): PropertyDecorator {
  const { pattern, ...schema } = text(max, lineBreaks);
  const check: Check = (value) => value === '' || isText(value, max, lineBreaks);
  const message = `deve ser um texto de até ${max} caracteres, sem caracteres de controle`;
  return Must(check, message, { ...schema, minLength: 0, pattern: `${String(pattern)}|^\\s*$` });
}

/** Such a text as it is sent: what is trimmed off may hold any white space. */
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
  typeof value === 'string' && value !== '' && codePoints(value) <= max && isCleanText(value, lineBreaks);

/**
 * Whether the value is an e-mail address of at most 254 characters. Quotes, spaces and invisible characters, which the
 * grammar would allow, are not part of a real one.
 */
export const isEmailAddress: Check = (value) =>
  typeof value === 'string' && codePoints(value) <= MAX_EMAIL && !/[\p{C}\p{Z}"]/u.test(value) && isEmail(value);

/** Not of the format `email`: that is ASCII alone, and knows no white space at the ends. */
export const EMAIL: Schema = {
  type: 'string',
  ...ruled(`A real e-mail address. Invisible marks are dropped. ${TRIMMED}`),
  minLength: 1,
  maxLength: MAX_EMAIL,
  pattern: '^\\s*[^\\s"@]+@[^\\s"@]+\\.[^\\s"@]+\\s*$',
  examples: ['maria@example.com'],
};

/** An e-mail address of at most 254 characters, without the invisible marks that are copied along. */
export const IsEmailAddress = (): PropertyDecorator => (target, property) => {
  WithoutInvisible()(target, property);
  Must(isEmailAddress, 'deve ser um e-mail válido de até 254 caracteres', EMAIL)(target, property);
};

export const IsTrueOrFalse = (): PropertyDecorator =>
  Must((value) => typeof value === 'boolean', 'deve ser true ou false', { type: 'boolean' });

export const IsString = (schema: Schema = {}): PropertyDecorator =>
  Must((value) => typeof value === 'string', 'deve ser um texto', { type: 'string', ...schema });

/** An id in a query: any text but an empty one; what is no id behaves like an unknown one. */
export const IsSentId = (): PropertyDecorator => (target, property) => {
  Must((value) => value !== '', 'não pode ser vazio')(target, property);
  IsString({ ...SENT_ID, minLength: 1 })(target, property);
};

export const IsOneOf = (values: readonly string[]): PropertyDecorator =>
  Must(
    (value) => typeof value === 'string' && values.includes(value),
    `deve ser um destes valores: ${values.join(', ')}`,
    { type: 'string', enum: values },
  );

/** The marker under which `ValidationPipe` finds which items of a list are bad, to name each (`tags.0`). */
export const ITEMS = 'items';

export interface ItemRule {
  readonly isValid: Check;
  readonly message: string;
  /** For the API reference. */
  readonly itemSchema?: Schema;
}

const LENGTH = Symbol('length');

/** How many items of a field's list are looked at: of any other field, as many as a refusal can name. */
export const listLength = (dto: Class, field: string): number =>
  (Reflect.getMetadata(LENGTH, dto.prototype as object, field) as number | undefined) ?? MAX_FIELD_ERRORS;

/** A list of `min` to `max` items that each pass `item`. */
export function IsList({ min = 0, max, item }: { min?: number; max: number; item: ItemRule }): PropertyDecorator {
  const size = min > 0 ? `de ${min} a ${max}` : `de até ${max}`;
  const isSized: Check = (value) => Array.isArray(value) && value.length >= min && value.length <= max;
  const isEachValid: Check = (value) => !isSized(value) || (value as unknown[]).every(item.isValid);
  const validator = { validate: isEachValid, defaultMessage: () => item.message };
  return (target, property) => {
    Reflect.defineMetadata(LENGTH, max, target, property);
    ValidateBy({ name: ITEMS, validator }, { context: item })(target, property);
    const schema = { type: 'array', minItems: min, maxItems: max, items: item.itemSchema ?? {} };
    Must(isSized, `deve ser uma lista ${size} itens`, schema)(target, property);
  };
}

const NESTED = Symbol('nested');
type Class = new () => object;

/** A field that holds an object, or a list of at most `max` objects. */
export interface NestedField {
  readonly type: () => Class;
  readonly max?: number;
}

/** The class of a field's objects; undefined for a field without objects. */
export const nestedField = (dto: Class, field: string): NestedField | undefined =>
  Reflect.getMetadata(NESTED, dto.prototype as object, field) as NestedField | undefined;

/** A field that holds one object of the class. */
export const Nested = (type: () => Class): PropertyDecorator =>
  nested({ type }, IsObject({ message: ({ value }) => `deve ser um objeto${listHint(value)}` }));

/** A field that holds a list of objects of the class. */
export const NestedList = (type: () => Class, { max }: { max: number }): PropertyDecorator => {
  const isSized: Check = (value) => Array.isArray(value) && value.length <= max;
  return nested({ type, max }, Must(isSized, `deve ser uma lista de até ${max} itens`, { maxItems: max }));
};

/** The same for a list whose length the service refuses, as a conflict: of a longer one it gets one item too many. */
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
