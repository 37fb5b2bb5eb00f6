import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, type ValidationError, validateSync } from 'class-validator';
import type { FieldError } from '../../contract/error';
import { ApiError } from '../api-error';
import { nestedField, checkedItems, ITEMS, type ItemRule, inputOf } from './fields';
import { MAX_BODY_DEPTH } from '../../contract/limits';
import { listHint } from './field-summary';

type Class = new () => object;
type Fields = Record<PropertyKey, unknown>;

const UNKNOWN_FIELD = 'campo desconhecido';
const UNKNOWN_PARAMETER = 'parâmetro desconhecido';

const PARAMETERS = Symbol('unknown parameters');

/** Errors of fields whose names the caller invented, and so may contain anything. */
const INVENTED = new WeakSet<FieldError>();

function invented(field: string, message: string): FieldError {
  const error = { field, message };
  INVENTED.add(error);
  return error;
}

/** Names of bad fields, with one `?` for all invented ones. */
export const knownFields = (errors: readonly FieldError[]): string[] => [
  ...new Set(errors.map((error) => (INVENTED.has(error) ? '?' : error.field))),
];

/** Reports query parameters of a route without any as bad fields. */
export const unknownParameters = (names: readonly string[]): FieldError[] =>
  names.map((field) => invented(field, UNKNOWN_PARAMETER));

/** Passes unknown query parameters to the pipe, which reports them with the body's bad fields. */
export function noteUnknownParameters(body: unknown, names: readonly string[]): unknown {
  if (names.length === 0) return body;
  if (!isObject(body)) throw ApiError.invalid([...unknownParameters(names), noObject(body)]);
  return Object.defineProperty(body, PARAMETERS, { value: unknownParameters(names) });
}

/** Error for a JSON body that is not an object. */
function noObject(body: unknown): FieldError {
  const hint = typeof body === 'string' ? ENCODED_TWICE : listHint(body);
  return { field: 'body', message: `deve ser um objeto JSON${hint}` };
}
const ENCODED_TWICE = ', e não um texto: o JSON foi codificado duas vezes';
const EMPTY: FieldError = { field: 'body', message: 'informe ao menos um campo' };

/**
 * Turns a body or query into an instance of its class, or throws one 422 with all bad fields in request order. Nest's
 * pipe fails with a 500 on deep nesting, and accepts fields such as `__proto__` and `constructor`.
 */
@Injectable()
export class InputPipe implements PipeTransform<unknown, unknown> {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || !metatype || metatype === Object) return value;
    if (!isObject(value)) throw ApiError.invalid([noObject(value)]);
    if (isDeeperThan(value, MAX_BODY_DEPTH)) {
      throw ApiError.invalid([{ field: 'body', message: `não pode ter mais de ${MAX_BODY_DEPTH} níveis` }]);
    }
    const found: FieldError[] = [];
    const findings = {
      found,
      positions: new Map<string, number>(),
      unknown: type === 'query' ? UNKNOWN_PARAMETER : UNKNOWN_FIELD,
    };
    const picked = pickDescribed(metatype as Class, value, '', findings);
    const instance = plainToInstance(metatype as Class, picked);
    for (const error of validateSync(instance, { stopAtFirstError: true, forbidUnknownValues: false })) {
      found.push(...fieldErrors(error, ''));
    }
    const parameters = (value[PARAMETERS] as FieldError[] | undefined) ?? [];
    const bad = [...parameters, ...inRequestOrder(findings)];
    if (bad.length > 0) throw ApiError.invalid(bad);
    if (inputOf(metatype as Class)?.notEmpty && Object.keys(picked).length === 0) throw ApiError.invalid([EMPTY]);
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

interface Findings {
  /** Message for fields that the class does not describe. */
  readonly unknown: string;
  readonly found: FieldError[];
  /** Position of each field in the request, without those inside an unknown one. */
  readonly positions: Map<string, number>;
}

/** Copies the described fields, nested ones too; reports other fields and items that are not objects. */
function pickDescribed(dto: Class, value: Fields, path: string, findings: Findings): Fields {
  const picked: Fields = {};
  const described = describedFields(dto);
  for (const key of Object.keys(value)) {
    const field = path + key;
    findings.positions.set(field, findings.positions.size);
    if (!described.has(key)) {
      findings.found.push(invented(field, findings.unknown + parentHint(dto, key)));
      continue;
    }
    const child = value[key];
    const nested = nestedField(dto, key);
    if (nested && isObject(child)) picked[key] = pickDescribed(nested.type(), child, `${field}.`, findings);
    else if (Array.isArray(child)) {
      const items = nested?.max === undefined ? checkedItems(dto, key, child) : child.slice(0, nested.max + 1);
      picked[key] = pickItems(nested?.type(), items, field, findings);
    }
    // Fields without a class accept no object, so its content is not copied.
    else picked[key] = isObject(child) ? {} : child;
  }
  return picked;
}

const parents = new Map<Class, Map<string, string>>();

function parentHint(dto: Class, key: string): string {
  let byName = parents.get(dto);
  if (!byName) {
    const inner = [...describedFields(dto)].flatMap((field) => {
      const nested = nestedField(dto, field);
      return nested ? [...describedFields(nested.type())].map((name) => [name, field] as const) : [];
    });
    parents.set(dto, (byName = new Map(inner)));
  }
  const parent = byName.get(key);
  return parent === undefined ? '' : `; vai dentro de ${parent}`;
}

/** Picks the items of a list; one item too many is enough to refuse it. */
function pickItems(type: Class | undefined, list: unknown[], field: string, findings: Findings): unknown[] {
  return list.map((item, index) => {
    const itemField = `${field}.${index}`;
    findings.positions.set(itemField, findings.positions.size);
    if (!type) return item;
    if (isObject(item)) return pickDescribed(type, item, `${itemField}.`, findings);
    findings.found.push({ field: itemField, message: 'deve ser um objeto' });
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

/** Sorts by position in the request; missing required fields come last. */
function inRequestOrder({ found, positions }: Findings): FieldError[] {
  const positionOf = ({ field }: FieldError): number => positions.get(field) ?? Number.MAX_SAFE_INTEGER;
  return found.sort((a, b) => positionOf(a) - positionOf(b));
}
