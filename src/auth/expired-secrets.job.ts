import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { LessThan } from 'typeorm';
import { describeError, log } from '../common/log';
import { Database } from '../database/database';
import { Session } from './session.entity';
import { SignInLink } from './sign-in-link.entity';

const HOUR_MS = 60 * 60 * 1000;

/** Removes sessions and sign-in links that have expired; links an hour later, as they count for the limit of mails. */
@Injectable()
export class ExpiredSecretsJob {
  constructor(private readonly database: Database) {}

  @Interval(HOUR_MS)
  async run(now = new Date()): Promise<void> {
    try {
      const { entities } = this.database;
      await entities.delete(Session, { expiresAt: LessThan(now) });
      await entities.delete(SignInLink, { expiresAt: LessThan(new Date(now.getTime() - HOUR_MS)) });
    } catch (error) {
      log.warn(describeError(error), 'expired sessions were not removed');
    }
  }
}
