import { Injectable } from '@nestjs/common';
import type { Query, Sendable } from '../database/query';
import type { Transaction } from '../database/transaction';
import { pipelineConflict } from './pipeline-rules';

export interface StageReference {
  /** Whether other stages or data refer to one of these; then none is deleted. */
  readonly isReferenced: (accountId: string, stageIds: readonly string[]) => Query<boolean, 'read'>;
  /** Deletes what belongs to these stages. */
  readonly release: (accountId: string, stageIds: readonly string[]) => Query<void>;
}

/** Registry of references to stages. Folders further right register; deleting stages asks all of them. */
@Injectable()
export class StageReferences {
  private readonly registered: StageReference[] = [];

  register(reference: StageReference): void {
    this.registered.push(reference);
  }

  /** Statements to send before the stages are deleted. Throws `conflict` for a stage that must stay. */
  async release(tx: Transaction, accountId: string, stageIds: readonly string[]): Promise<readonly Sendable[]> {
    const referenced = await tx.send(this.registered.map(({ isReferenced }) => isReferenced(accountId, stageIds)));
    if (referenced.includes(true)) throw pipelineConflict('isTarget');
    return this.registered.map(({ release }) => release(accountId, stageIds));
  }
}

type Listener = (accountId: string, stageId: string) => void;

/** Notifies folders further right that a stage has become one for won, lost or open deals. */
@Injectable()
export class StageKinds {
  private readonly listeners: Listener[] = [];

  /** The listener must not throw. */
  onChange(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** Call it after the commit. */
  publishChange(accountId: string, stageId: string): void {
    for (const listener of this.listeners) listener(accountId, stageId);
  }
}
