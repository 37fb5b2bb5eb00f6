import { isConsentSentence, isMomentOfConsent } from '../headers/consent-header';
import { plainText } from './texts';
import { momentIn } from './moments';

/** How the cells under a header are read. */
export interface Answers {
  /** The header itself, which a form writes into the cells of those who ticked it. */
  readonly sentence?: string;
  /** Whether a moment is a yes: `Consentimento em`. */
  readonly areMoments?: boolean;
}

/** Yes and no as forms and spreadsheets write them; `verdadeiro` and `falso` are Excel's words in Brazil. */
const YES =
  /^(?:sim|s|yes|y|true|verdadeiro|1|x|on|checked|✓|✔|☑|(?:eu )?(?:aceito|concordo|autorizo|consinto|li e (?:aceito|concordo))|(?:i )?(?:agree|accept|consent))$/;
const NO = /^(?:nao|n|no|false|falso|0|off|unchecked)$/;
const NOT = /^(?:(?:eu )?nao|i do not|i don't) /;

/** Returns how cells under a header of a consent are read. */
export const answersUnder = (header: string): Answers => ({
  sentence: isConsentSentence(header) ? sentenceOf(header) : undefined,
  areMoments: isMomentOfConsent(header),
});

/**
 * Reads a cell that is wholly a yes or wholly a no, in Portuguese or English, or several of one: `Sim, aceito`. Undefined for any other
 * text, as `Sim, pediu exclusão`: a consent that has to be interpreted is none.
 */
export function answerIn(cell: string, { sentence, areMoments = false }: Answers = {}): boolean | undefined {
  if (sentenceOf(cell) === sentence || (areMoments && momentIn(cell) !== undefined)) return true;
  const parts = plainText(cell)
    .split(/ ?[,.;!] ?/)
    .filter(Boolean);
  const isYes = (part: string): boolean => YES.test(part) || (!part.includes('?') && isConsentSentence(part));
  const isNo = (part: string): boolean => NO.test(part) || (NOT.test(part) && isYes(part.replace(NOT, '')));
  if (parts.length === 0) return undefined;
  return parts.every(isYes) ? true : parts.every(isNo) ? false : undefined;
}

const sentenceOf = (text: string): string =>
  plainText(text)
    .replace(/[.!?*:]/g, '')
    .trim();
