import { IsOneOf, IsString, Must, Optional, SENT_ID } from '../common/input/fields';
import { BROKEN_DOWN_BY, type BrokenDownBy } from '../contract/metrics';
import { IsDay } from '../common/input/moment.field';

export class MetricsQuery {
  @Optional() @IsDay() from?: string;
  @Optional() @IsDay() to?: string;

  @Optional()
  @Must((value) => value !== '', 'não pode ser vazio')
  @IsString({ ...SENT_ID, minLength: 1 })
  pipeline_id?: string;
}

export class AccountMetricsQuery extends MetricsQuery {
  /** Leaves out the contacts that were erased as spam. */
  @Optional() @IsOneOf(['true']) without_spam?: 'true';
}

export class BreakdownQuery extends AccountMetricsQuery {
  @Must((_, { pipeline_id }) => pipeline_id === undefined, 'não se combina com pipeline_id')
  @IsOneOf(BROKEN_DOWN_BY)
  @Optional()
  by?: BrokenDownBy;
}
