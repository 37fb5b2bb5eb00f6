import { Module } from '@nestjs/common';
import { HandOverJob } from './hand-over.job';
import { MembersController } from './members.controller';
import { MembersService } from './members.service';
import { RotaJob } from './rota.job';

/** The people of an account, who gets new leads, and the leads of those who leave. */
@Module({ controllers: [MembersController], providers: [HandOverJob, MembersService, RotaJob] })
export class MembersModule {}
