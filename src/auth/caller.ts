import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Account } from '../accounts/account.entity';
import type { CheckedRequest } from '../common/read-bytes';
import type { Permission } from '../contract/key';

/** What a call depends on in its account. */
export const CALLING = [
  'id',
  'planApi',
  'planAutoOrigin',
  'licenceActive',
  'comercialEnabled',
  'cursorSecret',
  'siteDomains',
] as const satisfies (keyof Account)[];

/** Who calls the partner API: one key of one account, as they were when the request came in. */
export interface Caller {
  readonly account: Readonly<Pick<Account, (typeof CALLING)[number]>>;
  readonly key: { readonly id: string; readonly name: string; readonly permissions: readonly Permission[] };
}

/** Whether answers to this caller may depend on stored leads (specification, section 5). */
export const canRead = ({ key }: Caller): boolean => key.permissions.includes('leads:read');

/** A request after `ApiKeyGuard`. `keyHash` is known before, if its key has the right form. */
export type PartnerRequest = Request & CheckedRequest & { keyHash?: Buffer; caller: Caller };

/** The caller that `ApiKeyGuard` found. */
export const CurrentCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<PartnerRequest>().caller,
);
