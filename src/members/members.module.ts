import { Module } from '@nestjs/common';
import { HandOverJob } from './hand-over.job';
import { MemberDataController } from './member-data.controller';
import { MemberDataService } from './member-data.service';
import { InvitationsService } from './invitations.service';
import { MembersController } from './members.controller';
import { MembersService } from './members.service';
import { RotaJob } from './rota.job';

/** The people of an account, who gets new leads, the leads of those who leave, and what is held of a member. */
@Module({
  controllers: [MembersController, MemberDataController],
  providers: [HandOverJob, InvitationsService, MemberDataService, MembersService, RotaJob],
})
export class MembersModule {}
