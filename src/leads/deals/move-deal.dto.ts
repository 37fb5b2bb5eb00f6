import { IsString, Optional } from '../../common/fields';
import { InputObject } from '../../common/input';
import { SENT_ID } from '../../contract/json-schema';

/** The body of POST /leads/{id}/stage. */
@InputObject('DealMove')
export class MoveDealDto {
  @IsString(SENT_ID) stage_id!: string;
  @Optional() @IsString(SENT_ID) deal_id?: string;
}
