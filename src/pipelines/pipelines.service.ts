import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import { listFunnels } from './funnel.queries';
import type { Funnel } from './pipeline.view';

/** The funnels of an account. */
@Injectable()
export class PipelinesService {
  constructor(private readonly database: Database) {}

  list(accountId: string): Promise<Funnel[]> {
    return listFunnels(this.database, accountId);
  }
}
