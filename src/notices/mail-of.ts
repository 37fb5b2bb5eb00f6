import { keyCreatedText, keyReplacedText, keyRevokedText, type MailText, signInText } from './mail-text';
import type { ClaimedMail } from './outbox.queries';
import type { Config } from '../config/config';
import { brasiliaTime } from '../common/brasilia-time';
import { linkUrl } from '../auth/sessions/sign-in-token';

/** Text of a mail in the outbox. A mail with a sign-in link needs the link's token. */
export function mailOf(config: Config, { kind, params, createdAt }: ClaimedMail, linkToken = ''): MailText {
  const { account = '', key = '', hint = '', ends } = params;
  if (kind === 'sign_in_link') return signInText(account, linkUrl(config, linkToken));
  const event = { account, key, hint, at: brasiliaTime(createdAt) };
  if (kind === 'api_key.created') return keyCreatedText(event);
  return ends ? keyReplacedText({ ...event, ends }) : keyRevokedText(event);
}
