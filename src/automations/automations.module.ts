import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Automation, AutomationRun } from './automation.entity';
import { PersonalTraces } from '../leads/record/personal-traces';
import { RecordModule } from '../leads/record/record.module';
import { PipelinesModule } from '../pipelines/pipelines.module';
import { StageReferences } from '../pipelines/stage-references';
import { AutomationsJob } from './automations.job';
import { AutomationsController } from './automations.controller';
import { AutomationsService } from './automations.service';
import { RUNS_OF_DEALS, RULES_OF_STAGES } from './automations.queries';

@Module({
  imports: [TypeOrmModule.forFeature([AutomationRun, Automation]), PipelinesModule, RecordModule],
  controllers: [AutomationsController],
  providers: [AutomationsJob, AutomationsService],
})
export class AutomationsModule {
  constructor(traces: PersonalTraces, references: StageReferences) {
    traces.register(RUNS_OF_DEALS);
    references.register(RULES_OF_STAGES);
  }
}
