import { Module } from '@nestjs/common';
import { LeadsModule } from '../leads/leads.module';
import { PersonalTraces } from '../leads/people/personal-traces';
import { PipelinesModule } from '../pipelines/pipelines.module';
import { StageReferences } from '../pipelines/stage-references';
import { AutomationRunner } from './automation-runner';
import { AutomationsService } from './automations.service';
import { RUNS_OF_DEALS } from './personal-runs';
import { RULES_OF_STAGES } from './rules-of-stages';

@Module({
  imports: [LeadsModule, PipelinesModule],
  providers: [AutomationRunner, AutomationsService],
  exports: [AutomationsService],
})
export class AutomationsModule {
  constructor(traces: PersonalTraces, references: StageReferences) {
    traces.register(RUNS_OF_DEALS);
    references.register(RULES_OF_STAGES);
  }
}
