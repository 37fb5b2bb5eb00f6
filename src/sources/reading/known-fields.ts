import type { Steps } from '../../common/in-slices';
import type { ImportColumn } from '../../contract/import-columns';
import type { MappedField } from '../../contract/source';
import { areaCodeIn } from '../../imports/cells/phones';
import { recognise, type RecognisedHeader } from '../../imports/headers/recognised-header';
import { isUnfilled } from '../../leads/record/unfilled';
import { type BodyField, bodyFields } from './body-fields';
import type { Json } from './json';

/** A field of the body with what its label says. */
export interface KnownField {
  readonly field: BodyField;
  readonly header: RecognisedHeader;
  /** The owner's answer: null for a field that is not read; undefined without one. */
  readonly mapped: ImportColumn | null | undefined;
  /** Whether the value is what a template left in its place. */
  readonly isUnfilled: boolean;
  /** The value of a field for area codes. */
  readonly areaCode?: string;
}

/** What deliveries never say: the moment is the arrival's, and sources have ids of their own. */
const NEVER: readonly (ImportColumn | null)[] = ['created_at', 'external_id'];

/** The owner's answers, by path. */
export const ownersFields = (mapping: readonly MappedField[]): ReadonlyMap<string, ImportColumn | null> =>
  new Map(mapping.map(({ path, field }) => [path, NEVER.includes(field) ? null : field]));

/** Lists the fields of a body, each recognised by its label. */
export function* knownFields(body: Json, mapping: readonly MappedField[]): Steps<readonly KnownField[]> {
  const answers = ownersFields(mapping);
  const headers = new Map<string, RecognisedHeader>();
  const known: KnownField[] = [];
  for (const field of yield* bodyFields(body)) {
    const header = headers.get(field.label) ?? recognise(field.label);
    headers.set(field.label, header);
    known.push({
      field,
      header,
      mapped: answers.get(field.path),
      isUnfilled: isUnfilled(field.value.slice(0, LONGEST), 'text'),
      ...(header.isAreaCode && { areaCode: areaCodeIn(field.value) }),
    });
    yield;
  }
  return known;
}

/** What a template leaves is short. */
const LONGEST = 1_000;
