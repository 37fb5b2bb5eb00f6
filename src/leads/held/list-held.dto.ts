import { IsOneOf, Optional } from '../../common/fields';
import { PageQuery } from '../../common/page.dto';
import { HELD_STATES, type HeldState } from '../../contract/held-submission';

/** The parameters of GET /held-submissions. */
export class ListHeldQuery extends PageQuery {
  @Optional() @IsOneOf(HELD_STATES) state?: HeldState;
}
