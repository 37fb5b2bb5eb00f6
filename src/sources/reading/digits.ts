import type { DeliveryField } from '../../contract/source';

/** The content type under which readable bodies are kept. */
export const JSON_TYPE = 'application/json';

/**
 * The digits by which a person is found: of each value, of all values together where an area code stands apart, and of each text of the
 * body, keys too; of a body that could not be read, all digits, also without the escapes of forms, JSON and HTML.
 */
export function digitsIn(
  fields: readonly Pick<DeliveryField, 'value'>[],
  contentType: string | null,
  body: Buffer,
): string {
  const values = fields.map(({ value }) => value);
  const raw = body.toString('latin1');
  const texts = contentType === JSON_TYPE && fields.length > 0 ? raw.split('"') : [raw, raw.replace(ESCAPES, ' ')];
  const runs = [...values, values.join(' '), ...texts].map((text) => text.replace(/\D/g, ''));
  return [...new Set(runs.filter((digits) => digits.length >= FEWEST_DIGITS))].join(' ');
}

const ESCAPES = /%[\da-f]{2}|\\u[\da-f]{4}|&#?\w+;/gi;

/** A number without area code has eight. */
const FEWEST_DIGITS = 8;
