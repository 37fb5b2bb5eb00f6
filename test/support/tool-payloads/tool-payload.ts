import type { Signal } from '../../../src/contract/origin';

/** What is read of a payload; what is not named must be absent. */
export interface ExpectedLead {
  /** Digits with country code. */
  readonly phone: string;
  readonly name?: string;
  readonly email?: string;
  readonly notes?: string;
  readonly consent?: boolean;
  readonly tags?: readonly string[];
  readonly attribution?: Readonly<Partial<Record<Signal, string>>>;
}

/** A payload in the shape that a tool documents, with what it must become. */
export interface ToolPayload {
  readonly tool: string;
  readonly type: string;
  readonly body: string;
  readonly expected: ExpectedLead | { readonly heldFor: 'no_phone' | 'two_phones' };
  /** The tool's own id of the submission. */
  readonly id?: string;
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

export const json = (tool: string, body: unknown, expected: ToolPayload['expected'], id?: string): ToolPayload => ({
  tool,
  type: JSON_TYPE,
  body: JSON.stringify(body),
  expected,
  id,
});

type Pairs = readonly (readonly [name: string, value: string])[];

export const form = (tool: string, pairs: Pairs, expected: ToolPayload['expected'], id?: string): ToolPayload => ({
  tool,
  type: FORM_TYPE,
  body: new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString(),
  expected,
  id,
});

const BOUNDARY = 'quatro-quatro';

export const parts = (
  tool: string,
  pairs: Pairs,
  expected: ToolPayload['expected'],
  id: string | undefined,
  end = '\r\n',
): ToolPayload => ({
  tool,
  type: `multipart/form-data; boundary=${BOUNDARY}`,
  body: [
    ...pairs.flatMap(([name, value]) => [`--${BOUNDARY}`, `Content-Disposition: form-data; name="${name}"`, '', value]),
    `--${BOUNDARY}--`,
    '',
  ].join(end),
  expected,
  id,
});
