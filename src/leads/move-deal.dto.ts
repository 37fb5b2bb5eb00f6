import { IsString, Optional } from '../common/fields';
import { SENT_ID } from '../common/json-schema';

/** The body of POST /leads/{id}/stage. */
export class MoveDealDto {
  @IsString(SENT_ID) stage_id!: string;
  @Optional() @IsString(SENT_ID) deal_id?: string;
}
