import { headerWords, withoutArticles, wordSet } from './header-words';

/** Verbs of a person who agrees, and nouns for it, with the words that lead to what they agree to. */
const AGREES =
  'aceito aceita aceitou aceite concordo concorda concordou concordancia autorizo autoriza autorizou autorizacao consinto consente ' +
  'consentiu consentimento permito permite permissao';
/** What a lead agrees to: contact, or the use of data. */
const OBJECTS =
  'contato, ser contatado, ser contatada, receber contato, receber contatos, entrar contato, ' +
  'entrem contato, uso dados, uso dados contato, uso dados pessoais, tratamento dados, tratamento dados pessoais, coleta dados, ' +
  'politica privacidade, politicas privacidade, lgpd';
const OTHER_NAMES =
  'lgpd, consentimento, consentimento cliente, consentimento lead, consentiu, consent, lgpd consent, gdpr, gdpr consent, data consent, contact consent, privacy consent, ' +
  'consent contact, consent contacted, consent be contacted, i consent be contacted, i agree be contacted, agree be contacted, ' +
  'i agree privacy policy, i accept privacy policy, agree privacy policy, accept privacy policy, privacy policy accepted, ' +
  'privacy policy consent, li aceito politica privacidade, li concordo politica privacidade, consent data processing';

const PHRASES = new Set([
  ...OTHER_NAMES.split(', '),
  ...AGREES.split(' ').flatMap((verb) => [`lgpd ${verb}`, ...OBJECTS.split(', ').map((object) => `${verb} ${object}`)]),
]);

/** Ways to contact a person. E-mail is not among them, because its consent does not cover calls. */
const CHANNELS = wordSet('por via pelo ou whatsapp telefone ligacao sms mensagem');

/** The words of a phrase in the order of the table: without articles, `eu`, `to`, a last `LGPD`, and ways to contact. */
function phraseOf(words: readonly string[]): string {
  const phrase = withoutArticles(
    words.filter((word) => !['eu', 'voce', 'you', 'to', 'with', 'ao', 'aos'].includes(word)),
  ).split(' ');
  if (phrase.length > 1 && phrase.at(-1) === 'lgpd') phrase.pop();
  while (CHANNELS.has(phrase.at(-1) ?? '')) phrase.pop();
  return phrase.join(' ');
}

/** Recognises a question whose yes is a consent to contact or to the use of data, in words of a list. */
export const isConsentHeader = (header: string): boolean => askForConsent(headerWords(header));

/** Recognises `Consentimento em`, whose cells are the moments of a consent. */
export const isMomentOfConsent = (header: string): boolean => areMoment(headerWords(header));

/** Recognises a sentence of a person who consents: `Aceito ser contatado`. */
export function isConsentSentence(text: string): boolean {
  const words = headerWords(text);
  return words.length > 1 && FIRST_PERSON.test(words.join(' ')) && askForConsent(words);
}

const FIRST_PERSON = /^(?:eu |i )?(?:li e )?(?:aceito|concordo|autorizo|consinto|permito|agree|accept|consent)\b/;

function askForConsent(words: readonly string[]): boolean {
  // `No consent`: elsewhere a Portuguese article.
  if (words[0] === 'no') return false;
  const phrase = phraseOf(areMoment(words) ? words.slice(0, -1) : words);
  return PHRASES.has(phrase) || PHRASES.has(withoutArticles(words));
}

const areMoment = (words: readonly string[]): boolean =>
  /^(?:consent\w*|lgpd|aceite lgpd)( given)? (?:em|at|on)$/.test(words.join(' '));

/** Recognises a consent to whatever: such a header is named in the report when it is not read. */
export const mentionsConsent = (words: readonly string[]): boolean =>
  words.some((word) =>
    /^(?:lgpd|gdpr|consent\w*|aceit(?:e|o|a|ou)|autoriz\w*|concord\w*|opt|optin|optout|descadastr\w*)$/.test(word),
  );
