import type { Steps } from '../../common/in-slices';
import { headerWords } from '../../imports/headers/header-words';
import { namesOthers } from '../../imports/headers/persons-question';
import { phoneIn } from '../../imports/cells/phones';
import type { BodyField, Holder } from './body-fields';

/** Where one person's fields are: the holders in the order to look in, the one of the phone first. */
export interface PersonGroup {
  /** The holders with the person's phone. */
  readonly own: readonly Holder[];
  /** The holders around the first of them, the nearest first. */
  readonly around: readonly Holder[];
}

/** A field with a phone, and the area code that stands next to it. */
export interface PhoneField extends BodyField {
  readonly areaCode?: string;
}

/** More phones in a body than this are not one person's. */
const MOST_PHONES = 40;

/**
 * Finds the group of the one person whose phones these are: the outermost holder that has all different numbers, with others that
 * repeat some of them. Undefined for different numbers in different holders, which are two people's.
 */
export function* groupOf(phones: readonly PhoneField[]): Steps<PersonGroup | 'no_phone' | 'two_phones'> {
  if (phones.length > MOST_PHONES) return 'two_phones';
  const keysOf = new Map<Holder, Set<string>>();
  for (const { value, holder, areaCode } of phones) {
    const key = phoneIn(value, areaCode)?.key;
    if (key !== undefined) keysOf.set(holder, (keysOf.get(holder) ?? new Set()).add(key));
    yield;
  }
  if (keysOf.size === 0) return 'no_phone';
  const all = new Set([...keysOf.values()].flatMap((keys) => [...keys])).size;
  const own = [...keysOf.keys()].filter((holder) => !isOfOthers(holder)).toSorted(outermostFirst);
  const first = own.find((holder) => keysOf.get(holder)?.size === all);
  if (first) return { own: [first, ...own.filter((holder) => holder !== first)], around: parentsOf(first) };
  return own.length > 0 ? 'two_phones' : 'no_phone';
}

/** Returns the group of a field that the owner named as the phone. */
export const groupAround = ({ holder }: BodyField): PersonGroup => ({ own: [holder], around: parentsOf(holder) });

const outermostFirst = (one: Holder, other: Holder): number =>
  one.depth - other.depth || (one.order < other.order ? -1 : 1);

function parentsOf({ parent }: Holder): Holder[] {
  return parent ? [parent, ...parentsOf(parent)] : [];
}

/** Keys of things that have a phone, a name and an address of their own. */
const THINGS = new Set(
  `form formulario page pagina site website company empresa organization organizacao store loja shop clinica clinic school escola
   branch filial unidade account conta business negocio vendor merchant channel canal bot instance support suporte location local
   hotel restaurant restaurante to destination destino receiver`.split(/\s+/),
);

/** Those who serve the person, by keys of tools. */
const SERVING = new Set(
  `host provider staff employee funcionario operator operador producer produtor coproducer coprodutor organizer organizador advertiser
   anunciante professional profissional instructor instrutor assignee`.split(/\s+/),
);

/** Things on whose pages the person was. */
const VISITED = new Set('form formulario page pagina site website location local'.split(' '));

/** Whether a holder, or one around it, is of somebody or something else: `company`, `seller`, `emergency_contact`. */
const isOfOthers = (holder: Holder): boolean => isOf(holder, (word) => THINGS.has(word));

/** The same for addresses: that of the page is the person's way here. */
export const hasOthersPage = (holder: Holder): boolean =>
  isOf(holder, (word) => THINGS.has(word) && !VISITED.has(word));

const isOf = (holder: Holder, isThing: (word: string) => boolean): boolean =>
  [holder, ...parentsOf(holder)].some(({ key }) => {
    const words = headerWords(key);
    return (
      namesOthers(words) || words.some((word) => SERVING.has(word)) || (words.length === 1 && isThing(words[0] ?? ''))
    );
  });

/** Keys that lead from a form, an event or a table to the values of a person. */
const CONTAINERS = new Set(
  `data fields answers responses values payload body submission submissions response event entry entries record attributes properties
   questions respostas campos dados form lead leads formdata`.split(/\s+/),
);

/** Words of the fields of a form or an event. */
const OF_FORM = new Set('form formulario site event trigger webhook submitted submission'.split(' '));

/** Whether a field is one of a form or an event, so that a bare `name` next to it is theirs. */
export const isOfForm = (words: readonly string[]): boolean => words.some((word) => OF_FORM.has(word));

/**
 * Whether a bare `name` around the inner holder, that of a phone, is that of a form, an event or a table. Without the inner one, the
 * holders around the phone do not count.
 */
export const namesForm = (
  { path, value, holder }: BodyField,
  inner: Holder | null,
  forms: ReadonlySet<Holder>,
): boolean =>
  /(?:^|\.)(?:name|nome|nombre)$/i.test(path) &&
  (forms.has(holder) ||
    isOfForm(headerWords(value)) ||
    between(inner, holder).some(({ key }) => isContainer(headerWords(key))));

/** The holders from the inner one out to another around it. */
const between = (inner: Holder | null, holder: Holder): Holder[] =>
  inner ? [inner, ...parentsOf(inner)].slice(0, inner.depth - holder.depth) : [];

/** `Custom fields` are those of the person around them. */
const isContainer = (words: readonly string[]): boolean =>
  !words.includes('custom') && words.some((word) => CONTAINERS.has(word));
