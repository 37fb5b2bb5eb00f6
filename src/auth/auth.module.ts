import { Global, Module } from '@nestjs/common';
import { ApiKeysService } from './api-keys.service';
import { AccountsModule } from '../accounts/accounts.module';
import { ExpiredSecretsJob } from './expired-secrets.job';
import { KeyRefusalsService } from './key-refusals.service';
import { KeyUsesService } from './key-uses.service';
import { KnownKeys } from './known-keys';
import { OwnerChangeService } from './owner-change.service';
import { SessionsService } from './sessions.service';
import { SignInLinksService } from './sign-in-links.service';
import { SignInRequestsService } from './sign-in-requests.service';
import { TokenLookUps } from './token-look-ups';

const SERVICES = [
  ApiKeysService,
  KeyRefusalsService,
  KeyUsesService,
  KnownKeys,
  OwnerChangeService,
  SessionsService,
  SignInLinksService,
  SignInRequestsService,
  TokenLookUps,
  ExpiredSecretsJob,
];

/** Global, because the guards of every partner controller need it. */
@Global()
@Module({ imports: [AccountsModule], providers: SERVICES, exports: SERVICES })
export class AuthModule {}
