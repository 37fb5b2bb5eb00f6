import { Module } from '@nestjs/common';
import { MembersController } from './members.controller';
import { MembersService } from './members.service';

/** The people of an account, and whose lead it is. */
@Module({ controllers: [MembersController], providers: [MembersService] })
export class MembersModule {}
