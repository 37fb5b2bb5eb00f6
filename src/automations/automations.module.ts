import { Module } from '@nestjs/common';
import { AutomationRunner } from './automation-runner';
import { AutomationsService } from './automations.service';

@Module({ providers: [AutomationRunner, AutomationsService], exports: [AutomationsService] })
export class AutomationsModule {}
