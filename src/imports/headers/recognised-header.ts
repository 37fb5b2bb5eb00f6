import type { ImportColumn } from '../../contract/import-columns';
import { isConsentHeader, mentionsConsent } from './consent-header';
import { type Exactness, fieldNamed, isNoField, type NamePart, partNamed } from './field-names';
import { headerWords } from './header-words';
import { asksThePerson } from './persons-question';
import {
  hasPhoneWord,
  isAreaCodeHeader,
  isPhoneWord,
  namesPhone,
  phoneExactness,
  phoneKind,
  rankOfKind,
} from './phone-header';

/** A header, or the label of a form's field, recognised by its words alone. */
export interface RecognisedHeader {
  readonly words: readonly string[];
  /** The field that it names; null for none. */
  readonly field: ImportColumn | null;
  readonly exactness: Exactness;
  /** Whether the header has words that are not understood: only e-mail and notes are read from such ones. */
  readonly isGuessed: boolean;
  /** What a column is guessed to hold if no other header names it. */
  readonly mayBe: 'phone' | 'name' | null;
  readonly part: NamePart;
  readonly isAreaCode: boolean;
  /** Whether it mentions a phone, or a consent, of any kind. */
  readonly mentions: 'phone' | 'consent' | null;
}

const NAME = /^(?:nomes?|names?|completo|full|sobrenome)$/;
const EMAIL = /^emails?$/;
const NOTES = /^(?:mensagem|message|observacao|observacoes|comentarios?)$/;

/** Recognises a header in Portuguese or English: it is known wholly, or it is not (decisions on files of leads). */
export function recognise(header: string): RecognisedHeader {
  const words = headerWords(header);
  const isAreaCode = isAreaCodeHeader(words);
  const recognised = isAreaCode ? undefined : recognisedField(header, words);
  const isPhone = hasPhoneWord(words);
  const guessed = recognised || isAreaCode ? undefined : textField(header, words);
  return {
    words,
    field: recognised?.field ?? guessed ?? null,
    exactness: recognised?.exactness ?? 2,
    isGuessed: guessed !== undefined,
    mayBe: recognised || guessed || isAreaCode ? null : mayBe(header, words),
    part: partNamed(words),
    isAreaCode,
    mentions: isPhone ? 'phone' : mentionsConsent(words) ? 'consent' : null,
  };
}

function recognisedField(
  header: string,
  words: readonly string[],
): { readonly field: ImportColumn; readonly exactness: Exactness } | undefined {
  const named = fieldNamed(words);
  if (named) return named;
  const exactness = phoneExactness(words);
  if (exactness !== undefined) return { field: 'phone', exactness };
  return isConsentHeader(header) ? { field: 'consent', exactness: 1 } : undefined;
}

function mayBe(header: string, words: readonly string[]): RecognisedHeader['mayBe'] {
  if (isNoField(words)) return null;
  if (hasPhoneWord(words)) return namesPhone(words) && asksThePerson(header, isPhoneWord) ? 'phone' : null;
  const hasName = words.some((word) => /^(?:nome|name)s?$/.test(word));
  return hasName && asksThePerson(header, (word) => NAME.test(word)) ? 'name' : null;
}

/** E-mail and notes are read from questions with other words too. */
function textField(header: string, words: readonly string[]): 'email' | 'notes' | undefined {
  if (isNoField(words)) return undefined;
  if (asksThePerson(header, (word) => EMAIL.test(word))) return 'email';
  return words.some((word) => NOTES.test(word)) &&
    !words.some((word) => hasPhoneWord([word]) || EMAIL.test(word)) &&
    !ELSEWHERE.test(words.join(' '))
    ? 'notes'
    : undefined;
}

/** Words that give a message another subject than what the person wrote. */
const ELSEWHERE =
  /\b(?:status|campanha|campaign|ad|form|formulario|id|url|total|date|data|hora|enviada|enviado|anexo|tipo|type|receber|aceito|autorizo|marketing|automatica)\b/;

const UNKNOWN = 3;

/** The order to try the columns of phones, or of e-mails, in: by exactness of the header, then by kind; lower comes first. */
export function headerRank(header: string): number {
  const { words, field, exactness } = recognise(header);
  return 10 * (field === 'phone' || field === 'email' ? exactness : UNKNOWN) + rankOfKind(phoneKind(words));
}
