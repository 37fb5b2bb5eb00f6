import { keyCreatedText, keyRevokedText, type MailText, signInText } from './mail-text';
import type { ClaimedMail } from './outbox.queries';
import type { Config } from '../config';
import { linkUrl } from '../auth/sign-in-token';

const BRASILIA_TIME = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** The text of a mail in the outbox. A mail with a sign-in link needs the link's token. */
export function mailOf(config: Config, { kind, params, createdAt }: ClaimedMail, linkToken = ''): MailText {
  const { account = '', key = '', hint = '' } = params;
  if (kind === 'sign_in_link') return signInText(account, linkUrl(config, linkToken));
  const event = { account, key, hint, at: BRASILIA_TIME.format(createdAt) };
  return kind === 'api_key.created' ? keyCreatedText(event) : keyRevokedText(event);
}
