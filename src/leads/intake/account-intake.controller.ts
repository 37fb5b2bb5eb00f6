import { Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { IdPipe, sentId } from '../../common/input/id.pipe';
import { EditLeadService } from './edit-lead.service';
import { EnterLeadService } from './enter-lead.service';
import { AccountApi, Patch, Post } from '../../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller } from '../../auth/access/account-caller';
import { NOW, OWNER_LEAD_EXAMPLE } from '../../contract/document/examples';
import { OWNER_LEAD } from '../../contract/lead';
import { TAG_RULES, IsPhone, TextsAsEdited, LeadChangeDto, AccountLeadDto, enteredLead } from './lead.dto';
import { one, ApiOperation, ApiTag } from '../../contract/document/route-text';
import {
  IsOneOf,
  IsSentIdOrNull,
  IsText,
  IsTextOrBlank,
  Optional,
  Trimmed,
  InputObject,
} from '../../common/input/fields';
import { IsMoment } from '../../common/input/moment.field';
import { MAX_ACTIVITY_TEXT, MAX_NOTES_RECORD } from '../../contract/limits';
import { type Origin, ORIGINS } from '../../contract/origin';
import { viewOwnerLead } from '../record/lead.view';
import { parsePhone, type Phone } from '../record/phone';
import { JsonBody } from '../../common/input/route-input';

@InputObject('LeadEdits', { notEmpty: true })
@TextsAsEdited()
class EditLeadDto extends LeadChangeDto {
  /** Becomes an activity of its own. */
  @Optional() @Trimmed() @IsText({ max: MAX_ACTIVITY_TEXT, lineBreaks: true }) note?: string;

  /** Replaces the whole record. */
  @Optional() @Trimmed() @IsTextOrBlank({ max: MAX_NOTES_RECORD, lineBreaks: true }) notes?: string;

  @Optional() @IsOneOf(ORIGINS) origin?: Origin;

  /** The right number, where the stored one is wrong. */
  @Optional() @IsPhone() phone?: string;

  /** A member; null: nobody. */
  @Optional() @IsSentIdOrNull() responsible_id?: string | null;

  /** The version that the caller saw. */
  @Optional() @IsMoment() expected_updated_at?: string;
}

const MEMBER_RULE = { fields: ['responsible_id'], rule: '`responsible_id` is an active member, or null.' };

const OF_SELLERS =
  'With `responsible_id` a seller takes what is nobody’s and hands on what is theirs; another change of it is 403 `forbidden`, which does not concern other fields.';

@AccountApi('leads')
@ApiTag('Owner: people', 'leadEdits')
export class AccountIntakeController {
  constructor(
    private readonly entries: EnterLeadService,
    private readonly edits: EditLeadService,
  ) {}

  @Post('', 'leads')
  @ApiOperation('Enter a lead by hand', {
    description: `Without \`responsible_id\` the lead is nobody’s. ${OF_SELLERS} The phone of a lead that a seller may not see is 409 \`conflict\`.`,
    rules: [{ fields: ['deals.*.stage_id'], rule: 'Each stage is the account’s.' }, MEMBER_RULE],
    body: {
      phone: '(11) 98765-4321',
      name: 'Maria Silva',
      tags: ['Balcão'],
      origin: 'referral',
      responsible_id: null,
    },
    errors: ['conflict'],
    answers: [
      one(201, 'The new lead.', OWNER_LEAD, OWNER_LEAD_EXAMPLE),
      one(200, 'The phone was known: its oldest lead, untouched.', OWNER_LEAD, OWNER_LEAD_EXAMPLE),
    ],
  })
  async add(
    @CurrentAccountCaller() caller: AccountCaller,
    @JsonBody() { responsible_id, ...body }: AccountLeadDto,
    @Res({ passthrough: true }) response: Response,
  ) {
    const input = { ...enteredLead(body), responsibleId: sentId(responsible_id), onDuplicate: 'show' } as const;
    const { created, lead } = await this.entries.addLead(caller.account.id, caller.actor, input, viewOwnerLead);
    response.status(created ? 201 : 200);
    return { data: lead };
  }

  @Patch(':id', 'leads')
  @ApiOperation('Correct a lead', {
    description:
      '`note` becomes an activity; `notes` is the whole record of the partners’ notes as it is to be. The origin can be given while it is `untracked` or `direct`. `phone` is for the owner and managers: what the lead has moves to that number, under which it is then found, and the old number is a new person when it writes; the number of another lead is 409 `conflict` with `details.lead_id`. With `expected_updated_at` the answer is `conflict` when anybody has changed the lead since; a change of hands does not count. ' +
      OF_SELLERS,
    rules: [...TAG_RULES, MEMBER_RULE],
    body: { name: 'Maria da Silva', note: 'Pediu para ligar à tarde.', expected_updated_at: NOW },
    answers: [one(200, 'The lead.', OWNER_LEAD, { ...OWNER_LEAD_EXAMPLE, name: 'Maria da Silva' })],
    errors: ['not_found', 'conflict'],
  })
  async edit(
    @CurrentAccountCaller() caller: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() { responsible_id, phone, ...body }: EditLeadDto,
  ) {
    const corrected = phone === undefined ? undefined : (parsePhone(phone) as Phone);
    const edits = { ...body, phone: corrected, responsible_id: sentId(responsible_id) };
    return { data: (await this.edits.edit(caller.account.id, caller.actor, id, edits, viewOwnerLead)).lead };
  }
}
