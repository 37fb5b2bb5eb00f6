import { IsString, Must, Optional } from '../common/fields';
import { SENT_ID } from '../common/json-schema';
import { isRealDay } from '../common/moment';

const IsDay = (): PropertyDecorator =>
  Must((value) => typeof value === 'string' && isRealDay(value), 'deve ser um dia real no formato AAAA-MM-DD', {
    type: 'string',
    format: 'date',
  });

/** The parameters of GET /metrics. */
export class MetricsQuery {
  @Optional() @IsDay() from?: string;
  @Optional() @IsDay() to?: string;

  @Optional()
  @Must((value) => value !== '', 'não pode ser vazio')
  @IsString(SENT_ID)
  pipeline_id?: string;
}
