import { readSiteDomain } from '../site-domain';
import { IsList, IsOneOf, IsTrueOrFalse, Optional, Trimmed } from '../../common/input/fields';
import { InputObject } from '../../common/input/input';
import { ruled } from '../../contract/document/json-schema';
import { SELLERS_SEE, type SellersSee } from '../../contract/roles';
import { MAX_HOST_NAME, MAX_SITE_DOMAINS } from '../../contract/limits';

/** Body of the owner's PATCH /account. */
@InputObject('AccountSettings', { notEmpty: true })
export class AccountSettingsDto {
  /** Replaces the whole list. */
  @Optional()
  @Trimmed()
  @IsList({
    max: MAX_SITE_DOMAINS,
    item: {
      isValid: (domain) => typeof domain === 'string' && readSiteDomain(domain) !== undefined,
      message: 'deve ser só o domínio, como minhaloja.com.br, sem https://, caminho ou porta',
      itemSchema: {
        type: 'string',
        ...ruled(
          'A host name with at least two labels, such as `minhaloja.com.br`: no scheme, path or port, and no IP address.',
        ),
        minLength: 4,
        maxLength: MAX_HOST_NAME,
        pattern: '^[^/:?#@]+\\.[^/:?#@]+$',
        examples: ['minhaloja.com.br'],
      },
    },
  })
  site_domains?: string[];

  @Optional() @IsOneOf(SELLERS_SEE) sellers_see?: SellersSee;
  @Optional() @IsTrueOrFalse() sellers_export?: boolean;
}
