import { brasiliaTime } from '../../common/brasilia-time';
import { escaped } from '../../common/html';
import { LINK_MINUTES } from '../../contract/limits';
import type { MailKind } from '../../contract/mail';
import type { GivenRole } from '../../contract/members/roles';

interface KeyParams {
  readonly account: string;
  readonly key: string;
  readonly hint: string;
}

interface RevokedKeyParams extends KeyParams {
  /** Brasília time at which a replaced key ends, in Portuguese notation. */
  readonly ends?: string;
}

/** A sign-in link in a mail, each of another account. */
export interface MailedLink {
  readonly account_id: string;
  readonly account: string;
  readonly link_id: string;
}

interface SignInParams {
  readonly links: readonly MailedLink[];
}

interface InvitationParams {
  readonly account: string;
  readonly link_id: string;
  /** Days for which the link is valid. */
  readonly invitation_days: number;
  readonly role: GivenRole;
}

/** A link of a mail that can still be used. */
export interface OpenableLink {
  readonly account: string;
  readonly url: string;
  readonly expiresAt: Date;
}

/** What a text needs besides its parameters. */
interface Delivery {
  readonly createdAt: Date;
  readonly links: readonly OpenableLink[];
  /** Address of the sign-in page. */
  readonly signInPage: string;
}

/** Content of a mail: one short Portuguese text, plain and as HTML. Never contains a key. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const AS_ROLE = { manager: ', como gestor(a)', seller: ', como vendedor(a)' } as const satisfies Record<
  GivenRole,
  string
>;

/** Each kind of mail: its parameters, as the outbox stores them, and its text. Parameters never contain a key or a token. */
const MAILS = {
  'api_key.created': ({ account = '', key = '', hint = '' }: KeyParams, { createdAt }) =>
    layout('Nova chave de API criada', [
      `A chave de API “${key}” (final ${hint}) foi criada na conta ${account} em ${brasiliaTime(createdAt)}.`,
      'Se não foi você, revogue a chave no console e avise o suporte.',
    ]),

  'api_key.revoked': ({ account = '', key = '', hint = '', ends }: RevokedKeyParams, { createdAt }) => {
    const [theKey, at] = [`A chave de API “${key}” (final ${hint}) da conta ${account}`, brasiliaTime(createdAt)];
    if (ends)
      return layout('Chave de API substituída', [
        `${theKey} foi substituída em ${at} e vale até ${ends}.`,
        'Até lá, troque a chave nos sistemas que a usam: depois, eles deixam de ter acesso.',
      ]);
    return layout('Chave de API revogada', [
      `${theKey} foi revogada em ${at}.`,
      'A revogação vale imediatamente. Sistemas que usavam essa chave deixam de ter acesso.',
    ]);
  },

  sign_in_link: (params: SignInParams | InvitationParams, { links, signInPage }) => {
    const [link, another] = links;
    if (link && 'role' in params) {
      const { account = '', role } = params;
      return layout(
        `Convite para a equipe de ${account}`,
        [
          `Você agora faz parte da equipe da conta ${account}${AS_ROLE[role]}. Use este link para entrar no console; ele só pode ser usado uma vez, até ${brasiliaTime(link.expiresAt)} (horário de Brasília). Se ele vencer, ou para entrar outra vez, peça um link com este e-mail na página de entrada: ${signInPage}`,
          'Se você não conhece esta conta, ignore esta mensagem.',
        ],
        [{ url: link.url }],
      );
    }
    if (link && !another)
      return layout(
        'Seu link de acesso',
        [
          `Use este link para entrar no console da conta ${link.account}. Ele vale por ${LINK_MINUTES} minutos e só pode ser usado uma vez.`,
          'Se você não pediu este link, ignore esta mensagem.',
        ],
        [{ url: link.url }],
      );
    return layout(
      'Seus links de acesso',
      [
        `Use um destes links para entrar no console. Cada um abre uma conta, vale por ${LINK_MINUTES} minutos e só pode ser usado uma vez.`,
        'Se você não pediu estes links, ignore esta mensagem.',
      ],
      links,
    );
  },
} satisfies Record<MailKind, (params: never, delivery: Delivery) => MailText>;

export type Mail = {
  [Kind in MailKind]: { readonly kind: Kind; readonly params: Parameters<(typeof MAILS)[Kind]>[0] };
}[MailKind];

/** Text of a mail in the outbox. */
export function textOf({ kind, params }: Mail, delivery: Delivery): MailText {
  const text: (params: never, delivery: Delivery) => MailText = MAILS[kind];
  return text(params as never, delivery);
}

/** Links of a mail with sign-in links. Release 1.2.0 stores a single one as an invitation does. */
export function linksIn(accountId: string, params: SignInParams | InvitationParams): readonly MailedLink[] {
  if ('links' in params) return params.links;
  const { account = '', link_id } = params;
  return link_id ? [{ account_id: accountId, account, link_id }] : [];
}

function layout(
  subject: string,
  [first, last]: readonly [string, string],
  links: readonly { readonly account?: string; readonly url: string }[] = [],
): MailText {
  const html = [
    paragraph(escaped(first)),
    ...links.map(({ account, url }) => paragraph(`${escaped(account ? `${account}: ` : '')}${linkTo(escaped(url))}`)),
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
