import type { Invitation } from '../../../src/contract/members/member';
import { DAY_MS } from '../../../src/contract/durations';
import { INVITATION_DAYS } from '../../../src/contract/limits';
import { dateTime } from '../../format';

type Words = Readonly<Record<Invitation['state'] | 'expired', readonly [state: string, advice: string]>>;

const words = (at: string): Words => ({
  pending: [`O convite espera na fila de e-mails desde ${at}.`, 'Ele sai sozinho.'],
  sent: [`Convite enviado em ${at}.`, 'Se não chegou, peça para conferir o spam, ou reenvie.'],
  expired: [`O convite, enviado em ${at}, venceu.`, 'Reenvie.'],
  dead: [`O convite não foi entregue: o envio foi encerrado em ${at}.`, 'Confira o e-mail e reenvie, ou copie o link.'],
  none: ['Não há convite válido.', 'Reenvie.'],
  unsendable: ['O convite não pode ser enviado por e-mail.', 'Copie o link e entregue à pessoa.'],
});

/** What became of an invitation, and, for those who manage the member, what to do. */
export function invitationText({ state, at }: Invitation, isManaging: boolean): string {
  const isExpired = state === 'sent' && Date.parse(at ?? '') + INVITATION_DAYS * DAY_MS < Date.now();
  const [said, advice] = words(at ? dateTime(at) : '')[isExpired ? 'expired' : state];
  return isManaging ? `${said} ${advice}` : said;
}
