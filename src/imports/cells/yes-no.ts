import { plainText } from '../plain-text';

/** Yes and no as forms and spreadsheets write them; `verdadeiro` and `falso` are Excel's words in Brazil. */
const YES =
  /^(?:true|verdadeiro|sim|s|yes|y|x|1|ok|(?:sim|yes)[ ,.!].*|(?:eu )?(?:aceito|concordo|autorizo|li e (?:aceito|concordo))\b.*|i (?:agree|accept|consent)\b.*)$/;
const NO =
  /^(?:false|falso|nao|n|no|0|(?:nao|no)[,.!].*|(?:eu )?nao (?:aceito|autorizo|concordo|quero|obrigad).*|i (?:do not|don't|disagree)\b.*)$/;
/** Makes a yes doubtful: `Aceito: não`, `Sim ou não`, `Sim, revogado`. `No` alone is Portuguese too. */
const DOUBTFUL =
  /\b(?:nao|nem|nunca|jamais|not|never|don't|parcial\w*|exceto|except|menos|salvo|recuso|(?:recus|neg|revog|cancel|retir)(?:ad[oa]|ou|uei|ei)|revoked|cancell?ed|withdrawn|pendente)\b|\bno$|\?/;

/** Reads yes or no in Portuguese or English; undefined for other or ambiguous text. */
export function answerIn(cell: string): boolean | undefined {
  const text = plainText(cell);
  if (NO.test(text)) return false;
  return YES.test(text) && !DOUBTFUL.test(text) ? true : undefined;
}
