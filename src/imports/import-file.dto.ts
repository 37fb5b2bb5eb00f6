import { IsOneOf, IsSentId, IsText, isText, Must, Optional, Trimmed, ruled } from '../common/input/fields';
import { idOf } from '../common/input/id.pipe';
import { AREA_CODES } from '../contract/phone';
import { MAX_FILE_NAME, MAX_IMPORT_MAPPING, MAX_TAG, MAX_TAGS_PER_CALL } from '../contract/limits';
import { type Origin, ORIGINS } from '../contract/origin';
import { tagsIn } from './cells/tags';
import type { ForAllRows } from './rows/row-body';

const MAPPING = new RegExp(`^[a-z_., ]{1,${MAX_IMPORT_MAPPING}}$`);

const MAPPING_MESSAGE = `deve ter os nomes dos campos, separados por vírgulas: até ${MAX_IMPORT_MAPPING} caracteres`;
const MAX_TAGS_TEXT = 300;

/** How to read a file: its columns, and values for rows without their own. */
export class ReadingQuery {
  @Optional()
  @Must((value) => typeof value === 'string' && MAPPING.test(value), MAPPING_MESSAGE, {
    type: 'string',
    pattern: MAPPING.source,
    ...ruled(
      'What each column holds, in the order of the file and separated by commas; nothing for one that is not read. Phone, name, e-mail, tags and notes may have several columns.',
    ),
    examples: ['name,phone,,deal.value'],
  })
  mapping?: string;

  @Optional()
  @Must((value) => AREA_CODES.includes(String(value)), 'deve ser um DDD do Brasil, como 11', {
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
    maxLength: MAX_TAGS_TEXT,
    ...ruled('Tags, separated by commas.'),
    examples: ['feira,agosto'],
  })
  tags?: string;

  @Optional() @IsSentId() stage_id?: string;

  @Optional() @IsOneOf(['true', 'false']) consent?: 'true' | 'false';
}

const areTags = (value: unknown): boolean => {
  if (typeof value !== 'string' || value.length > MAX_TAGS_TEXT) return false;
  const tags = tagsIn(value);
  return tags.length > 0 && tags.length <= MAX_TAGS_PER_CALL && tags.every((tag) => isText(tag, MAX_TAG));
};

export const forAllRows = (query: ReadingQuery): ForAllRows => ({
  areaCode: query.area_code,
  origin: query.origin,
  tags: query.tags === undefined ? undefined : tagsIn(query.tags),
  stageId: query.stage_id === undefined ? undefined : idOf(query.stage_id),
  consent: query.consent === undefined ? undefined : query.consent === 'true',
});

export class ImportFileQuery extends ReadingQuery {
  @Optional() @Trimmed() @IsText({ max: MAX_FILE_NAME }) file_name?: string;
}
