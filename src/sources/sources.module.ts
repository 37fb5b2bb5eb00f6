import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OwnerChangeService } from '../auth/sessions/owner-change.service';
import { ResponseTick } from '../common/http/response-tick';
import { IntakeModule } from '../leads/intake/intake.module';
import { PersonalTraces } from '../leads/record/personal-traces';
import { RecordModule } from '../leads/record/record.module';
import { SourceNames } from '../leads/record/source-names';
import { DeliveriesController } from './deliveries.controller';
import { DeliveriesJob, SpamJob } from './deliveries.job';
import { DeliveriesService } from './deliveries.service';
import { DELIVERIES_OF_PERSON } from './deliveries-of-person.queries';
import { FormsController } from './forms/forms.controller';
import { FormsService } from './forms/forms.service';
import { ReadingService } from './reading.service';
import { ReceiveService } from './receive.service';
import { Delivery, Source, SourceAddress, SourceDay } from './source.entity';
import { SourcesController } from './sources.controller';
import { listSourceNames, notifyOfKept } from './sources.queries';
import { SourcesService } from './sources.service';
import { WebhookController } from './webhook.controller';
import { WebhookService } from './webhook.service';

@Module({
  imports: [TypeOrmModule.forFeature([Delivery, Source, SourceAddress, SourceDay]), IntakeModule, RecordModule],
  controllers: [SourcesController, DeliveriesController, WebhookController, FormsController],
  providers: [
    DeliveriesJob,
    DeliveriesService,
    FormsService,
    ReadingService,
    ReceiveService,
    SpamJob,
    ResponseTick,
    SourcesService,
    WebhookService,
  ],
  exports: [SourcesService],
})
export class SourcesModule {
  constructor(names: SourceNames, traces: PersonalTraces, ownerChanges: OwnerChangeService) {
    names.register(listSourceNames);
    ownerChanges.register(notifyOfKept);
    traces.register(DELIVERIES_OF_PERSON);
  }
}
