/** Content of a mail: one short Portuguese text, plain and as HTML. Never contains a key. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

interface KeyEvent {
  readonly account: string;
  readonly key: string;
  readonly hint: string;
  /** Brasília time, in Portuguese notation. */
  readonly at: string;
}

export const keyCreatedText = ({ account, key, hint, at }: KeyEvent): MailText =>
  mailText('Nova chave de API criada', [
    `A chave de API “${key}” (final ${hint}) foi criada na conta ${account} em ${at}.`,
    'Se não foi você, revogue a chave no console e avise o suporte.',
  ]);

export const keyRevokedText = ({ account, key, hint, at }: KeyEvent): MailText =>
  mailText('Chave de API revogada', [
    `A chave de API “${key}” (final ${hint}) da conta ${account} foi revogada em ${at}.`,
    'A revogação vale imediatamente. Sistemas que usavam essa chave deixam de ter acesso.',
  ]);

/** Mail about a replaced key that stays valid for a while. */
export const keyReplacedText = ({ account, key, hint, at, ends }: KeyEvent & { readonly ends: string }): MailText =>
  mailText('Chave de API substituída', [
    `A chave de API “${key}” (final ${hint}) da conta ${account} foi substituída em ${at} e vale até ${ends}.`,
    'Até lá, troque a chave nos sistemas que a usam: depois, eles deixam de ter acesso.',
  ]);

export const signInText = (account: string, url: string): MailText =>
  mailText(
    'Seu link de acesso',
    [
      `Use este link para entrar no console da conta ${account}. Ele vale por 15 minutos e só pode ser usado uma vez.`,
      'Se você não pediu este link, ignore esta mensagem.',
    ],
    url,
  );

function mailText(subject: string, [first, last]: readonly [string, string], url?: string): MailText {
  const link = url === undefined ? [] : [url];
  const html = [paragraph(escaped(first)), ...link.map(escaped).map(linkTo).map(paragraph), paragraph(escaped(last))];
  return {
    subject: `${subject} · Entrada`,
    text: `${[first, ...link, last].join('\n\n')}\n`,
    html: `<!doctype html><html lang="pt-BR"><body>${html.join('')}</body></html>`,
  };
}

const paragraph = (html: string): string => `<p>${html}</p>`;
const linkTo = (url: string): string => `<a href="${url}">${url}</a>`;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] as string);
