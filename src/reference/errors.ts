import { PHONE_PROBLEMS } from '../leads/record/phone-fault';
import { HeavyInterceptor } from '../admin/heavy';
import { LinkLimitGuard } from '../admin/link-limit.guard';
import { MetricsGuard } from '../admin/metrics.guard';
import { OperatorGuard } from '../admin/operator.guard';
import { JsonTypeGuard, OwnPageGuard } from '../admin/own-page';
import { OwnerGuard } from '../admin/owner.guard';
import { AccessGuard } from '../auth/access.guard';
import { ApiKeyGuard } from '../auth/api-key.guard';
import { CredentialGuard } from '../auth/credential.guard';
import { KeyLimitGuard, MetricsLimitGuard, WriteLimitGuard } from '../auth/key-limits';
import { ERROR_CODES, ERROR_DETAILS, type ErrorCode, type ErrorDetails, ERRORS } from '../contract/error';
import { IDS } from '../contract/examples';
import { ref, type Schema } from '../contract/json-schema';
import { ID, object, only, TEXT } from '../contract/shape';
import { InputGuard } from '../common/input.guard';
import { AddressLimitGuard, SignInLinksLimitGuard } from '../common/rate-limit/address-limits';
import type { Route } from './routes';

/** What each guard may answer with, before the route itself is reached. */
const GUARD_ERRORS = new Map<unknown, readonly ErrorCode[]>([
  [CredentialGuard, []],
  [AddressLimitGuard, ['rate_limited']],
  [KeyLimitGuard, ['rate_limited']],
  [WriteLimitGuard, ['rate_limited']],
  [MetricsLimitGuard, ['rate_limited']],
  [SignInLinksLimitGuard, ['rate_limited']],
  [LinkLimitGuard, ['rate_limited']],
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

/** The guards that count calls: their answers, and those after them, show what is left. */
const LIMITS: readonly unknown[] = [AddressLimitGuard, SignInLinksLimitGuard, LinkLimitGuard];
export const isLimited = ({ guards }: Route): boolean => guards.some((guard) => LIMITS.includes(guard));

/** The guards that count calls without a valid credential, and those of a session. */
const DOORS: readonly unknown[] = [OperatorGuard, MetricsGuard, OwnerGuard];
export const countsStrangers = ({ guards }: Route): boolean => guards.some((guard) => DOORS.includes(guard));

/** Whether calls of the route run in turn; a refusal shows no count of calls. */
export const isHeavy = ({ interceptors }: Route): boolean => interceptors.includes(HeavyInterceptor);

/** The codes that follow from a route's guards, each once. */
export function errorsOfGuards({ name, guards }: Route): ErrorCode[] {
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

const toldBy = (code: ErrorCode): object =>
  code in ERROR_DETAILS ? { details: ERROR_DETAILS[code as keyof typeof ERROR_DETAILS] } : {};

/** One schema for each code: the envelope of the specification's section 7. */
export const ERROR_SCHEMAS: Readonly<Record<string, Schema>> = Object.fromEntries(
  ERROR_CODES.map((code) => [
    nameOf(code),
    object({ error: object({ code: only(code), message: TEXT, request_id: ID, ...toldBy(code) }) }).schema,
  ]),
);

/** One example for each code, in the words that the service uses. */
export const ERROR_EXAMPLES: Readonly<Record<string, Schema>> = Object.fromEntries(
  ERROR_CODES.map((code) => {
    const details = DETAILS[code];
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
