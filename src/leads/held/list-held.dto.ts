import { IsOneOf, Optional } from '../../common/input/fields';
import { PageQuery } from '../../common/input/page.dto';
import { HELD_STATES, type HeldState } from '../../contract/held-submission';

export class ListHeldQuery extends PageQuery {
  @Optional() @IsOneOf(HELD_STATES) state?: HeldState;
}
