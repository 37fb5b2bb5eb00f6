import { IsOneOf, IsString, IsText, isText, Must, Optional, Trimmed } from '../common/fields';
import { idOf } from '../common/id.pipe';
import { ruled, SENT_ID } from '../contract/json-schema';
import { MAX_FILE_NAME, MAX_IMPORT_MAPPING, MAX_TAG, MAX_TAGS_PER_CALL } from '../contract/limits';
import { type Origin, ORIGINS } from '../contract/origin';
import { tagsIn } from '../imports/cells/tags';
import type { ForAllRows } from '../imports/row-body';
import { AREA_CODES } from '../leads/record/phone';

const isMapping = (value: unknown): boolean =>
  typeof value === 'string' && value !== '' && value.length <= MAX_IMPORT_MAPPING;

/** How a file is to be read: its columns, and what holds for rows that say nothing of it themselves. */
export class ReadingQuery {
  @Optional()
  @Must((value) => isMapping(value), `deve ter de 1 a ${MAX_IMPORT_MAPPING} caracteres`, {
    type: 'string',
    minLength: 1,
    maxLength: MAX_IMPORT_MAPPING,
    ...ruled(
      'What each column holds, in the order of the file and separated by commas; nothing for one that is not read. Phone, name, e-mail, tags and notes may have several columns.',
    ),
    examples: ['name,phone,,deal.value'],
  })
  mapping?: string;

  @Optional()
  @Must((value) => AREA_CODES.has(String(value)), 'deve ser um DDD do Brasil, como 11', {
    type: 'string',
    ...ruled('An area code of Brazil, for phones without one.'),
    examples: ['11'],
  })
  area_code?: string;

  @Optional() @IsOneOf(ORIGINS) origin?: Origin;

  @Optional()
  @Must((value) => areTags(value), `deve ter de 1 a ${MAX_TAGS_PER_CALL} etiquetas, separadas por vírgula`, {
    type: 'string',
    minLength: 1,
    ...ruled('Tags, separated by commas.'),
    examples: ['feira,agosto'],
  })
  tags?: string;

  @Optional() @IsString(SENT_ID) stage_id?: string;

  @Optional() @IsOneOf(['true', 'false']) consent?: 'true' | 'false';
}

const areTags = (value: unknown): boolean => {
  if (typeof value !== 'string') return false;
  const tags = tagsIn(value);
  return tags.length > 0 && tags.length <= MAX_TAGS_PER_CALL && tags.every((tag) => isText(tag, MAX_TAG));
};

/** What the query says of rows. */
export const forAllRows = (query: ReadingQuery): ForAllRows => ({
  areaCode: query.area_code,
  origin: query.origin,
  tags: query.tags === undefined ? undefined : tagsIn(query.tags),
  stageId: query.stage_id === undefined ? undefined : idOf(query.stage_id),
  consent: query.consent === undefined ? undefined : query.consent === 'true',
});

/** What the sender says of a file. */
export class ImportFileQuery extends ReadingQuery {
  @Optional() @Trimmed() @IsText({ max: MAX_FILE_NAME }) file_name?: string;
}
