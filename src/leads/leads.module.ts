import { Module } from '@nestjs/common';
import { ActivitiesModule } from './activities/activities.module';
import { DealsModule } from './deals/deals.module';
import { HeldModule } from './held/held.module';
import { IntakeModule } from './intake/intake.module';
import { PeopleModule } from './people/people.module';
import { ReadingModule } from './reading/reading.module';
import { RecordModule } from './record/record.module';

/** The modules of leads, in the order of their imports. A module that needs a service imports the one that has it. */
@Module({
  imports: [RecordModule, DealsModule, ActivitiesModule, IntakeModule, HeldModule, ReadingModule, PeopleModule],
})
export class LeadsModule {}
