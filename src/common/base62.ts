const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Writes the number in base 62, padded with zeros to `width` digits. */
export function base62(number: bigint, width: number): string {
  let text = '';
  for (let rest = number; rest > 0n; rest /= 62n) text = DIGITS[Number(rest % 62n)] + text;
  return text.padStart(width, '0');
}

/** Reads a base 62 text; undefined when it has another character. */
export function fromBase62(text: string): bigint | undefined {
  let number = 0n;
  for (const character of text) {
    const digit = DIGITS.indexOf(character);
    if (digit < 0) return undefined;
    number = number * 62n + BigInt(digit);
  }
  return number;
}
