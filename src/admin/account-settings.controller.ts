import { accountWithSettings } from '../accounts/account.queries';
import { readSiteDomain } from './site-domain';
import { AccountSettingsDto } from './accounts.dto';
import { AccountApi, Get, Patch } from '../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller } from '../auth/access/account-caller';
import { JsonBody } from '../common/input/route-input';
import { ACCOUNT_WITH_SETTINGS } from '../contract/account';
import { ACCOUNT_WITH_SETTINGS_EXAMPLE } from '../contract/document/examples';
import { one, ApiOperation, ApiTag } from '../contract/document/route-text';
import { MAX_SETTINGS_BYTES, MAX_SITE_DOMAINS } from '../contract/limits';
import { AccountManagementService } from './account-management.service';

@AccountApi('')
@ApiTag('Owner: account', 'account')
export class AccountSettingsController {
  constructor(private readonly management: AccountManagementService) {}

  @Get('account', 'account')
  @ApiOperation('Read the account', {
    answers: [one(200, 'The account.', ACCOUNT_WITH_SETTINGS, ACCOUNT_WITH_SETTINGS_EXAMPLE)],
  })
  get(@CurrentAccountCaller() { account }: AccountCaller) {
    return { data: accountWithSettings(account) };
  }

  @Patch('account', 'settings')
  @ApiOperation('Change the settings of the account', {
    description:
      `\`site_domains\` is the whole list, with at most ${MAX_SITE_DOMAINS} host names; an empty one turns it off. From the next submission on, a ` +
      'referrer on one of them, or on a subdomain of one, counts as absent: the page before a form is mostly the site’s own. Leads that exist keep their origin.',
    body: { site_domains: ACCOUNT_WITH_SETTINGS_EXAMPLE.site_domains, sellers_see: 'own', sellers_export: false },
    answers: [one(200, 'The account.', ACCOUNT_WITH_SETTINGS, ACCOUNT_WITH_SETTINGS_EXAMPLE)],
  })
  async change(
    @CurrentAccountCaller() { account, actor }: AccountCaller,
    @JsonBody({ maxBytes: MAX_SETTINGS_BYTES }) body: AccountSettingsDto,
  ) {
    const { site_domains, loss_reasons } = body;
    const settings = {
      siteDomains: site_domains && [...new Set(site_domains.map((domain) => readSiteDomain(domain) ?? ''))],
      sellersSee: body.sellers_see,
      sellersExport: body.sellers_export,
      lossReasons: loss_reasons && [...new Set(loss_reasons)],
      messageTemplates: body.message_templates?.map(({ name, text }) => ({ name, text })),
      idleDays: body.idle_days,
    };
    return { data: accountWithSettings(await this.management.changeSettings(account.id, settings, actor)) };
  }
}
