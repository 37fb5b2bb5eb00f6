import { isText, Must, Optional, Trimmed } from '../../common/input/fields';
import { ruled } from '../../contract/document/json-schema';
import { MAX_UTM } from '../../contract/limits';

/** What a person has typed of a tag or a campaign. */
export class SuggestionsQuery {
  @Optional()
  @Trimmed()
  @Must((value) => value === '' || isText(value, MAX_UTM), `deve ter até ${MAX_UTM} caracteres`, {
    type: 'string',
    ...ruled(`At most ${MAX_UTM} characters.`),
  })
  q?: string;
}
