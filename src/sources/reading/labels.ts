import { MAX_LISTED_TEXT } from '../../contract/limits';
import { cutText } from '../../imports/cells/texts';

/** What tools put before the name of a field: `q12_` of Jotform, `field_3_`, `your-` of Contact Form 7. */
const PREFIX = /^(?:q\d+[_:-]|field[_-]?\d+[_:-]?(?=\p{L})|your[-_ ])(?=.)/iu;

/** Returns the key of a value as a label. */
export const labelOfKey = (key: string): string => shownLabel(key.slice(0, LONGEST).replace(PREFIX, ''));

/** Returns a label as it is shown, without the tags of a page, and not longer than a text in a list. */
export const shownLabel = (label: string): string =>
  cutText(
    label
      .slice(0, LONGEST)
      .replace(/<[^<>]*>/g, ' ')
      .trim(),
    MAX_LISTED_TEXT,
  );

/** Keys of lists that say what their elements are. */
const CONTACTS = new Set(
  `phone phones phonenumber phonenumbers mobile telefone telefones telefono telefonos fone fones celular celulares whatsapp email emails
   emailaddress emailaddresses correo correos`.split(/\s+/),
);

/** Whether a key names what the elements of its list are: phones, or e-mail addresses. */
export const namesContacts = (key: string): boolean =>
  key.length <= LONGEST && CONTACTS.has(key.toLowerCase().replace(/[^a-z]/g, ''));

/** Returns the label of a pair. Among phones, `work` is the kind of one. */
export function labelOfPair(question: string | undefined, key: string): string | undefined {
  return question !== undefined && namesContacts(key) && /^\p{L}+$/u.test(question)
    ? `${question} ${labelOfKey(key)}`
    : question;
}

/** The part of a label to look at: keys may have 60,000 characters. */
const LONGEST = 500;

/** Whether a label may be a name that programs give, such as `form_id`: one without spaces. */
export const isIdentifier = (label: string): boolean => /^[\w.:-]+$/.test(label);

/** Splits a name that programs give into its words, faster than a header. */
const keyWords = (key: string): string[] =>
  key
    .slice(0, LONGEST)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean);

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Words of names that programs give to what no person answered. */
const TECHNICAL = setOf(
  `id ids uid uuid guid gid ip hash nonce csrf key keys version api url uri href link path slug pretty raw html xml json host domain
   page site locale lang language timezone tz browser device user agent ua os platform referer referrer cookie session form
   formulario trigger webhook action event attempt retry delivery submission submit submitted response respondent created updated
   datetime timestamp landed sent received test organic ad ads adset adgroup campaign creative utm gclid fbclid fbp fbc workspace
   tenant tracker server build preview captcha recaptcha hcaptcha turnstile honeypot antispam akismet wpnonce hidden subscribed
   subscribe opted optin currency initiated serial total vid`,
);

/** Words that are technical only alone, or next to another technical one. */
const TECHNICAL_ALONE = setOf(
  `title type kind status state order index position count date time moment method object entry lead list score account owner
   stage pipeline channel source medium ref template name nome on at of do da de by remote required is has address`,
);

/** The same in labels that people read, which may well ask for a page or a campaign. */
const TECHNICAL_IN_QUESTIONS = setOf('uuid ip hash token slug pretty gclid fbclid timestamp');

/** Whether a label names what tools add: ids, addresses, moments, states. */
export function isTechnicalLabel(label: string): boolean {
  if (/^[_\d]/.test(label) || !/\p{L}{2}/u.test(label)) return true;
  const words = keyWords(label);
  if (words.every((word) => TECHNICAL.has(word) || TECHNICAL_ALONE.has(word))) return true;
  if (!isIdentifier(label)) return words.some((word) => TECHNICAL_IN_QUESTIONS.has(word));
  return words.some((word) => TECHNICAL.has(word)) || /\d{2}/.test(label);
}

const SECRET_NAMES =
  /^(?:.*(?:google|api|access|secret|private|auth|signing|webhook|security|client|license|app) key|(?:.* )?(?:tokens?|secrets?|signatures?|assinatura digital|passwords?|passwd|senhas?|hmac|csrf|nonce|wpnonce|authorization|captcha|recaptcha|hcaptcha|turnstile)|.*captcha.*|.*turnstile.*|.* signature .*)$/;

/** A part of each such name, which is looked for first. */
const MAY_BE_SECRET = /key|token|secret|sign|assin|pass|senha|hmac|csrf|nonce|auth|captcha|turnstile/i;

/** Returns a key without its number, where an object has it more than once. */
export const withoutNth = (key: string): string => key.replace(/#\d+$/, '');

/** Whether a key or label names what must not be kept: a key, token, signature or password. */
export const isSecretName = (name: string): boolean =>
  MAY_BE_SECRET.test(name.slice(0, LONGEST)) && SECRET_NAMES.test(keyWords(withoutNth(name)).join(' '));
