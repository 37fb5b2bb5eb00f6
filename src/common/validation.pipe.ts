import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, type ValidationError, validateSync } from 'class-validator';
import type { FieldError } from '../contract/error';
import { ApiError } from './api-error';
import { ITEMS, type ItemRule, listLength, nestedField } from './fields';
import { inputOf } from './input';
import { listHint } from './list-hint';
import { MAX_BODY_DEPTH } from '../contract/limits';

type Class = new () => object;
type Fields = Record<PropertyKey, unknown>;

const UNKNOWN_FIELD = 'campo desconhecido';
const UNKNOWN_PARAMETER = 'parâmetro desconhecido';

const PARAMETERS = Symbol('unknown parameters');

/** The errors whose fields have names that the caller has made up: whatever is in such a name. */
const INVENTED = new WeakSet<FieldError>();

function invented(field: string, message: string): FieldError {
  const error = { field, message };
  INVENTED.add(error);
  return error;
}

/** The names of bad fields, with one `?` for all those that the caller has made up. */
export const knownFields = (errors: readonly FieldError[]): string[] => [
  ...new Set(errors.map((error) => (INVENTED.has(error) ? '?' : error.field))),
];

/** Query parameters of a route that has none, as bad fields. */
export const unknownParameters = (names: readonly string[]): FieldError[] =>
  names.map((field) => invented(field, UNKNOWN_PARAMETER));

/** Lets the pipe report unknown query parameters together with the bad fields of the body: it sees the body alone. */
export function noteUnknownParameters(body: unknown, names: readonly string[]): unknown {
  if (names.length === 0) return body;
  if (!isObject(body)) throw ApiError.invalid([...unknownParameters(names), noObject(body)]);
  return Object.defineProperty(body, PARAMETERS, { value: unknownParameters(names) });
}

/** What to do with a body that is JSON, but no object. */
function noObject(body: unknown): FieldError {
  const hint = typeof body === 'string' ? ENCODED_TWICE : listHint(body);
  return { field: 'body', message: `deve ser um objeto JSON${hint}` };
}
const ENCODED_TWICE = ', e não um texto: o JSON foi codificado duas vezes';
/** An empty change is a mistake. */
const EMPTY: FieldError = { field: 'body', message: 'informe ao menos um campo' };

/**
 * Turns a body or query into an instance of its class, or throws one 422 that names every bad field in the order of the
 * request. The framework's own pipe is not used: it fails with a 500 on deep nesting, and it lets unknown fields through
 * that are named like properties of every object (`__proto__`, `constructor`).
 */
@Injectable()
export class ValidationPipe implements PipeTransform<unknown, unknown> {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || !metatype || metatype === Object) return value;
    if (!isObject(value)) throw ApiError.invalid([noObject(value)]);
    if (isDeeperThan(value, MAX_BODY_DEPTH)) {
      throw ApiError.invalid([{ field: 'body', message: `não pode ter mais de ${MAX_BODY_DEPTH} níveis` }]);
    }
    const found: FieldError[] = [];
    const sent = {
      found,
      places: new Map<string, number>(),
      unknown: type === 'query' ? UNKNOWN_PARAMETER : UNKNOWN_FIELD,
    };
    const known = pickKnown(metatype as Class, value, '', sent);
    const instance = plainToInstance(metatype as Class, known);
    for (const error of validateSync(instance, { stopAtFirstError: true, forbidUnknownValues: false })) {
      found.push(...fieldErrors(error, ''));
    }
    const parameters = (value[PARAMETERS] as FieldError[] | undefined) ?? [];
    const bad = [...parameters, ...inRequestOrder(sent)];
    if (bad.length > 0) throw ApiError.invalid(bad);
    if (inputOf(metatype as Class)?.notEmpty && Object.keys(known).length === 0) throw ApiError.invalid([EMPTY]);
    return instance;
  }
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((child) => isDeeperThan(child, levels - 1));
}

/** What was found in a request while its known fields were picked. */
interface Sent {
  /** The message for fields that the class does not describe. */
  readonly unknown: string;
  readonly found: FieldError[];
  /** The place of each field in the request; not of fields inside an unknown one. */
  readonly places: Map<string, number>;
}

/** A copy with the fields that the class describes, its nested classes included; other fields, and items that are not objects, are reported. */
function pickKnown(dto: Class, value: Fields, path: string, sent: Sent): Fields {
  const known: Fields = {};
  const described = describedFields(dto);
  for (const key of Object.keys(value)) {
    const field = path + key;
    sent.places.set(field, sent.places.size);
    if (!described.has(key)) {
      sent.found.push(invented(field, sent.unknown + placeOf(dto, key)));
      continue;
    }
    const child = value[key];
    const nested = nestedField(dto, key);
    if (nested && isObject(child)) known[key] = pickKnown(nested.type(), child, `${field}.`, sent);
    else if (Array.isArray(child)) {
      const length = nested?.max ?? listLength(dto, key);
      known[key] = pickItems(nested?.type(), child.slice(0, length + 1), field, sent);
    }
    // No field takes any object: copying its content would be useless.
    else known[key] = isObject(child) ? {} : child;
  }
  return known;
}

const places = new Map<Class, Map<string, string>>();

/** Where a field belongs that was sent outside of its object. */
function placeOf(dto: Class, key: string): string {
  let known = places.get(dto);
  if (!known) {
    const inner = [...describedFields(dto)].flatMap((field) => {
      const nested = nestedField(dto, field);
      return nested ? [...describedFields(nested.type())].map((name) => [name, field] as const) : [];
    });
    places.set(dto, (known = new Map(inner)));
  }
  const place = known.get(key);
  return place === undefined ? '' : `; vai dentro de ${place}`;
}

/** The items of a list. Of one that is too long, one item too many is enough for the refusal; the others need no check. */
function pickItems(type: Class | undefined, list: unknown[], field: string, sent: Sent): unknown[] {
  return list.map((item, index) => {
    const itemField = `${field}.${index}`;
    sent.places.set(itemField, sent.places.size);
    if (!type) return item;
    if (isObject(item)) return pickKnown(type, item, `${itemField}.`, sent);
    sent.found.push({ field: itemField, message: 'deve ser um objeto' });
    return undefined;
  });
}

const described = new Map<Class, Set<string>>();

function describedFields(dto: Class): Set<string> {
  let fields = described.get(dto);
  if (!fields) {
    const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
    described.set(dto, (fields = new Set(rules.map((rule) => rule.propertyName))));
  }
  return fields;
}

function fieldErrors(error: ValidationError, path: string): FieldError[] {
  const field = path + error.property;
  const own = Object.entries(error.constraints ?? {}).flatMap(([rule, message]) =>
    rule === ITEMS ? itemErrors(field, error.value, error.contexts?.[ITEMS] as ItemRule) : { field, message },
  );
  return [...own, ...(error.children ?? []).flatMap((child) => fieldErrors(child, `${field}.`))];
}

const itemErrors = (field: string, items: unknown, rule: ItemRule): FieldError[] =>
  (items as unknown[]).flatMap((item, index) =>
    rule.isValid(item) ? [] : { field: `${field}.${index}`, message: rule.message },
  );

/** Sorts by the places of the fields in the request; required fields that are missing come last. */
function inRequestOrder({ found, places }: Sent): FieldError[] {
  const placeOf = ({ field }: FieldError): number => places.get(field) ?? Number.MAX_SAFE_INTEGER;
  return found.sort((a, b) => placeOf(a) - placeOf(b));
}
