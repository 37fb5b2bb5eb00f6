/** Explains a list in place of an object: PHP writes an array without entries as a list. */
export function listHint(value: unknown): string {
  if (!Array.isArray(value)) return '';
  return value.length === 0
    ? ', e não uma lista vazia ([]): em PHP, um array vazio vira []; use (object) [] ou não envie o campo'
    : ', e não uma lista';
}
