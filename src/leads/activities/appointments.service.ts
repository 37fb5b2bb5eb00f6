import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import type { Viewer } from '../../accounts/actor';
import { ApiError, missing } from '../../common/api-error';
import type { Page, PagedAccount } from '../../common/input/paging';
import { MAX_APPOINTMENTS } from '../../contract/limits';
import { Database } from '../../database/database';
import { RACED } from '../../database/errors';
import type { Transaction } from '../../database/transaction';
import type { Appointment } from '../record/appointment.entity';
import { expectActive, expectSees } from '../record/assignments.queries';
import { followDeletion, followHandling } from '../record/handling.queries';
import { type LockedLead, lockLead, lockLeadOf } from '../record/leads.queries';
import {
  countAppointments,
  deleteAppointment,
  findAppointment,
  findLeadOfAppointment,
  findOverlap,
  type FoundAppointment,
  insertAppointment,
  scanAppointments,
  updateAppointment,
  type Planned,
} from './appointments.queries';
import type { DaysQuery } from './activities.dto';
import { loadDays } from './days';

type NewAppointment = Readonly<
  Pick<Appointment, 'leadId' | 'startsAt' | 'minutes' | 'attended' | 'missed' | 'memberId' | 'text'>
>;

/** What is absent stays. */
type AppointmentChanges = Partial<Omit<NewAppointment, 'leadId'>>;

@Injectable()
export class AppointmentsService {
  constructor(private readonly database: Database) {}

  /** Throws `not_found` for an unknown lead, 422 for a member who is not active or may not see the lead, and `conflict` for one too many of a lead. */
  async add(accountId: string, viewer: Viewer, input: NewAppointment): Promise<Planned> {
    const made = await this.database.transaction(accountId, RACED, async (tx) => {
      await expectActive(tx, accountId, input.memberId, 'member_id');
      const [lead, count] = await tx.send([
        lockLead(accountId, viewer, input.leadId),
        countAppointments(accountId, input.leadId),
      ]);
      if (!lead) throw missing('lead');
      await expectSees(tx, accountId, input.memberId, lead.id);
      if (count >= MAX_APPOINTMENTS) throw new ApiError('conflict', { message: FULL });
      const appointment = { accountId, id: uuidv7(), ...input, createdAt: lead.now, changedAt: null };
      await tx.commit([insertAppointment(accountId, appointment), followHandling(accountId, lead, lead.now)]);
      return { lead, appointment };
    });
    return this.compared(viewer, made);
  }

  /** Throws `not_found`, and 422 for a new member who is not active or may not see the lead. */
  async change(accountId: string, viewer: Viewer, id: string, changes: AppointmentChanges): Promise<Planned> {
    const changed = await this.database.transaction(accountId, RACED, async (tx) => {
      await expectActive(tx, accountId, changes.memberId, 'member_id');
      const { lead, appointment } = await find(tx, accountId, viewer, id);
      const present = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      if (changes.memberId !== appointment.memberId) await expectSees(tx, accountId, changes.memberId, lead.id);
      const changed: Appointment = { ...appointment, ...present };
      // Each of the two says the other is over.
      if (changes.attended) changed.missed = false;
      if (changes.missed) changed.attended = false;
      if (!isDeepStrictEqual(changed, { ...appointment }))
        await tx.commit([
          updateAppointment(accountId, { ...changed, changedAt: lead.now }),
          followHandling(accountId, lead, lead.now),
        ]);
      return { lead, appointment: changed };
    });
    return this.compared(viewer, changed);
  }

  /** Throws `not_found`. */
  remove(accountId: string, viewer: Viewer, id: string): Promise<void> {
    return this.database.transaction(accountId, RACED, async (tx) => {
      const { lead } = await find(tx, accountId, viewer, id);
      await tx.commit([deleteAppointment(accountId, id), followDeletion(accountId, lead)]);
    });
  }

  /** Lists appointments that start on these Brasília days, earliest first, as `loadDays` does. */
  list(account: PagedAccount, viewer: Viewer, query: DaysQuery, leaving: AbortSignal): Promise<Page<FoundAppointment>> {
    return loadDays(account, viewer, query, {
      name: 'appointments',
      scan: (part) => this.database.read(scanAppointments(account.id, viewer, part), leaving),
      positionOf: ({ startsAt, id }) => [startsAt.toISOString(), id],
    });
  }

  /** Looks for an overlap after the commit: of two that are made at once, the later one finds the other. */
  private async compared(viewer: Viewer, { lead, appointment }: Kept): Promise<Planned> {
    const memberId = appointment.memberId ?? lead.responsibleId;
    const isOver = appointment.attended || appointment.missed;
    if (memberId === null || isOver) return { appointment, overlap: undefined };
    const overlap = await this.database.read(findOverlap(appointment.accountId, viewer, appointment, memberId));
    return { appointment, overlap };
  }
}

/** An appointment as it was committed, and its lead. */
interface Kept {
  readonly lead: LockedLead;
  readonly appointment: Appointment;
}

const FULL = `O lead já tem ${MAX_APPOINTMENTS} agendamentos, o máximo.`;

async function find(tx: Transaction, accountId: string, viewer: Viewer, id: string) {
  const lead = await lockLeadOf(tx, accountId, viewer, findLeadOfAppointment(accountId, viewer, id));
  const appointment = lead && (await tx.send(findAppointment(accountId, id)));
  if (!appointment) throw missing('appointment');
  return { lead, appointment };
}
