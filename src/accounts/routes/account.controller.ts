import { accountWithSettings } from '../account.view';
import { readSiteDomain } from '../site-domain';
import { AccountChangeService } from './account-change.service';
import { AccountSettingsDto } from './account-settings.dto';
import { AccountApi, Get, Patch } from '../../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller } from '../../auth/access/account-caller';
import { Described } from '../../contract/document/described';
import { ACCOUNT_TEXTS } from './account.texts';
import { JsonBody } from '../../common/input/json-body';

@AccountApi('')
@Described(ACCOUNT_TEXTS)
export class AccountController {
  constructor(private readonly changing: AccountChangeService) {}

  @Get('account', 'account')
  get(@CurrentAccountCaller() { account }: AccountCaller) {
    return { data: accountWithSettings(account) };
  }

  @Patch('account', 'settings')
  async change(@CurrentAccountCaller() { account, actor }: AccountCaller, @JsonBody() body: AccountSettingsDto) {
    const { site_domains, loss_reasons } = body;
    const settings = {
      siteDomains: site_domains && [...new Set(site_domains.map((domain) => readSiteDomain(domain) ?? ''))],
      sellersSee: body.sellers_see,
      sellersExport: body.sellers_export,
      lossReasons: loss_reasons && [...new Set(loss_reasons)],
      idleDays: body.idle_days,
    };
    return { data: accountWithSettings(await this.changing.change(account.id, settings, actor)) };
  }
}
