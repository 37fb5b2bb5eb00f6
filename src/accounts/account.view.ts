import type { AccountView } from '../contract/account';
import type { Account } from './account.entity';

/** An account as the admin API shows it. */
export const accountView = (account: Account): AccountView => ({
  id: account.id,
  name: account.name,
  owner: { name: account.ownerName, email: account.ownerEmail },
  plan: { api: account.planApi, auto_origin: account.planAutoOrigin },
  licence_active: account.licenceActive,
  comercial_enabled: account.comercialEnabled,
  created_at: account.createdAt.toISOString(),
});
