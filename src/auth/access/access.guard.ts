import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { ApiError } from '../../common/api-error';
import type { ErrorCode } from '../../contract/error';
import type { Permission } from '../../contract/key';
import type { Caller, PartnerRequest } from '../keys/caller';
import { keyActor } from '../../accounts/actor';
import { clientAddress } from '../../common/rate-limit/client-address';
import { Database } from '../../database/database';
import { findCaller } from '../keys/api-keys.queries';
import { KeyUsesService } from '../keys/api-keys.service';
import { OwnKeyLimits } from './own-key-limits';

/** Section 5: an absent, malformed, unknown or revoked key gives the same 401. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly database: Database,
    private readonly uses: KeyUsesService,
    private readonly own: OwnKeyLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<PartnerRequest>();
    const { keyHash } = request;
    if (!keyHash) throw new ApiError('invalid_api_key');
    const caller = await this.find(request, keyHash);
    request.caller = caller;
    request.checkAgain = async () => {
      request.caller = await this.find(request, keyHash);
      expectAccess(request.caller, permissionOf(context));
    };
    this.uses.record(caller.account.id, caller.key.id);
    return true;
  }

  private async find(request: PartnerRequest, keyHash: Buffer): Promise<Caller> {
    const caller = await this.database.lookUp(findCaller(keyHash));
    if (!caller) {
      this.own.remember(keyHash.toString('base64url'), null);
      throw new ApiError('invalid_api_key');
    }
    return { ...caller, actor: keyActor(caller.key.id, clientAddress(request)) };
  }
}

export const PERMISSION = 'permission';

/** Permission that a route of the partner API needs (specification, section 5). */
export const RequirePermission = (permission: Permission) => SetMetadata(PERMISSION, permission);

export const permissionOf = (context: ExecutionContext): Permission =>
  Reflect.getMetadata(PERMISSION, context.getHandler()) as Permission;

function closedGate({ planApi, licenceActive, comercialEnabled }: Caller['account']): ErrorCode | undefined {
  if (!planApi) return 'api_not_enabled';
  if (!licenceActive) return 'plan_inactive';
  return comercialEnabled ? undefined : 'comercial_not_enabled';
}

/** Throws the 403 of the account's gates, then of the key's permission (specification, section 5, points 8 and 9). */
export function expectAccess({ account, key }: Caller, permission: Permission): void {
  const gate = closedGate(account);
  if (gate) throw new ApiError(gate);
  if (!key.permissions.includes(permission))
    throw new ApiError('insufficient_scope', { message: scopeMessage(permission) });
}

const scopeMessage = (permission: Permission): string =>
  `A chave não tem a permissão ${permission}, que esta rota exige. O dono da conta pode criar, em “Chaves de API”, uma chave com essa permissão.`;

@Injectable()
export class AccessGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    expectAccess(context.switchToHttp().getRequest<PartnerRequest>().caller, permissionOf(context));
    return true;
  }
}
