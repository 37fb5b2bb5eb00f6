import { type EntityManager, IsNull, LessThan, LessThanOrEqual } from 'typeorm';
import { Job, runsOf } from '../../common/process/jobs';
import { JobDatabase } from '../../database/database';
import { Session, SignInLink, SignInRequest } from './session.entity';
import { idleSince } from './sessions.service';
import { WINDOW_MS } from './sign-in-requests.job';
import { HOUR_MS } from '../../contract/durations';

const GIVEN_UP_MS = 24 * HOUR_MS;

/** Deletes expired sessions, links and requests. */
@Job('expired_secrets', { everyMs: HOUR_MS })
export class ExpiredSecretsJob {
  constructor(private readonly database: JobDatabase) {}

  async run(now = new Date()): Promise<void> {
    const ago = (ms: number): Date => new Date(now.getTime() - ms);
    const deleteIn = async (work: (entities: EntityManager) => Promise<unknown>): Promise<void> => {
      if (!runsOf(this).isStopping) await this.database.transaction('', (tx) => work(tx.entities));
    };
    await deleteIn((entities) => entities.delete(Session, { expiresAt: LessThan(now) }));
    await deleteIn((entities) =>
      entities.delete(Session, { remembered: false, lastUsedAt: LessThanOrEqual(idleSince(now)) }),
    );
    await deleteIn((entities) => entities.delete(SignInLink, { expiresAt: LessThan(now) }));
    await deleteIn((entities) =>
      entities.delete(SignInRequest, { emailKey: IsNull(), requestedAt: LessThanOrEqual(ago(WINDOW_MS)) }),
    );
    await deleteIn((entities) => entities.delete(SignInRequest, { requestedAt: LessThanOrEqual(ago(GIVEN_UP_MS)) }));
  }
}
