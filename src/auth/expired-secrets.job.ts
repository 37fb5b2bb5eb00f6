import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { IsNull, LessThan, LessThanOrEqual } from 'typeorm';
import { runJob } from '../common/jobs';
import { Database } from '../database/database';
import { ApiKey } from './api-key.entity';
import { Session } from './session.entity';
import { idleSince } from './sessions.service';
import { SignInLink } from './sign-in-link.entity';
import { SignInRequest } from './sign-in-request.entity';
import { WINDOW_MS } from './sign-in-requests.service';

const HOUR_MS = 60 * 60 * 1000;
const GIVEN_UP_MS = 24 * HOUR_MS;

/**
 * Removes sessions and sign-in links that have ended, and requests for links once they count for no limit. Revokes the keys whose
 * end is over: instances of the release before, which run beside this one during an upgrade, do not look at it.
 */
@Injectable()
export class ExpiredSecretsJob {
  constructor(private readonly database: Database) {}

  @Interval(HOUR_MS)
  run(now = new Date()): Promise<void> {
    return runJob('expired_secrets', () => this.remove(now));
  }

  private async remove(now: Date): Promise<void> {
    const ago = (ms: number): Date => new Date(now.getTime() - ms);
    const { entities } = this.database;
    await entities.delete(Session, { expiresAt: LessThan(now) });
    await entities.delete(Session, { lastUsedAt: LessThanOrEqual(idleSince(now)) });
    await entities.delete(SignInLink, { expiresAt: LessThan(now) });
    await entities.update(
      ApiKey,
      { revokedAt: IsNull(), endsAt: LessThanOrEqual(now) },
      { revokedAt: () => 'ends_at' },
    );
    await entities.delete(SignInRequest, { emailKey: IsNull(), requestedAt: LessThanOrEqual(ago(WINDOW_MS)) });
    await entities.delete(SignInRequest, { requestedAt: LessThanOrEqual(ago(GIVEN_UP_MS)) });
  }
}
