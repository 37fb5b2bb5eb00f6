import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Account } from '../../accounts/account.entity';
import { type Actor, memberActor, operatorActor } from '../../accounts/actor';
import type { CheckedRequest } from '../../common/http/read-bytes';
import type { LivingSession, SessionMember } from '../sessions/sessions.queries';
import { clientAddress } from '../../common/rate-limit/client-address';
import type { Call } from './stranger-limits';
import { ApiError } from '../../common/api-error';
import { idOf } from '../../common/input/id.pipe';
import { type Right, rolesWith } from '../../contract/members/roles';
import type { Transaction } from '../../database/transaction';
import type { Member } from '../../accounts/members/member.entity';
import { findMember } from '../../accounts/members/members.queries';

/** Caller of an account route: a member of the account, or the operator. */
export interface AccountCaller {
  readonly account: Account;
  /** Undefined for the operator. */
  readonly member: SessionMember | undefined;
  readonly isOperator: boolean;
  /** Undefined for the operator. */
  readonly sessionId: string | undefined;
  readonly actor: Actor;
}

/** The id of a manager or seller; null for the owner and the operator, to whom limits of single members do not apply. */
export const memberUnderOwner = (member: SessionMember | undefined): string | null =>
  member && member.role !== 'owner' ? member.id : null;

export type AccountRequest = Request & CheckedRequest & { accountCaller: AccountCaller };

export const CurrentAccountCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<AccountRequest>().accountCaller,
);

/** Start of the caller's ownership; undefined for the operator, who acts for any owner. */
export const ownerSince = ({ account, isOperator }: AccountCaller): Date | undefined =>
  isOperator ? undefined : account.ownerSince;

/** The member of the session; without one, the operator. */
export const actorOf = (request: Request, session: Pick<LivingSession, 'account' | 'member'> | undefined): Actor => {
  const address = clientAddress(request);
  return session ? memberActor(session.account, session.member, address) : operatorActor(address);
};

export const callOf = (context: ExecutionContext): Call => ({
  request: context.switchToHttp().getRequest<Request>(),
  response: context.switchToHttp().getResponse<Response>(),
});

export type OperatorRequest = Request & { actor: Actor };

export const CurrentOperator = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<OperatorRequest>().actor,
);

/** Whose leads a list shows: a member's id, or `none` for leads without a responsible. */
export type ResponsibleFilter = string | undefined;

/** Reads the parameter `responsible`. Throws 422 for `me` from the operator, who is nobody in the account. */
export const responsibleOf = (query: { readonly responsible?: string }, caller: AccountCaller): ResponsibleFilter =>
  membersIn(query, ['responsible'], caller).responsible;

/** Reads the parameters that name a member, `me` or `none`. Throws 422 for each `me` from the operator. */
export function membersIn<Name extends string>(
  query: { readonly [name in Name]?: string },
  names: readonly Name[],
  { member }: AccountCaller,
): { [name in Name]?: string } {
  const given = names.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]] as const]));
  if (!member) {
    const message = 'o operador não é uma pessoa da conta; informe um id';
    const problems = given.flatMap(([field, value]) => (value === 'me' ? [{ field, message }] : []));
    if (problems.length > 0) throw ApiError.invalid(problems);
  }
  const idIn = (value: string): string =>
    value === 'none' ? value : value === 'me' && member ? member.id : idOf(value);
  return Object.fromEntries(given.map(([name, value]) => [name, idIn(value)])) as { [name in Name]?: string };
}

/**
 * The member who acts, as of now: the membership may have ended, or the role changed, while the call waited for the account's lock, which
 * this requires. Undefined for the operator. Throws `unauthorized` for a former member, and `forbidden` for a role without the right.
 */
export async function actingMember(
  tx: Transaction,
  accountId: string,
  { memberId }: Actor,
  right: Right,
): Promise<Member | undefined> {
  if (memberId === null) return undefined;
  const member = await tx.send(findMember(accountId, memberId));
  if (!member?.active) throw new ApiError('unauthorized');
  if (!rolesWith(right).includes(member.role)) throw new ApiError('forbidden');
  return member;
}
