import { ValidateIf } from 'class-validator';
import { IsSentIdOrNull, IsString, Must, Trimmed } from '../../common/input/fields';
import { IsIds } from '../../common/input/ids.field';
import { InputObject } from '../../common/input/input';
import { SENT_ID } from '../../contract/document/json-schema';
import { MAX_BULK_LEADS } from '../../contract/limits';
import { IsTags } from './lead.dto';

const isOneGiven = (body: Readonly<Record<string, unknown>>): boolean =>
  [body.add_tags, body.stage_id, body.responsible_id].filter((value) => value !== undefined).length === 1;

/** Absent when another one is given. */
const OneOfThree = (): PropertyDecorator => (target, property) => {
  ValidateIf((body: BulkDto, value) => value !== undefined || !isOneGiven({ ...body }))(target, property);
  Must((_, body) => isOneGiven(body), 'informe add_tags, stage_id ou responsible_id, e só um deles')(target, property);
};

@InputObject('LeadBulk', {
  forms: {
    LeadBulkOfTags: ['lead_ids', 'add_tags'],
    LeadBulkOfMoves: ['lead_ids', 'stage_id'],
    LeadBulkOfResponsible: ['lead_ids', 'responsible_id'],
  },
})
export class BulkDto {
  @IsIds({ min: 1, max: MAX_BULK_LEADS }) lead_ids!: string[];

  @OneOfThree() @Trimmed() @IsTags() add_tags?: string[];
  @OneOfThree() @IsString(SENT_ID) stage_id?: string;

  /** A member; null: nobody. */
  @OneOfThree() @IsSentIdOrNull() responsible_id?: string | null;
}
