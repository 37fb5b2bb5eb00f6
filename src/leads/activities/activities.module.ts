import { Module } from '@nestjs/common';
import { AccountActivitiesController } from './account-activities.controller';
import { AccountAppointmentsController } from './account-appointments.controller';
import { OperatorAppointmentsController } from './operator-appointments.controller';
import { CalendarController } from './calendar.controller';
import { ActivitiesService } from './activities.service';
import { AppointmentsService } from './appointments.service';

@Module({
  controllers: [
    AccountActivitiesController,
    AccountAppointmentsController,
    CalendarController,
    OperatorAppointmentsController,
  ],
  providers: [ActivitiesService, AppointmentsService],
})
export class ActivitiesModule {}
