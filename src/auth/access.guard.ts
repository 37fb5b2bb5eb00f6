import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { ApiError } from '../common/api-error';
import type { Permission } from '../contract/key';
import type { PartnerRequest } from './caller';

/** The metadata key of a route's permission. */
export const PERMISSION = 'permission';

/** The permission that a route of the partner API needs (specification, section 5). */
export const RequirePermission = (permission: Permission) => SetMetadata(PERMISSION, permission);

/** The permission that the route of this request needs. */
export const permissionOf = (context: ExecutionContext): Permission =>
  Reflect.getMetadata(PERMISSION, context.getHandler()) as Permission;

/** The gates of the account, then the key's permission (specification, section 5, points 8 and 9). */
@Injectable()
export class AccessGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { account, key } = context.switchToHttp().getRequest<PartnerRequest>().caller;
    if (!account.planApi) throw new ApiError('api_not_enabled');
    if (!account.licenceActive) throw new ApiError('plan_inactive');
    if (!account.comercialEnabled) throw new ApiError('comercial_not_enabled');
    if (!key.permissions.includes(permissionOf(context))) throw new ApiError('insufficient_scope');
    return true;
  }
}
