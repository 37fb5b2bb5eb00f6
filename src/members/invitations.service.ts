import { Injectable } from '@nestjs/common';
import { type LockedAccount, lockAccount } from '../accounts/account.queries';
import type { Actor } from '../accounts/actor';
import { enqueueMail, mapInvitationMails } from '../accounts/mails/mails.queries';
import type { Member } from '../accounts/members/member.entity';
import { findName, lockMember } from '../accounts/members/members.queries';
import { recordAudit } from '../audit/audit.queries';
import { type AccountCaller, actingMember } from '../auth/access/account-caller';
import { linkUrl } from '../auth/sessions/account-token';
import { endLinks } from '../auth/sessions/sessions.queries';
import { SignInLinksService } from '../auth/sessions/sign-in-links.service';
import { ApiError, missing } from '../common/api-error';
import { Config } from '../config/config';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../contract/durations';
import { INVITATION_DAYS, INVITATION_PAUSE_MINUTES, MAX_INVITATIONS_PER_HOUR } from '../contract/limits';
import type { Invitation } from '../contract/members/member';
import type { GivenRole } from '../contract/members/roles';
import type { GivenLink } from '../contract/session';
import { Database } from '../database/database';
import type { Transaction } from '../database/transaction';
import { awaitedAddresses, invitationOf } from './invitation';
import { refuseUnlessManaged } from './managed-members';
import { countInvitations, type NamedMember } from './members.queries';

const INVITATION_MS = INVITATION_DAYS * DAY_MS;

interface Awaited {
  readonly account: LockedAccount;
  readonly member: Member & { readonly email: string };
  readonly invitation: Invitation;
}

/** Links for invited members who have never signed in: mailed, or shown where no mail arrives. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly database: Database,
    private readonly links: SignInLinksService,
    private readonly config: Config,
  ) {}

  /** Mails a link in the caller's transaction, which holds the account's lock. Throws `conflict` after too many. */
  async mail(tx: Transaction, account: LockedAccount, actor: Actor, to: Pick<Member, 'id' | 'role'>, email: string) {
    await refuseTooOften(tx, account.id);
    const link = await this.links.add(tx, account.id, to.id, { validMs: INVITATION_MS });
    const role = to.role as GivenRole;
    const params = { account: account.name, link_id: link.id, invitation_days: INVITATION_DAYS, role };
    await tx.send([
      enqueueMail(account.id, email, { kind: 'sign_in_link', params }),
      recordAudit(account.id, actor, 'member.invited', { type: 'member', id: to.id }),
    ]);
  }

  /**
   * Mails the invitation again. Throws `not_found`, `forbidden`, and `conflict` for somebody who has signed in, and while a mail waits, was
   * just sent, or cannot be sent.
   */
  resend(caller: AccountCaller, id: string): Promise<NamedMember> {
    return this.database.transaction(caller.account.id, async (tx) => {
      const { account, member, invitation } = await this.awaited(tx, caller, id);
      refuseResending(invitation);
      await this.mail(tx, account, caller.actor, member, member.email);
      const [name, mails] = await tx.send([findName(account.id, id), mapInvitationMails(account.id, [member.email])]);
      return { member, name, invitation: invitationOf(member, { sendsMail: this.config.sendsMail, mails }) };
    });
  }

  /**
   * Makes a link to hand over; earlier ones of the member end. Only this answer has it. Throws `not_found`, `forbidden`, and `conflict` for
   * somebody who has signed in, and unless mail cannot be sent or was given up.
   */
  showLink(caller: AccountCaller, id: string): Promise<GivenLink> {
    return this.database.transaction(caller.account.id, async (tx) => {
      const { account, invitation } = await this.awaited(tx, caller, id);
      if (invitation.state !== 'unsendable' && invitation.state !== 'dead')
        throw new ApiError('conflict', { message: IS_MAILED });
      await tx.send(endLinks(account.id, id));
      const kind = { validMs: INVITATION_MS, shownTo: caller.actor.memberId };
      const { token, expiresAt } = await this.links.add(tx, account.id, id, kind);
      await tx.send(recordAudit(account.id, caller.actor, 'member.link_shown', { type: 'member', id }));
      return { console_url: linkUrl(this.config, token), expires_at: expiresAt.toISOString() };
    });
  }

  /** Locks the account first, as a sign-in does, so that it sees a member who has just signed in. */
  private async awaited(tx: Transaction, { account: { id: accountId }, actor }: AccountCaller, id: string) {
    const account = await tx.send(lockAccount(accountId));
    const member = await tx.send(lockMember(accountId, id));
    if (!member) throw missing('member');
    refuseUnlessManaged(await actingMember(tx, accountId, actor, 'members'), member, { active: true });
    const mails = await tx.send(mapInvitationMails(accountId, awaitedAddresses([member])));
    const invitation = invitationOf(member, { sendsMail: this.config.sendsMail, mails });
    if (!invitation) throw new ApiError('conflict', { message: refusalOf(member) });
    return { account, member, invitation } as Awaited;
  }
}

/** An account must not become a sender of mails to strangers. */
async function refuseTooOften(tx: Transaction, accountId: string): Promise<void> {
  const invited = await tx.send(countInvitations(accountId, new Date(Date.now() - HOUR_MS)));
  if (invited >= MAX_INVITATIONS_PER_HOUR) throw new ApiError('conflict', { message: TOO_OFTEN });
}

function refuseResending({ state, at }: Invitation): void {
  const isRecent = Date.now() - Date.parse(at ?? '') < INVITATION_PAUSE_MINUTES * MINUTE_MS;
  if (state === 'unsendable') throw new ApiError('conflict', { message: IS_UNSENDABLE });
  if (state === 'pending') throw new ApiError('conflict', { message: IS_WAITING });
  if (state === 'sent' && isRecent) throw new ApiError('conflict', { message: IS_RECENT });
}

const refusalOf = ({ role, active }: Member): string =>
  role === 'owner' ? OF_OWNER : active ? HAS_SIGNED_IN : IS_FORMER;

const TOO_OFTEN = `A conta já enviou ${MAX_INVITATIONS_PER_HOUR} convites em uma hora. Tente de novo mais tarde.`;
const OF_OWNER = 'O dono da conta não é convidado: só quem opera o serviço dá um link a ele.';
const HAS_SIGNED_IN = 'Esta pessoa já entrou. Para entrar de novo, ela pede um link na página de entrada.';
const IS_FORMER = 'Esta pessoa está desativada. Reative-a antes.';
const IS_WAITING = 'O convite já está na fila de envio.';
const IS_UNSENDABLE = 'Não há como enviar e-mail a esta pessoa. Copie o link e entregue a ela.';
const IS_MAILED =
  'O convite vai por e-mail. O link só aparece quando o e-mail não pode ser enviado ou não foi entregue.';
const IS_RECENT = `O convite foi enviado há menos de ${INVITATION_PAUSE_MINUTES} minutos. Espere um pouco antes de reenviar.`;
