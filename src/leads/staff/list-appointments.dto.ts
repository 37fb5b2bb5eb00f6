import { Optional } from '../../common/fields';
import { IsDay } from '../../common/moment.field';
import { PageQuery } from '../../common/page.dto';

/** The parameters of GET /appointments: Brasília days. */
export class ListAppointmentsQuery extends PageQuery {
  @Optional() @IsDay() from?: string;
  @Optional() @IsDay() to?: string;
}
