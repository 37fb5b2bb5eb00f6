import { IsText, Must, Optional, Trimmed } from '../common/fields';
import { ruled } from '../contract/json-schema';
import { MAX_FILE_NAME, MAX_IMPORT_MAPPING } from '../contract/limits';

const isMapping = (value: unknown): boolean =>
  typeof value === 'string' && value !== '' && value.length <= MAX_IMPORT_MAPPING;

/** How the columns of a file are to be read. */
export class MappingQuery {
  @Optional()
  @Must((value) => isMapping(value), `deve ter de 1 a ${MAX_IMPORT_MAPPING} caracteres`, {
    type: 'string',
    minLength: 1,
    maxLength: MAX_IMPORT_MAPPING,
    ...ruled(
      'What each column holds, in the order of the file and separated by commas; nothing for one that is not read.',
    ),
    examples: ['name,phone,,deal.value'],
  })
  mapping?: string;
}

/** What the sender says of a file. */
export class ImportFileQuery extends MappingQuery {
  @Optional() @Trimmed() @IsText({ max: MAX_FILE_NAME }) file_name?: string;
}
