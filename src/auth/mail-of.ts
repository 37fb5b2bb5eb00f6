import { keyCreatedText, keyRevokedText, type MailText, signInText } from '../accounts/mail-text';
import type { ClaimedMail } from '../accounts/outbox.queries';
import type { Config } from '../config';
import { linkToken, linkUrl } from './sign-in-token';

const BRASILIA_TIME = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** The text of a mail in the outbox. A sign-in link gets its token only here. */
export function mailOf(config: Config, { kind, accountId, params, createdAt }: ClaimedMail): MailText {
  const { account = '', key = '', hint = '', link_id: linkId = '' } = params;
  if (kind === 'sign_in_link') return signInText(account, linkUrl(config, linkToken(config, accountId, linkId)));
  const event = { account, key, hint, at: BRASILIA_TIME.format(createdAt) };
  return kind === 'api_key.created' ? keyCreatedText(event) : keyRevokedText(event);
}
