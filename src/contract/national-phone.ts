/** The digits of a phone as people write it: `5511987654321` as `(11) 98765-4321`; foreign numbers with their +. */
export function nationalPhone(digits: string): string {
  const [, area, first, last] = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(digits) ?? [];
  return area ? `(${area}) ${first}-${last}` : `+${digits}`;
}
