import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ApiError } from '../common/api-error';
import { Database } from '../database/database';
import { expectAccess, permissionOf } from './access.guard';
import { findCaller } from './auth.queries';
import { KeyUsesService } from './key-uses.service';
import type { Caller, PartnerRequest } from './caller';
import { KnownKeys } from './known-keys';

/** Section 5: an absent, malformed, unknown or revoked key all give the same 401. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly database: Database,
    private readonly uses: KeyUsesService,
    private readonly known: KnownKeys,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<PartnerRequest>();
    const { keyHash } = request;
    if (!keyHash) throw new ApiError('invalid_api_key');
    const caller = await this.find(keyHash);
    request.caller = caller;
    request.checkAgain = async () => {
      request.caller = await this.find(keyHash);
      expectAccess(request.caller, permissionOf(context));
    };
    this.uses.record(caller.account.id, caller.key.id);
    return true;
  }

  private async find(keyHash: Buffer): Promise<Caller> {
    const caller = await this.database.readByKey(findCaller(keyHash));
    if (!caller) {
      this.known.forget(keyHash);
      throw new ApiError('invalid_api_key');
    }
    this.known.remember(keyHash, caller);
    return caller;
  }
}
