import { Injectable } from '@nestjs/common';

type Listener = (accountId: string, stageId: string) => void;

/** Tells folders further right that a stage has become one for won, lost or open deals. */
@Injectable()
export class StageKinds {
  private readonly listeners: Listener[] = [];

  /** The listener must not throw. */
  onChange(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** Call it after the commit. */
  tellChange(accountId: string, stageId: string): void {
    for (const listener of this.listeners) listener(accountId, stageId);
  }
}
