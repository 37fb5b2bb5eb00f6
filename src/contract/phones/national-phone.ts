/** Formats a phone's digits: `5511987654321` as `(11) 98765-4321`; foreign numbers with their +. */
export function nationalPhone(digits: string): string {
  const brazilian = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(digits);
  return brazilian ? `(${brazilian[1]}) ${brazilian[2]}-${brazilian[3]}` : `+${digits}`;
}
