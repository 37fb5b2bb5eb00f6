import { LINK_MINUTES } from '../contract/limits';
import type { GivenRole } from '../contract/members/roles';
import type { ClaimedMail } from './outbox.queries';
import type { Config } from '../config/config';
import type { MailKind } from '../contract/mail';
import { brasiliaTime } from '../common/brasilia-time';
import { linkUrl } from '../auth/sessions/account-token';

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

interface LinkOfAccount {
  readonly account: string;
  readonly url: string;
}

const IGNORE = 'Se você não pediu este link, ignore esta mensagem.';

/** Mail with a sign-in link for each account of an address. */
export function signInText(links: readonly LinkOfAccount[]): MailText {
  const [only, another] = links;
  if (!only || another) {
    const first = `Use um destes links para entrar no console. Cada um abre uma conta, vale por ${LINK_MINUTES} minutos e só pode ser usado uma vez.`;
    return mailText('Seus links de acesso', [first, 'Se você não pediu estes links, ignore esta mensagem.'], links);
  }
  const first = `Use este link para entrar no console da conta ${only.account}. Ele vale por ${LINK_MINUTES} minutos e só pode ser usado uma vez.`;
  return mailText('Seu link de acesso', [first, IGNORE], [{ ...only, account: '' }]);
}

interface Invitation {
  readonly account: string;
  readonly role: GivenRole;
  readonly url: string;
  /** Brasília time, in Portuguese notation. */
  readonly until: string;
  /** Address of the sign-in page. */
  readonly page: string;
}

const AS_ROLE = { manager: ', como gestor(a)', seller: ', como vendedor(a)' } as const satisfies Record<
  GivenRole,
  string
>;

/** Mail by which somebody becomes a member of an account. */
export const invitationText = ({ account, role, url, until, page }: Invitation): MailText =>
  mailText(
    `Convite para a equipe de ${account}`,
    [
      `Você agora faz parte da equipe da conta ${account}${AS_ROLE[role]}. Use este link para entrar no console; ele só pode ser usado uma vez, até ${until} (horário de Brasília). Se ele vencer, ou para entrar outra vez, peça um link com este e-mail na página de entrada: ${page}`,
      'Se você não conhece esta conta, ignore esta mensagem.',
    ],
    [{ account: '', url }],
  );

function mailText(
  subject: string,
  [first, last]: readonly [string, string],
  links: readonly LinkOfAccount[] = [],
): MailText {
  const html = [
    paragraph(escaped(first)),
    ...links.map(({ account, url }) => paragraph(`${escaped(account && `${account}: `)}${linkTo(escaped(url))}`)),
    paragraph(escaped(last)),
  ];
  const lines = links.map(({ account, url }) => (account ? `${account}:\n${url}` : url));
  return {
    subject: `${subject} · Entrada`,
    text: `${[first, ...lines, last].join('\n\n')}\n`,
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

/** A sign-in link to write in a mail, and the account that it opens. */
export interface TokenOfLink {
  readonly account: string;
  readonly token: string;
  readonly expiresAt: Date;
}

interface Content {
  readonly config: Config;
  readonly mail: ClaimedMail;
  readonly links: readonly TokenOfLink[];
}

/** Text of each kind of mail. */
const TEXTS: Readonly<Record<MailKind, (content: Content) => MailText>> = {
  'api_key.created': ({ mail }) => keyCreatedText(keyEventOf(mail)),
  'api_key.revoked': ({ mail }) => {
    const { ends } = mail.params;
    return ends ? keyReplacedText({ ...keyEventOf(mail), ends }) : keyRevokedText(keyEventOf(mail));
  },
  sign_in_link: linkText,
};

/** Text of a mail in the outbox. A mail with sign-in links needs their tokens. */
export const mailOf = (config: Config, mail: ClaimedMail, links: readonly TokenOfLink[]): MailText =>
  TEXTS[mail.kind]({ config, mail, links });

function keyEventOf({ params, createdAt }: ClaimedMail) {
  const { account = '', key = '', hint = '' } = params;
  return { account, key, hint, at: brasiliaTime(createdAt) };
}

function linkText({ config, mail, links }: Content): MailText {
  const { account = '', role } = mail.params;
  const urls = links.map((link) => ({ account: link.account, url: linkUrl(config, link.token) }));
  const [link] = links;
  if (!role || !link) return signInText(urls);
  const [url, until] = [linkUrl(config, link.token), brasiliaTime(link.expiresAt)];
  return invitationText({ account, role, url, until, page: `${config.publicUrl}/console` });
}
