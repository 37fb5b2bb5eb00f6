import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { keyActor } from '../../accounts/actor';
import { ApiError } from '../../common/api-error';
import { clientAddress } from '../../common/rate-limit/client-address';
import { Database } from '../../database/database';
import { expectAccess, permissionOf } from './access.guard';
import { findCaller } from '../keys/api-keys.queries';
import { KeyUsesService } from '../keys/key-uses.service';
import type { Caller, PartnerRequest } from '../keys/caller';

/** Section 5: an absent, malformed, unknown or revoked key gives the same 401. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly database: Database,
    private readonly uses: KeyUsesService,
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
    if (!caller) throw new ApiError('invalid_api_key');
    return { ...caller, actor: keyActor(caller.key.id, clientAddress(request)) };
  }
}
