/** What to do about a list in the place of an object. PHP makes an empty list of an array without entries. */
export function listHint(value: unknown): string {
  if (!Array.isArray(value)) return '';
  return value.length === 0
    ? ', e não uma lista vazia ([]): em PHP, um array vazio vira []; use (object) [] ou não envie o campo'
    : ', e não uma lista';
}
