import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Account } from '../../accounts/account.entity';
import type { Actor } from '../../accounts/actor';
import type { CheckedRequest } from '../../common/http/read-bytes';
import type { WindowHit } from '../../common/rate-limit/sliding-window';
import type { Permission } from '../../contract/key';

/** Account fields that a call depends on. */
export const CALLING = [
  'id',
  'planApi',
  'planAutoOrigin',
  'licenceActive',
  'comercialEnabled',
  'cursorSecret',
  'siteDomains',
  'submissionsPerDay',
  'callsPerMinute',
  'writesPerMinute',
] as const satisfies (keyof Account)[];

/** Caller of the partner API: a key and its account, as read when the request came in. */
export interface Caller {
  readonly account: Readonly<Pick<Account, (typeof CALLING)[number]>>;
  readonly key: { readonly id: string; readonly name: string; readonly permissions: readonly Permission[] };
  readonly actor: Actor;
}

/** Whether answers to this caller may depend on stored leads (specification, section 5). */
export const canRead = ({ key }: Caller): boolean => key.permissions.includes('leads:read');

/** A call as counted for its key before the key was looked up. */
export interface CountedCall {
  /** The key's hash, as text. */
  readonly client: string;
  readonly limit: number;
  readonly hit: WindowHit;
}

/** Request after `ApiKeyGuard`. `keyHash` and `countedCall` are set earlier, if the key has the right form. */
export type PartnerRequest = Request & CheckedRequest & { keyHash?: Buffer; countedCall: CountedCall; caller: Caller };

export const CurrentCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<PartnerRequest>().caller,
);
