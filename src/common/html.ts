const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for the content and the quoted attributes of HTML. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] as string);
