import type { RawRequest, Script } from '../../support/raw-http';

/** Credentials and ids for hostile requests. */
export interface World {
  /** A key with every permission. */
  readonly key: string;
  readonly writeOnlyKey: string;
  readonly revokedKey: string;
  readonly operatorToken: string;
  readonly accountId: string;
  readonly leadId: string;
  readonly dealId: string;
  readonly pipelineId: string;
  readonly entryStageId: string;
  readonly wonStageId: string;
  readonly keyId: string;
  /** Of a source. */
  readonly token: string;
  /** Ids of another account. */
  readonly foreign: { readonly leadId: string; readonly pipelineId: string; readonly stageId: string };
}

export interface Expected {
  readonly status: number;
  readonly code?: string;
  /** The refused fields, in order. */
  readonly fields?: readonly string[];
}

/** A request, or several on one connection. `expected` has one entry per answer, in order. */
export interface HostileCase {
  readonly name: string;
  readonly send: (world: World) => RawRequest | Script;
  readonly expected: readonly Expected[];
}

export const hostile = (name: string, send: HostileCase['send'], ...expected: Expected[]): HostileCase => ({
  name,
  send,
  expected,
});

/** Splits a list of values without blanks. */
export const words = (text: string): string[] => text.trim().split(/\s+/);

export const OK: Expected = { status: 200 };
export const CREATED: Expected = { status: 201 };
export const BAD_JSON: Expected = { status: 400, code: 'invalid_json' };
export const NO_KEY: Expected = { status: 401, code: 'invalid_api_key' };
export const ABSENT: Expected = { status: 404, code: 'not_found' };
export const TOO_LARGE: Expected = { status: 413, code: 'payload_too_large' };
export const invalid = (...fields: string[]): Expected => ({ status: 422, code: 'validation_error', fields });

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** Makes a call of the partner API with a key that has every permission. */
export const partner =
  (method: string, path: string | ((world: World) => string), more: Partial<RawRequest> = {}) =>
  (world: World): RawRequest => ({
    method,
    target: `/api/v1${typeof path === 'string' ? path : path(world)}`,
    ...more,
    headers: { ...bearer(world.key), ...more.headers },
  });

/** Makes a POST /leads. Text and bytes are sent unchanged. */
export const submit = (body: unknown, headers: RawRequest['headers'] = {}) =>
  partner('POST', '/leads', { body: bytesOf(body), headers });

export const bytesOf = (body: unknown): string | Uint8Array =>
  typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);

let phones = 0;
/** A valid phone that no other case uses. */
export const freshPhone = (): string => `11987${String(++phones).padStart(6, '0')}`;

/** Returns a short printable name for a value. */
export const nameOf = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
  const shown = text.replace(/[^\x20-\x7e]/g, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
  return shown.length > 60 ? `${shown.slice(0, 60)}… (${text.length})` : shown;
};
