import { plainText } from '../plain-text';

/** What forms and spreadsheets write for yes and no; `verdadeiro` and `falso` are Excel's words in Brazil. */
const YES =
  /^(?:true|verdadeiro|sim|s|yes|y|x|1|ok|(?:sim|yes)[ ,.!].*|(?:eu )?(?:aceito|concordo|autorizo|li e (?:aceito|concordo))\b.*|i (?:agree|accept|consent)\b.*)$/;
const NO =
  /^(?:false|falso|nao|n|no|0|(?:nao|no)[,.!].*|(?:eu )?nao (?:aceito|autorizo|concordo|quero|obrigad).*|i (?:do not|don't|disagree)\b.*)$/;

/** True or false, in Portuguese or English; undefined for another text. */
export function answerIn(cell: string): boolean | undefined {
  const text = plainText(cell);
  return YES.test(text) || (NO.test(text) ? false : undefined);
}
