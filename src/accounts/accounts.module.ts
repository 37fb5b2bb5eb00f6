import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Account } from './account.entity';
import { AccountsService } from './accounts.service';
import { Mailer } from './mailer';

@Module({
  imports: [TypeOrmModule.forFeature([Account])],
  providers: [AccountsService, Mailer],
  exports: [AccountsService, Mailer],
})
export class AccountsModule {}
