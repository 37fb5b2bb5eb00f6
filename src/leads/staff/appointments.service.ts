import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { isSeen, SEES_ALL, type Viewer } from '../../accounts/members/viewer';
import { missing } from '../../common/missing';
import { NO_ID } from '../../common/input/id.pipe';
import { loadPage, type PagePart, type PagedAccount } from '../../common/input/paging';
import { selection } from '../../database/columns';
import { Database } from '../../database/database';
import { prepared, readRows, writeRow } from '../../database/query';
import { Appointment } from '../record/appointment.entity';
import { listSeenLeads, lockLead } from '../record/leads.queries';
import type { ListAppointmentsQuery } from './list-appointments.dto';

/** SQL: the lead of the appointment `a` is seen by a viewer. */
const IS_SEEN = (viewer: string): string =>
  `(select ${isSeen('l', viewer)} from leads l where l.account_id = $1 and l.id = a.lead_id)`;

const SET_ATTENDED = prepared(
  'set_attended',
  `update appointments a set attended = $3
   where a.account_id = $1 and a.id = $2 and ${IS_SEEN('$4')} returning ${selection(Appointment, 'a')}`,
);

const LIST_APPOINTMENTS = prepared(
  'list_appointments',
  `select ${selection(Appointment, 'a')} from appointments a
   where a.account_id = $1 and a.starts_at < ($3::date + 1)::timestamp at time zone 'America/Sao_Paulo'
     and (a.starts_at, a.id) > (greatest($2::date::timestamp at time zone 'America/Sao_Paulo', $4), $5::uuid)
   order by a.starts_at, a.id limit $6`,
);

/** Appointments that are looked at for a page of those that a seller may see. */
const MOST_LOOKED_AT = 1_000;

const [FIRST_DAY, LAST_DAY] = ['0001-01-01', '9999-12-30'];

type NewAppointment = Readonly<Pick<Appointment, 'leadId' | 'startsAt' | 'attended'>>;

interface AppointmentPage {
  readonly appointments: readonly Appointment[];
  readonly nextCursor: string | null;
}

@Injectable()
export class AppointmentsService {
  constructor(private readonly database: Database) {}

  /** Throws `not_found` for an unknown lead. */
  add(accountId: string, viewer: Viewer, { leadId, startsAt, attended }: NewAppointment): Promise<Appointment> {
    return this.database.transaction(async (tx) => {
      // The lock keeps the lead from being merged meanwhile.
      if (!(await tx.send(lockLead(accountId, viewer, leadId)))) throw missing('lead');
      const appointment = { accountId, id: uuidv7(), leadId, startsAt, attended, createdAt: new Date() };
      await tx.entitiesOf(accountId).insert(Appointment, appointment);
      return appointment;
    });
  }

  /**
   * Lists appointments that start on these Brasília days, earliest first. Of a viewer's page what is looked at is bounded, so it may be
   * short and go on. Throws 422 for a bad cursor.
   */
  async list(
    account: PagedAccount,
    viewer: Viewer,
    { from = FIRST_DAY, to = LAST_DAY, ...page }: ListAppointmentsQuery,
  ): Promise<AppointmentPage> {
    const { rows, nextCursor } = await loadPage(page, {
      secret: account.cursorSecret,
      scope: JSON.stringify(['appointments', account.id, viewer, from, to]),
      isSealed: viewer !== SEES_ALL,
      load: (count, position) => this.load(account.id, viewer, { from, to, count }, position),
      positionOf,
    });
    return { appointments: rows, nextCursor };
  }

  private load(
    accountId: string,
    viewer: Viewer,
    { from, to, count }: { from: string; to: string; count: number },
    [startsAt = null, id = NO_ID]: (string | null)[] = [],
  ): Promise<Appointment[] | PagePart<Appointment>> {
    const walk = (most: number) => readRows<Appointment>(LIST_APPOINTMENTS, [accountId, from, to, startsAt, id, most]);
    if (viewer === SEES_ALL) return this.database.read(walk(count));
    return this.database.snapshot(async (tx) => {
      const walked = await tx.send(walk(MOST_LOOKED_AT));
      const seen = await tx.send(
        listSeenLeads(
          accountId,
          viewer,
          walked.map(({ leadId }) => leadId),
        ),
      );
      const rows = walked.filter(({ leadId }) => seen.has(leadId)).slice(0, count);
      const last = walked.length === MOST_LOOKED_AT ? walked.at(-1) : undefined;
      return { rows, cut: last && positionOf(last) };
    });
  }

  /** Throws `not_found`. */
  async setAttended(accountId: string, viewer: Viewer, id: string, attended: boolean): Promise<Appointment> {
    const appointment = await this.database.write(
      writeRow<Appointment>(SET_ATTENDED, [accountId, id, attended, viewer]),
    );
    if (!appointment) throw missing('appointment');
    return appointment;
  }
}

const positionOf = ({ startsAt, id }: Appointment): string[] => [startsAt.toISOString(), id];
