import { IsString, Must, Optional } from '../common/input/fields';
import { SENT_ID } from '../contract/document/json-schema';
import { IsDay } from '../common/input/moment.field';

export class MetricsQuery {
  @Optional() @IsDay() from?: string;
  @Optional() @IsDay() to?: string;

  @Optional()
  @Must((value) => value !== '', 'não pode ser vazio')
  @IsString({ ...SENT_ID, minLength: 1 })
  pipeline_id?: string;
}
