import { ValidateIf } from 'class-validator';
import { IsList, IsString, Must, Trimmed } from '../../common/input/fields';
import { InputObject } from '../../common/input/input';
import { SENT_ID } from '../../contract/document/json-schema';
import { MAX_BULK_LEADS } from '../../contract/limits';
import { IsTags } from '../intake/submit-lead.dto';

const isOneGiven = (body: Readonly<Record<string, unknown>>): boolean =>
  (body.add_tags === undefined) !== (body.stage_id === undefined);

/** Absent when the other one is given. */
const OneOfTwo = (): PropertyDecorator => (target, property) => {
  ValidateIf((body: BulkDto, value) => value !== undefined || !isOneGiven({ ...body }))(target, property);
  Must((_, body) => isOneGiven(body), 'informe add_tags ou stage_id, e só um deles')(target, property);
};

@InputObject('LeadBulk', {
  forms: { LeadBulkOfTags: ['lead_ids', 'add_tags'], LeadBulkOfMoves: ['lead_ids', 'stage_id'] },
})
export class BulkDto {
  @IsList({
    min: 1,
    max: MAX_BULK_LEADS,
    item: {
      isValid: (id) => typeof id === 'string',
      message: 'deve ser um texto',
      itemSchema: { type: 'string', ...SENT_ID },
    },
  })
  lead_ids!: string[];

  @OneOfTwo() @Trimmed() @IsTags() add_tags?: string[];
  @OneOfTwo() @IsString(SENT_ID) stage_id?: string;
}
