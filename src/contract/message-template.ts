import { described, object, type Of, TEXT } from './document/shape';

/** What the text of a template may name. */
export const PLACEHOLDERS = ['nome', 'conta', 'vendedor'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

const isPlaceholder = (name: string): name is Placeholder => (PLACEHOLDERS as readonly string[]).includes(name);

const IN_BRACES = /\{([^{}]*)\}/g;

/** What a text names in braces, and no template knows. */
export const unknownPlaceholders = (text: string): string[] =>
  [...text.matchAll(IN_BRACES)].flatMap(([whole, name = '']) => (isPlaceholder(name) ? [] : [whole]));

/** Fills a template. An empty value takes the space before it along; at the start of a line, the comma and the space after it. */
export const filled = (text: string, values: Readonly<Record<Placeholder, string>>): string =>
  text.replace(
    /([ \t]?)\{([^{}]*)\}([,;]?[ \t]?)/g,
    (whole, before: string, name: string, after: string, at: number) => {
      if (!isPlaceholder(name)) return whole;
      if (values[name] !== '') return before + values[name] + after;
      return at === 0 || text[at - 1] === '\n' ? '' : after;
    },
  );

/** The first word of a name; empty without one. */
export const firstNameOf = (name: string | null | undefined): string => name?.trim().split(/\s+/, 1)[0] ?? '';

export const MESSAGE_TEMPLATE = object({
  name: TEXT,
  text: described(
    TEXT,
    'With `{nome}`, `{conta}` and `{vendedor}` for the lead’s first name, the account, and the sender’s first name.',
  ),
});
export type MessageTemplate = Of<typeof MESSAGE_TEMPLATE>;
