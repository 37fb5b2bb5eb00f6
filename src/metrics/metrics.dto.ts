import { IsString, Must, Optional } from '../common/fields';
import { SENT_ID } from '../contract/json-schema';
import { IsDay } from '../common/moment.field';

/** The parameters of GET /metrics. */
export class MetricsQuery {
  @Optional() @IsDay() from?: string;
  @Optional() @IsDay() to?: string;

  @Optional()
  @Must((value) => value !== '', 'não pode ser vazio')
  @IsString({ ...SENT_ID, minLength: 1 })
  pipeline_id?: string;
}
