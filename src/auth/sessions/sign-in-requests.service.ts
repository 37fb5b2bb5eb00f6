import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { comparisonKey } from '../../common/text';
import { Database } from '../../database/database';
import { addRequest } from './sign-in-requests.queries';

/**
 * Requests for sign-in links. A request is one insert, before the address is looked up, so it takes the same time for every address. A
 * job does the rest.
 */
@Injectable()
export class SignInRequestsService {
  constructor(private readonly database: Database) {}

  /** Stores the request. After this returns, its mails will be sent even if this process ends. */
  async accept(email: string, network: string): Promise<void> {
    await this.database.write(
      addRequest({ id: uuidv7(), requestedAt: new Date(), emailKey: comparisonKey(email), network }),
    );
  }
}
