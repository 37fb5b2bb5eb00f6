import type { INestApplication } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service';
import { DEMO_ADDRESS } from '../accounts/invented-address';
import { jobActor } from '../audit/audit-entry';
import { PERMISSIONS } from '../auth/api-key';
import { ApiKeysService } from '../auth/api-keys.service';
import { SignInLinksService } from '../auth/sign-in-links.service';
import { linkUrl } from '../auth/sign-in-token';
import type { Config } from '../config';
import { AccountOpeningService } from './account-opening.service';

/**
 * On the first start with the embedded database: a demo account with a key of all permissions, a line to copy that creates a
 * lead, and a link into the console. Later starts keep what is there: a key can be shown only once.
 */
export async function openDemoAccount(app: INestApplication, config: Config): Promise<void> {
  if ((await app.get(AccountsService).list(1)).length > 0) return;
  const actor = jobActor('first start');
  const opening = {
    name: 'Conta de demonstração',
    owner: { name: 'Demonstração', email: DEMO_ADDRESS },
    plan: { api: true, autoOrigin: true },
    licenceActive: true,
    comercialEnabled: true,
  };
  const account = await app.get(AccountOpeningService).open(opening, actor);
  const { secret } = await app.get(ApiKeysService).create(account.id, 'demonstração', [...PERMISSIONS], actor);
  const link = linkUrl(config, await app.get(SignInLinksService).give(account.id, actor));
  console.log(`
A demo account and its API key were made. The key is shown this once:

  ${secret}

Create a lead:

  curl -i ${config.publicUrl}/api/v1/leads -H 'Authorization: Bearer ${secret}' -H 'Content-Type: application/json' -d '{"phone":"(11) 98765-4321","name":"Maria Silva","attribution":{"utm_source":"instagram"}}'

Open the owner's console; the link works once, for 15 minutes:

  ${link}
`);
}
