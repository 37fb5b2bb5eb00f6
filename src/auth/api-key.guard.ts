import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ApiError } from '../common/api-error';
import { bearerToken } from '../common/bearer';
import { Database } from '../database/database';
import { looksLikeApiKey, secretHash } from './api-key';
import { findCaller } from './auth.queries';
import { KeyUsesService } from './key-uses.service';
import type { PartnerRequest } from './caller';

/** Section 5: an absent, malformed, unknown or revoked key all give the same 401. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly database: Database,
    private readonly uses: KeyUsesService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<PartnerRequest>();
    const key = bearerToken(request);
    const caller = key && looksLikeApiKey(key) ? await this.database.read(findCaller(secretHash(key))) : undefined;
    if (!caller) throw new ApiError('invalid_api_key');
    request.caller = caller;
    this.uses.record(caller.account.id, caller.key.id);
    return true;
  }
}
