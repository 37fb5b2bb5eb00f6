import { ACCOUNT_HEADER, EXPECTED_HEADER } from '../auth/access/account.guard';
import { UNATTENDED_HEADER } from '../contract/event';
import type { Schema } from '../contract/document/json-schema';

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
