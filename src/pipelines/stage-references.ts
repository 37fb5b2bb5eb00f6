import { Injectable } from '@nestjs/common';
import type { Query, Sendable } from '../database/query';
import type { Transaction } from '../database/transaction';
import { pipelineConflict } from './pipeline-conflict';

/** What a folder to the right keeps of stages. */
export interface StageReference {
  /** Whether something other than these stages refers to one of them. Then none of them is deleted. */
  readonly isHeld: (accountId: string, stageIds: readonly string[]) => Query<boolean, 'read'>;
  /** Deletes what belongs to these stages. */
  readonly release: (accountId: string, stageIds: readonly string[]) => Query<void>;
}

/** What all folders to the right keep of stages. Each folder registers; deleting stages asks all of them. */
@Injectable()
export class StageReferences {
  private readonly registered: StageReference[] = [];

  register(reference: StageReference): void {
    this.registered.push(reference);
  }

  /** The statements to send before the stages are deleted. Throws `conflict` for a stage that must stay. */
  async release(tx: Transaction, accountId: string, stageIds: readonly string[]): Promise<readonly Sendable[]> {
    const held = await tx.send(this.registered.map(({ isHeld }) => isHeld(accountId, stageIds)));
    if (held.includes(true)) throw pipelineConflict('isTarget');
    return this.registered.map(({ release }) => release(accountId, stageIds));
  }
}
