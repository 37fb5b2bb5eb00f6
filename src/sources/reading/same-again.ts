import type { DeliveryField } from '../../contract/source';
import { SIGNALS } from '../../contract/origin';
import { phoneIn } from '../../imports/cells/phones';
import { isUnfilled } from '../../leads/record/unfilled';
import { isMoment } from './answers';
import { isList, isObject, type Json, type JsonObject, textOf } from './json';
import { isIdentifier, isSecretName, isTechnicalLabel, withoutNth } from './labels';

/** The keys that lead to a tool's id of a submission; the first that is there counts. */
const IDS = [
  ['lead_id'],
  ['form_response', 'token'],
  ['event_id'],
  ['eventId'],
  ['data', 'responseId'],
  ['submissionID'],
  ['submission_id'],
  ['submissionId'],
  ['form_submission_id'],
  ['entry_id'],
  ['id'],
];

/**
 * Returns the tool's own id of the submission: of the header `webhook-id`, at the top of the body, or directly under `data` or
 * `payload`. A person in a list has the id of the own element, or else that of the whole body together with the element.
 */
export function submissionIdOf(webhookId: string | undefined, body: Json, element: Json): string | undefined {
  const shared = usable(webhookId) ?? idIn([body, at(body, 'data'), at(body, 'payload')]);
  if (element === body) return shared;
  return idIn([element]) ?? (shared && `${shared} ${canonical(element)}`);
}

function idIn(places: readonly (Json | undefined)[]): string | undefined {
  for (const keys of IDS) {
    for (const place of places) {
      const id = usable(keys.reduce(at, place));
      if (id !== undefined) return id;
    }
  }
  return undefined;
}

function usable(value: Json | undefined): string | undefined {
  const id = textOf(value);
  return id === undefined || isUnfilled(id, 'text') ? undefined : id;
}

const at = (value: Json | undefined, key: string): Json | undefined =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;

/** Writes a value with its keys in order. */
const canonical = (value: Json): string =>
  JSON.stringify(value, (_, part: Json) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).toSorted(byKey)) : part,
  );

const byKey = ([one]: [string, Json], [other]: [string, Json]): number => (one < other ? -1 : 1);

/**
 * Returns the answers of a delivery in an order of their own: a retry has the same, another submission with its id has not. It does not
 * depend on how they were read, because a retry may come after the owner's mapping was changed. A number that may be a phone counts under
 * any label but that of a moment.
 */
export const comparedValues = (fields: readonly DeliveryField[]): string =>
  JSON.stringify(
    fields
      .filter((field) => !isOfAttempt(field) || mayBePhone(field))
      .map(({ path, value }) => `${path}\n${value}`)
      .toSorted(),
  );

/** Whether a tool may make the value anew for each attempt: a moment, number or id under a name that programs give. */
function isOfAttempt({ label, value }: DeliveryField): boolean {
  if (SIGNALS.some((signal) => signal === label)) return false;
  return isMoment(value) ? isIdentifier(label) : isTechnicalLabel(label) && OF_PROGRAMS.test(value);
}

/** Numbers, flags, ids and addresses of machines. */
const OF_PROGRAMS = /^(?:[\d.,:]*|true|false|null|[\da-f:.-]{16,}|(?=\D*\d)(?=[^a-z]*[a-z])[\w.-]{12,})$/i;

/** Labels of what changes from one attempt to the next. */
const OF_ATTEMPT = /time|date|moment|attempt|retry|nonce|_(?:at|on|ts)$|[a-z]At$|created|updated|sent|received/;

const mayBePhone = ({ label, value }: DeliveryField): boolean =>
  /(?:\d\D{0,3}){10}/.test(value.slice(0, LONGEST_PHONE)) &&
  !OF_ATTEMPT.test(label) &&
  phoneIn(value.slice(0, LONGEST_PHONE)) !== undefined;

const LONGEST_PHONE = 40;

/** What Google's lead forms say at the top of the body. */
export function googleLeadOf(body: Json): { readonly isTest: boolean; readonly key: string | undefined } {
  return { isTest: textOf(at(body, 'is_test')) === 'true', key: textOf(at(body, 'google_key')) };
}

/** Returns the body without keys, tokens, signatures and passwords, which are kept nowhere. */
export function withoutSecrets(body: Json): Json {
  if (isList(body)) return body.map(withoutSecrets);
  if (!isObject(body)) return body;
  const isSecret = isSecretPair(body);
  return Object.fromEntries(
    Object.entries(body)
      .filter(([key]) => !isSecretName(key))
      .map(([key, value]) => [key, isSecret && VALUES.includes(withoutNth(key)) ? null : withoutSecrets(value)]),
  );
}

/** Keys of the value of a pair whose label may name a secret. */
const VALUES = ['value', 'answer', 'values'];

/** Keys of such a label. */
const SECRET_LABELS = ['name', 'label', 'title', 'key', 'id'];

const isSecretPair = (object: JsonObject): boolean =>
  Object.entries(object).some(([key, value]) => {
    const name = SECRET_LABELS.includes(withoutNth(key)) ? textOf(value) : undefined;
    return name !== undefined && isSecretName(name);
  });
