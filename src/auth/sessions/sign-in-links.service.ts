import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { v7 as uuidv7 } from 'uuid';
import { MINUTE_MS } from '../../contract/durations';
import { lockAccount, lockOpenAccount } from '../../accounts/account.queries';
import { findOwner, touchMember } from '../../accounts/members/members.queries';
import { memberSigningIn } from '../../accounts/members/owner-member';
import { type Actor, memberAuthor } from '../../accounts/actor';
import { recordAudit } from '../../audit/audit.queries';
import { clientAddress } from '../../common/rate-limit/client-address';
import { comparisonKey } from '../../common/text';
import { LINK_MINUTES } from '../../contract/limits';
import { Config } from '../../config/config';
import { Database } from '../../database/database';
import type { Transaction } from '../../database/transaction';
import { accountOfToken, linkToken } from './account-token';
import { deviceOf } from './device';
import { secretHash } from '../keys/api-key';
import { addSession, beginOwnerSession, type BegunSession } from './sessions.service';
import { SignInLink } from './session.entity';
import { TokenLookUps } from '../access/token-look-ups';
import { missing } from '../../common/api-error';
import { endShownLinks, findLink, type OpenLink, useLink } from './sessions.queries';

export const LINK_MS = LINK_MINUTES * MINUTE_MS;

/** New link; its token is shown only once. */
interface NewLink {
  readonly id: string;
  readonly token: string;
  readonly expiresAt: Date;
}

interface LinkKind {
  readonly validMs?: number;
  /** Member who sees the link of another one. */
  readonly shownTo?: string | null;
}

/** Single-use links by which members sign in, valid for 15 minutes; for an invitation, for 7 days. */
@Injectable()
export class SignInLinksService {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly lookUps: TokenLookUps,
  ) {}

  /**
   * Makes a link for the operator to hand over: of the active member with this address, else of the owner. Only this answer has its
   * token. Throws `not_found`, and `conflict` for a closed account.
   */
  give(accountId: string, actor: Actor, email?: string): Promise<NewLink> {
    return this.database.transaction(accountId, (tx) => this.giveIn(tx, accountId, actor, email));
  }

  /** Begins a session of the owner, and makes a link of theirs, both or neither. Throws as `give`. */
  giveWithSession(accountId: string, actor: Actor): Promise<{ session: BegunSession; link: NewLink }> {
    return this.database.transaction(accountId, async (tx) => ({
      session: await beginOwnerSession(tx, accountId, actor),
      link: await this.giveIn(tx, accountId, actor),
    }));
  }

  /** Adds a link in the caller's transaction, which holds the account's lock. */
  async add(
    tx: Transaction,
    accountId: string,
    memberId: string,
    { validMs = LINK_MS, shownTo = null }: LinkKind = {},
  ): Promise<NewLink> {
    const id = uuidv7();
    const token = linkToken(this.config, accountId, id);
    const createdAt = new Date();
    const expiresAt = new Date(createdAt.getTime() + validMs);
    const link = { accountId, id, memberId, shownTo, tokenHash: secretHash(token), createdAt, expiresAt };
    await tx.entities.insert(SignInLink, link);
    return { id, token, expiresAt };
  }

  private async giveIn(tx: Transaction, accountId: string, actor: Actor, email?: string): Promise<NewLink> {
    const account = await tx.send(lockOpenAccount(accountId));
    const member = await memberSigningIn(tx, account, comparisonKey(email ?? account.ownerEmail));
    if (!member) throw missing('memberOfAddress');
    const link = await this.add(tx, accountId, member.id);
    await tx.send(recordAudit(accountId, actor, 'sign_in_link.given', { type: 'sign_in_link', id: link.id }));
    return link;
  }

  /** Looks at a link without using it; undefined for an invalid one. */
  async look(token: string, request: Request): Promise<OpenLink | undefined> {
    const accountId = accountOfToken('link', token);
    if (!accountId) return undefined;
    const hash = secretHash(token);
    return this.lookUps.find(hash, request, () => this.database.lookUp(findLink(accountId, hash, new Date())));
  }

  /** Begins a session with a link's token; undefined when the link is unknown, used, expired, a former member's or a closed account's. */
  async use(token: string, remembered: boolean, request: Request): Promise<BegunSession | undefined> {
    // A wrong token opens no transaction.
    const open = await this.look(token, request);
    if (!open) return undefined;
    const { accountId } = open;
    return this.database.transaction(accountId, async (tx) => {
      // Locks the account first, as changes of members do; then one UPDATE decides which caller uses the link.
      if ((await tx.send(lockAccount(accountId))).closesAt) return undefined;
      const link = await tx.send(useLink(accountId, secretHash(token), new Date()));
      if (!link) return undefined;
      const id = link.memberId;
      const isOwner = id === (await tx.send(findOwner(accountId))).id;
      const kind = { remembered, device: deviceOf(request.get('User-Agent')) };
      const session = await addSession(tx, accountId, id, kind);
      await tx.send([touchMember(accountId, id, new Date()), endShownLinks(accountId, id)]);
      const author = memberAuthor(id, isOwner, clientAddress(request));
      await tx.send(recordAudit(accountId, author, 'session.begun', { type: 'sign_in_link', id: link.id }));
      return session;
    });
  }
}
