import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { ApiError } from '../../common/api-error';
import { selection } from '../../database/columns';
import { Database } from '../../database/database';
import { prepared, writeRow } from '../../database/query';
import { Appointment } from '../record/appointment.entity';
import { lockLead } from '../record/leads.queries';

const SET_ATTENDED = prepared(
  'set_attended',
  `update appointments a set attended = $3 where a.account_id = $1 and a.id = $2 returning ${selection(Appointment, 'a')}`,
);

/** Appointments, which the back office feeds in. */
@Injectable()
export class AppointmentsService {
  constructor(private readonly database: Database) {}

  /** Throws `not_found` for a lead that the account lacks. */
  add(accountId: string, leadId: string, startsAt: Date, attended: boolean): Promise<Appointment> {
    return this.database.transaction(async (tx) => {
      // Locked, so that the lead is not merged into another one meanwhile.
      if (!(await tx.send(lockLead(accountId, leadId)))) throw new ApiError('not_found');
      const appointment = { accountId, id: uuidv7(), leadId, startsAt, attended, createdAt: new Date() };
      await tx.entitiesOf(accountId).insert(Appointment, appointment);
      return appointment;
    });
  }

  /** Throws `not_found`. */
  async setAttended(accountId: string, id: string, attended: boolean): Promise<Appointment> {
    const appointment = await this.database.write(writeRow<Appointment>(SET_ATTENDED, [accountId, id, attended]));
    if (!appointment) throw new ApiError('not_found');
    return appointment;
  }
}
