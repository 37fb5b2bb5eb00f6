import { Optional } from '../../common/input/fields';
import { IsDay } from '../../common/input/moment.field';
import { PageQuery } from '../../common/input/page.dto';

/** The parameters of GET /appointments: Brasília days. */
export class ListAppointmentsQuery extends PageQuery {
  @Optional() @IsDay() from?: string;
  @Optional() @IsDay() to?: string;
}
