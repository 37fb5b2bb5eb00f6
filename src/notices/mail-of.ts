import {
  invitationText,
  keyCreatedText,
  keyReplacedText,
  keyRevokedText,
  type MailText,
  signInText,
} from './mail-text';
import type { ClaimedMail } from './outbox.queries';
import type { Config } from '../config/config';
import type { MailKind } from '../contract/mail';
import { brasiliaTime } from '../common/brasilia-time';
import { linkUrl } from '../auth/sessions/account-token';

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
