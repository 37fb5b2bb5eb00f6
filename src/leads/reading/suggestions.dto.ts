import { Optional, Trimmed } from '../../common/input/fields';
import { IsUtm } from './lead-search.dto';

/** What a person has typed of a tag or a campaign. */
export class SuggestionsQuery {
  @IsUtm() @Trimmed() @Optional() q?: string;
}
