import type { AccountView, AccountWithSettings } from '../contract/account';
import type { Account } from './account.entity';

/** Shows an account to the operator. */
export const accountView = (account: Account): AccountView => ({
  id: account.id,
  name: account.name,
  owner: { name: account.ownerName, email: account.ownerEmail },
  plan: { api: account.planApi, auto_origin: account.planAutoOrigin },
  licence_active: account.licenceActive,
  comercial_enabled: account.comercialEnabled,
  created_at: account.createdAt.toISOString(),
});

/** Shows an account to its owner. */
export const accountWithSettings = (account: Account): AccountWithSettings => ({
  ...accountView(account),
  site_domains: account.siteDomains,
  sellers_see: account.sellersSee,
  sellers_export: account.sellersExport,
  loss_reasons: account.lossReasons,
  idle_days: account.idleDays,
});
