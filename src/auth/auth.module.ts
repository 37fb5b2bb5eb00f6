import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiKey, ApiKeyUse, KeyRefusalDay, KeyRefusals } from './keys/api-key.entity';
import { Session, SignInLink, SignInRequest } from './sessions/session.entity';
import { AccountsModule } from '../accounts/accounts.module';
import { HeavyCalls } from './access/heavy-calls';
import { OperatorGuard } from './access/operator.guard';
import { OwnKeyLimits } from './access/own-key-limits';
import { StrangerLimits } from './access/stranger-limits';
import { TokenLookUps } from './access/token-look-ups';
import { ApiKeysController } from './keys/api-keys.controller';
import { ApiKeysService, KeyUsesService } from './keys/api-keys.service';
import { KeyRefusalsService } from './keys/key-refusals.service';
import { CalendarsController } from './sessions/calendars.controller';
import { CalendarsService } from './sessions/calendars.service';
import { ExpiredSecretsJob } from './sessions/expired-secrets.job';
import { OwnerChangeService } from './sessions/owner-change.service';
import { SessionsController } from './sessions/sessions.controller';
import { SessionsService } from './sessions/sessions.service';
import { SignInController } from './sessions/sign-in.controller';
import { SignInLinksService } from './sessions/sign-in-links.service';
import { SignInRequestsJob, SignInRequestsService } from './sessions/sign-in-requests.job';
const SERVICES = [
  ApiKeysService,
  CalendarsService,
  HeavyCalls,
  KeyRefusalsService,
  KeyUsesService,
  OperatorGuard,
  OwnKeyLimits,
  OwnerChangeService,
  SessionsService,
  SignInLinksService,
  SignInRequestsJob,
  SignInRequestsService,
  StrangerLimits,
  TokenLookUps,
  ExpiredSecretsJob,
];

/** Global, because the guards of every controller need its exports. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([ApiKeyUse, ApiKey, KeyRefusalDay, KeyRefusals, Session, SignInLink, SignInRequest]),
    AccountsModule,
  ],
  controllers: [ApiKeysController, CalendarsController, SessionsController, SignInController],
  providers: SERVICES,
  exports: [...SERVICES, AccountsModule],
})
export class AuthModule {}
