import {
  IsOneOf,
  IsSentIdOrNull,
  IsText,
  IsTrueOrFalse,
  NestedList,
  Optional,
  Trimmed,
  InputObject,
} from '../../common/input/fields';
import { idOf } from '../../common/input/id.pipe';
import { IsPastMoment } from '../../common/input/moment.field';
import { momentOf } from '../../common/moment';
import { eachText } from '../../contract/lead-fields';
import { MAX_NAME } from '../../contract/limits';
import { type Origin, ORIGINS } from '../../contract/origin';
import { StaffDealDto } from '../deals/deals.dto';
import { parsePhone, type Phone } from '../record/phone';
import { LeadTextsDto, TextsAsEntered, IsPhone, IsTags } from './lead.dto';
import { STAFF_CHANNELS, type StaffChannel } from '../../contract/person';

@InputObject('ConversationInput')
export class StaffConversationDto {
  @IsPhone() phone!: string;
  @IsOneOf(STAFF_CHANNELS) channel!: StaffChannel;
  @Optional() @Trimmed() @IsText({ max: MAX_NAME }) name?: string;
  @Optional() @IsPastMoment() created_at?: string;
}

@TextsAsEntered()
class EnteredLeadDto extends LeadTextsDto {
  @IsPhone() phone!: string;
  @Optional() @Trimmed() @IsTags() tags?: string[];
  @Optional() @IsOneOf(ORIGINS) origin?: Origin;
  @Optional() @IsPastMoment() created_at?: string;
  @Optional() @NestedList(() => StaffDealDto, { max: 50 }) deals?: StaffDealDto[];
}

/** The body of the account's POST /leads. */
@InputObject('OwnerLeadInput')
@TextsAsEntered()
export class AccountLeadDto extends EnteredLeadDto {
  /** A member; null: nobody. */
  @Optional() @IsSentIdOrNull() responsible_id?: string | null;
}

@InputObject('StaffLeadInput')
@TextsAsEntered()
export class StaffLeadDto extends EnteredLeadDto {
  @Optional() @IsTrueOrFalse() allow_duplicate?: boolean;
}

@InputObject('OriginInput')
export class OriginDto {
  @IsOneOf(ORIGINS) origin!: Origin;
}

/** A lead as the service takes it. */
export const enteredLead = (body: AccountLeadDto | StaffLeadDto) => ({
  phone: parsePhone(body.phone) as Phone,
  ...eachText((text) => body[text] ?? null),
  tags: body.tags ?? [],
  origin: body.origin,
  createdAt: body.created_at === undefined ? undefined : momentOf(body.created_at),
  deals: (body.deals ?? []).map(({ stage_id, value }) => ({ stageId: idOf(stage_id), value: value ?? null })),
});
