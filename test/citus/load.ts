import { setTimeout as sleep } from 'node:timers/promises';
import type { Partner } from '../support/app';
import { phones } from '../support/phones';
import { crowd, tally } from '../support/race';
import type { Submitted } from '../support/lead-calls';

interface Acknowledged {
  readonly partner: Partner;
  readonly id: string;
}

/** Creates and reads leads of several accounts until `stop`, and records the answers. */
export class Load {
  private isOn = true;
  private readonly acknowledged: Acknowledged[] = [];
  private readonly statuses = new Map<Partner, number[]>();
  private readonly callers: Promise<void>[];

  constructor(partners: readonly Partner[]) {
    const nextPhone = phones();
    this.callers = partners.map(async (partner) => {
      const statuses: number[] = [];
      this.statuses.set(partner, statuses);
      while (this.isOn) {
        const body = { phone: nextPhone.mobile(), external_id: nextPhone.mobile(), tags: ['carga'], notes: 'n' };
        const made = await partner.api.post<Submitted>('/leads', body);
        statuses.push(made.status);
        if (made.status !== 201) await sleep(50);
        else {
          const { id } = made.data.lead;
          this.acknowledged.push({ partner, id });
          statuses.push((await partner.api.get(`/leads/${id}`)).status);
        }
      }
    });
  }

  /** Ends the calls and waits for their answers. */
  async stop(): Promise<void> {
    this.isOn = false;
    await Promise.all(this.callers);
  }

  /** Counts the answers to these partners by status. */
  answers(partners: readonly Partner[]): Record<string, number> {
    return tally(partners.flatMap((partner) => this.statuses.get(partner) ?? []));
  }

  get count(): number {
    return this.acknowledged.length;
  }

  /** Finds the acknowledged leads that cannot be read. */
  async lost(): Promise<Acknowledged[]> {
    const answers = await crowd(this.count, (index) => {
      const { partner, id } = this.acknowledged[index] as Acknowledged;
      return partner.api.get(`/leads/${id}`);
    });
    return this.acknowledged.filter((_, index) => answers[index]?.status !== 200);
  }
}
