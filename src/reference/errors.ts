import { MetricsGuard } from '../admin/metrics.guard';
import { OperatorGuard } from '../admin/operator.guard';
import { JsonTypeGuard, OwnPageGuard } from '../admin/own-page';
import { OwnerGuard } from '../admin/owner.guard';
import { AccessGuard } from '../auth/access.guard';
import { ApiKeyGuard } from '../auth/api-key.guard';
import { KeyLimitGuard, MetricsLimitGuard, WriteLimitGuard } from '../auth/key-limits';
import { type ErrorCode, ERRORS } from '../common/api-error';
import { InputGuard } from '../common/input.guard';
import type { Schema } from '../common/json-schema';
import { MAX_FIELD_ERRORS } from '../common/limits';
import { AddressLimitGuard, SessionsLimitGuard, SignInLinksLimitGuard } from '../common/rate-limit/address-limits';
import { LIMIT_NAMES, type LimitName } from '../common/rate-limit/limit-name';
import type { Route } from './routes';
import { IDS } from './samples';
import { ID, listOf, objectOf, oneOf, ref, TEXT } from './shape';

/** What each guard may answer with, before the route itself is reached. */
const GUARD_ERRORS = new Map<unknown, readonly ErrorCode[]>([
  [AddressLimitGuard, ['rate_limited']],
  [KeyLimitGuard, ['rate_limited']],
  [WriteLimitGuard, ['rate_limited']],
  [MetricsLimitGuard, ['rate_limited']],
  [SignInLinksLimitGuard, ['rate_limited']],
  [SessionsLimitGuard, ['rate_limited']],
  [ApiKeyGuard, ['invalid_api_key']],
  [AccessGuard, ['api_not_enabled', 'plan_inactive', 'comercial_not_enabled', 'insufficient_scope']],
  [OperatorGuard, ['unauthorized', 'forbidden', 'rate_limited']],
  [MetricsGuard, ['unauthorized', 'forbidden', 'rate_limited']],
  [OwnerGuard, ['unauthorized', 'forbidden', 'not_found', 'validation_error', 'conflict', 'rate_limited']],
  [OwnPageGuard, ['forbidden']],
  [JsonTypeGuard, ['invalid_json']],
  [InputGuard, ['validation_error']],
]);

/** Any request may be broken below HTTP, too large or unlucky. */
const ALWAYS: readonly ErrorCode[] = ['invalid_json', 'payload_too_large', 'internal_error'];

/** The guards that count calls: their answers, and those after them, tell what is left. */
const LIMITS: readonly unknown[] = [AddressLimitGuard, SignInLinksLimitGuard, SessionsLimitGuard];
export const isLimited = ({ guards }: Route): boolean => guards.some((guard) => LIMITS.includes(guard));

/** The guards that count calls without a right credential alone. */
const DOORS: readonly unknown[] = [OperatorGuard, MetricsGuard, OwnerGuard];
export const countsStrangers = ({ guards }: Route): boolean => guards.some((guard) => DOORS.includes(guard));

/** The codes that follow from a route's guards, each once. */
export function errorsOfGuards({ name, guards }: Route): ErrorCode[] {
  const errors = guards.map((guard) => GUARD_ERRORS.get(guard));
  if (errors.includes(undefined)) throw new Error(`a guard of ${name} has no entry in the table of errors`);
  return [...new Set([...ALWAYS, ...errors.flatMap((codes) => codes ?? [])])];
}

const DETAILS: Readonly<Partial<Record<ErrorCode, { schema: Schema; example: object }>>> = {
  validation_error: {
    schema: objectOf<{ fields: 0 }>({
      fields: {
        ...listOf(objectOf<{ field: 0; message: 0 }>({ field: TEXT, message: TEXT })),
        maxItems: MAX_FIELD_ERRORS,
      },
    }),
    example: {
      fields: [{ field: 'phone', message: 'deve ser um telefone válido, com DDD ou com + e código do país' }],
    },
  },
  ambiguous_lead: {
    schema: objectOf<{ lead_ids: 0 }>({ lead_ids: listOf(ID) }),
    example: { lead_ids: [IDS.lead, IDS.otherLead] },
  },
  rate_limited: {
    schema: objectOf<{ limit: 0 }>({ limit: { type: 'string', enum: LIMIT_NAMES } }),
    example: { limit: 'ip' satisfies LimitName },
  },
};

const nameOf = (code: ErrorCode): string => `Error_${code}`;
const CODES = Object.keys(ERRORS) as ErrorCode[];

/** One schema for each code: the envelope of the specification's section 7. */
export const ERROR_SCHEMAS: Readonly<Record<string, Schema>> = Object.fromEntries(
  CODES.map((code) => {
    const details = DETAILS[code]?.schema;
    const fields = { code: { const: code }, message: TEXT, request_id: ID };
    const error = details ? objectOf<object>({ ...fields, details }) : objectOf<object>(fields);
    return [nameOf(code), objectOf<object>({ error })];
  }),
);

/** All of them in one, for clients: each status may come to have more codes. */
export const ERROR: Schema = objectOf<object>({
  error: objectOf<{ code: 0; message: 0; request_id: 0; details?: 0 }>(
    {
      code: oneOf(CODES),
      message: TEXT,
      request_id: ID,
      details: {
        type: 'object',
        properties: Object.assign({}, ...Object.values(DETAILS).map(({ schema }) => schema.properties)) as Schema,
      },
    },
    'details',
  ),
});

/** One example for each code, in the words that the service uses. */
export const ERROR_EXAMPLES: Readonly<Record<string, Schema>> = Object.fromEntries(
  CODES.map((code) => {
    const details = DETAILS[code]?.example;
    const error = { code, message: ERRORS[code][1], request_id: IDS.request, ...(details && { details }) };
    return [nameOf(code), { summary: code, value: { error } }];
  }),
);

/** The schema of an answer with one of these codes and no other. */
export const errorSchema = (codes: readonly ErrorCode[]): Schema => ({ anyOf: codes.map((code) => ref(nameOf(code))) });

/** The content of an answer with one of these codes. */
export function errorContent(codes: readonly ErrorCode[], schema: Schema): Schema {
  return {
    'application/json': {
      schema,
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${nameOf(code)}` }])),
    },
  };
}
