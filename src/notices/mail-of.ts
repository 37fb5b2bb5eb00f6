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
import { brasiliaTime } from '../common/brasilia-time';
import { linkUrl } from '../auth/sessions/sign-in-token';

/** A sign-in link to write in a mail, and the account that it opens. */
export interface TokenOfLink {
  readonly account: string;
  readonly token: string;
  readonly expiresAt: Date;
}

/** Text of a mail in the outbox. A mail with sign-in links needs their tokens. */
export function mailOf(
  config: Config,
  { kind, params, createdAt }: ClaimedMail,
  links: readonly TokenOfLink[] = [],
): MailText {
  const { account = '', key = '', hint = '', ends, invitation_days: days, role } = params;
  if (kind === 'sign_in_link') {
    const urls = links.map((link) => ({ account: link.account, url: linkUrl(config, link.token) }));
    const [link] = links;
    if (days === undefined || !link) return signInText(urls);
    const [url, until] = [linkUrl(config, link.token), brasiliaTime(link.expiresAt)];
    return invitationText({ account, role, url, until, page: `${config.publicUrl}/console` });
  }
  const event = { account, key, hint, at: brasiliaTime(createdAt) };
  if (kind === 'api_key.created') return keyCreatedText(event);
  return ends ? keyReplacedText({ ...event, ends }) : keyRevokedText(event);
}
