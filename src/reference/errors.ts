import { PHONE_PROBLEMS } from '../leads/record/phone';
import { HeavyInterceptor } from '../auth/access/heavy-calls';
import { OperatorGuard, PrometheusGuard } from '../auth/access/operator.guard';
import { OwnPageGuard, RefusedLinksLimitGuard } from '../auth/access/own-page';
import { AccountGuard } from '../auth/access/account.guard';
import { AccessGuard, ApiKeyGuard } from '../auth/access/access.guard';
import { KeyLimitGuard, MetricsLimitGuard, WriteLimitGuard, CallLimitGuard } from '../auth/access/key-limits.guard';
import { ERROR_CODES, ERROR_DETAILS, type ErrorCode, type ErrorDetails, ERRORS } from '../contract/error';
import { IDS } from '../contract/document/examples';
import { ID, object, only, TEXT, ref, type Schema } from '../contract/document/shape';
import type { DescribedRoute } from './routes';
import { ParametersGuard } from '../common/input/route-input';
import { AddressLimitGuard, SignInLinksLimitGuard } from '../common/rate-limit/limit.guard';

/** Codes that each guard may answer with, before the route is reached. */
const GUARD_ERRORS = new Map<unknown, readonly ErrorCode[]>([
  [CallLimitGuard, ['rate_limited']],
  [AddressLimitGuard, ['rate_limited']],
  [KeyLimitGuard, ['rate_limited']],
  [WriteLimitGuard, ['rate_limited']],
  [MetricsLimitGuard, ['rate_limited']],
  [SignInLinksLimitGuard, ['rate_limited']],
  [RefusedLinksLimitGuard, ['rate_limited']],
  [ApiKeyGuard, ['invalid_api_key']],
  [AccessGuard, ['api_not_enabled', 'plan_inactive', 'comercial_not_enabled', 'insufficient_scope']],
  [OperatorGuard, ['unauthorized', 'forbidden', 'rate_limited']],
  [PrometheusGuard, ['unauthorized', 'forbidden', 'rate_limited']],
  [AccountGuard, ['unauthorized', 'forbidden', 'not_found', 'validation_error', 'conflict', 'rate_limited']],
  [OwnPageGuard, ['forbidden']],
  [ParametersGuard, ['validation_error']],
]);

/** Any request may be malformed, too large, or meet an internal error. */
const ALWAYS: readonly ErrorCode[] = ['invalid_json', 'payload_too_large', 'internal_error'];

/** Guards that count calls: their answers, and later ones, show what is left. */
const LIMITS: readonly unknown[] = [CallLimitGuard, AddressLimitGuard, SignInLinksLimitGuard, RefusedLinksLimitGuard];
export const isLimited = ({ guards }: DescribedRoute): boolean => guards.some((guard) => LIMITS.includes(guard));

/** Whether calls of the route queue. */
export const isHeavy = ({ interceptors }: DescribedRoute): boolean => interceptors.includes(HeavyInterceptor);

/** Codes that a route's guards cause, without duplicates. */
export function errorsOfGuards({ name, guards }: DescribedRoute): ErrorCode[] {
  const errors = guards.map((guard) => GUARD_ERRORS.get(guard));
  if (errors.includes(undefined)) throw new Error(`a guard of ${name} has no entry in the table of errors`);
  return [...new Set([...ALWAYS, ...errors.flatMap((codes) => codes ?? [])])];
}

const DETAILS: Readonly<Partial<Record<ErrorCode, ErrorDetails>>> = {
  validation_error: {
    fields: [{ field: 'phone', message: PHONE_PROBLEMS.no_area_code }],
  },
  ambiguous_lead: { lead_ids: [IDS.lead, IDS.otherLead] },
  rate_limited: { limit: 'ip' },
};

const nameOf = (code: ErrorCode): string => `Error_${code}`;

const detailsOf = (code: ErrorCode): object =>
  code in ERROR_DETAILS ? { details: ERROR_DETAILS[code as keyof typeof ERROR_DETAILS] } : {};

/** One schema for each code: the envelope of the specification's section 7. */
export const ERROR_SCHEMAS: Readonly<Record<string, Schema>> = Object.fromEntries(
  ERROR_CODES.map((code) => [
    nameOf(code),
    object({ error: object({ code: only(code), message: TEXT, request_id: ID, ...detailsOf(code) }) }).schema,
  ]),
);

/** One example for each code, in the service's words. */
export const ERROR_EXAMPLES: Readonly<Record<string, Schema>> = Object.fromEntries(
  ERROR_CODES.map((code) => {
    const details = DETAILS[code];
    const error = { code, message: ERRORS[code][1], request_id: IDS.request, ...(details && { details }) };
    return [nameOf(code), { summary: code, value: { error } }];
  }),
);

/** Schema of an answer with one of these codes and no other. */
export const errorSchema = (codes: readonly ErrorCode[]): Schema => ({ anyOf: codes.map((code) => ref(nameOf(code))) });

export function errorContent(codes: readonly ErrorCode[], schema: Schema): Schema {
  return {
    'application/json': {
      schema,
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${nameOf(code)}` }])),
    },
  };
}
