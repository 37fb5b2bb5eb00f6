import { sessionCookieName } from '../auth/access/session-cookie';
import { DEFAULT_LIMITS, MAX_BODY_BYTES } from '../contract/limits';
import { ID, TEXT, type Schema } from '../contract/document/shape';
import { ACCOUNT_HEADER, EXPECTED_HEADER } from '../auth/access/account.guard';
import { UNATTENDED_HEADER } from '../contract/event';

const {
  ipPerMinute,
  keyPerMinute,
  keyWritesPerMinute,
  keyMetricsPerMinute,
  accountSubmissionsPerDay,
  sessionPerMinute,
} = DEFAULT_LIMITS;

export const INFO = {
  title: 'Entrada API',
  // Version of the API, not of the release: changes with the contract.
  version: '1.0.0',
  description: `Send leads to an account, read them, move their deals through the pipeline, and read aggregated numbers.

- Call it from servers only: there is no CORS. Bodies are JSON of at most ${MAX_BODY_BYTES / 1024} KB; unknown fields are refused.
- Every call carries \`Authorization: Bearer <key>\`. A key belongs to one account, and has the permissions its owner gave it.
- Branch on \`error.code\`; messages are Portuguese and may change. \`X-Request-Id\` names a call in the service's log.
- Repeat a call after 429 (when \`Retry-After\` seconds have passed), after a 5xx and after a network error. Send the same
  \`external_id\` again, and no lead is created twice.
- Limits: ${ipPerMinute} calls a minute per client address, ${keyPerMinute} per key (at most ${keyWritesPerMinute} writes and
  ${keyMetricsPerMinute} GET /metrics); ${accountSubmissionsPerDay} submissions a day per account (Brasília); ${sessionPerMinute} calls a minute of an owner's session.
- Version 1 only grows: expect new fields, codes and values (\`x-extensible-enum\`).
- \`x-rule\` marks a field whose description has a rule that its schema cannot say; \`x-rules\` of an operation lists rules between
  fields, with the fields that a refusal names (\`*\` is any position of a list).`,
  license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
};

export const securitySchemes = (publicUrl: string): Readonly<Record<string, Schema>> => ({
  apiKey: { type: 'http', scheme: 'bearer', description: 'A key of the account, `ent_live_…`.' },
  ownerSession: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The token of an owner’s session. The operator begins one by `POST /admin/v1/accounts/{id}/owner-sessions`, a sign-in link by `POST /admin/v1/sessions`.',
  },
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookieName({ publicUrl }),
    description: 'The same session, as browsers keep it for the console.',
  },
  operatorToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The operator’s token; on owner routes together with `X-Account-Id`.',
  },
  metricsToken: { type: 'http', scheme: 'bearer', description: 'The token for reading the metrics.' },
});

const header = (description: string, { schema }: { readonly schema: Schema } = TEXT): Schema => ({
  description,
  required: true,
  schema,
});

export const HEADERS: Readonly<Record<string, Schema>> = {
  'X-Request-Id': header('The id of this call; errors repeat it as `error.request_id`.', ID),
  'RateLimit-Policy': header(
    'Every limit of calls checked so far, separated by commas: `"<name>";q=<limit>;w=<seconds>`.',
  ),
  RateLimit: header('The limit with the fewest calls left: `"<name>";r=<calls left>;t=<seconds>`.'),
  'WWW-Authenticate': header('`Bearer`'),
  'Retry-After': header('Whole seconds after which the call is worth repeating.', {
    schema: { type: 'integer', minimum: 1 },
  }),
};

/** Headers about the account and its session, in addition to the credential. */
export const ACCOUNT_HEADERS: readonly Schema[] = [
  {
    name: ACCOUNT_HEADER,
    in: 'header',
    description: 'The account. The operator must send it; from an owner it is ignored.',
    schema: { type: 'string', 'x-rule': true },
  },
  {
    name: EXPECTED_HEADER,
    in: 'header',
    description: 'The account that the caller expects. When it is another one: 409 `conflict`, and nothing is done.',
    schema: { type: 'string' },
  },
  {
    name: UNATTENDED_HEADER,
    in: 'header',
    description:
      'Any value: nobody asked for this call, so it is no use of the session, which ends when it is not used.',
    schema: { type: 'string' },
  },
];
