import { Module } from '@nestjs/common';
import { AccountChangeService } from './account-change.service';
import { AccountController } from './account.controller';

@Module({ controllers: [AccountController], providers: [AccountChangeService], exports: [AccountChangeService] })
export class AccountRoutesModule {}
