import { IsString, Optional } from '../../common/input/fields';
import { InputObject } from '../../common/input/input';
import { SENT_ID } from '../../contract/document/json-schema';

@InputObject('DealMove')
export class MoveDealDto {
  @IsString(SENT_ID) stage_id!: string;
  @Optional() @IsString(SENT_ID) deal_id?: string;
}
