import { HttpCode, Param, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Leaving } from '../common/http/caller-left';
import { readCsvBody } from '../common/http/read-bytes';
import { IdPipe, idOf } from '../common/input/id.pipe';
import { PageQuery } from '../common/input/paging';
import { ImportsService } from './imports.service';
import { AccountApi, Get, Post } from '../auth/access/account-api';
import { type AccountCaller, type AccountRequest, CurrentAccountCaller } from '../auth/access/account-caller';
import { Heavy } from '../auth/access/heavy-calls';
import { streamAnswer } from '../auth/access/stream-answer';
import { PHONE_PROBLEMS } from '../leads/record/phone';
import { IDS, NOW } from '../contract/document/examples';
import {
  IGNORED_COLUMN,
  IMPORT,
  IMPORT_PREVIEW,
  IMPORT_REPORT,
  type ImportPreview,
  type ImportView,
  type ReportedRow,
  IMPORT_TYPES,
} from '../contract/import';
import {
  IMPORT_ANSWER_BYTES,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_CELL,
  MAX_IMPORT_COLUMNS,
  MAX_IMPORT_ROWS,
  MAX_FILE_NAME,
  MAX_IMPORT_MAPPING,
  MAX_TAG,
  MAX_TAGS_PER_CALL,
} from '../contract/limits';
import { IMPORT_COLUMNS, takesSeveral } from '../contract/import-columns';
import { answer, file, one, page, pagedOf, ApiOperation, ApiTag } from '../contract/document/route-text';
import { IsOneOf, IsSentId, IsText, isText, Must, Optional, ruled, Trimmed } from '../common/input/fields';
import { AREA_CODES } from '../contract/phone';
import { type Origin, ORIGINS } from '../contract/origin';
import type { RowDefaults } from './rows/row-body';
import { tagsIn } from './cells/texts';

const MAPPING = new RegExp(`^[a-z_., ]{1,${MAX_IMPORT_MAPPING}}$`);

const MAPPING_MESSAGE = `deve ter os nomes dos campos, separados por vírgulas: até ${MAX_IMPORT_MAPPING} caracteres`;
const MAX_TAGS_TEXT = 300;

/** How to read a file: its columns, and values for rows without their own. */
class ReadingQuery {
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

const rowDefaults = (query: ReadingQuery): RowDefaults => ({
  areaCode: query.area_code,
  origin: query.origin,
  tags: query.tags === undefined ? undefined : tagsIn(query.tags),
  stageId: query.stage_id === undefined ? undefined : idOf(query.stage_id),
  consent: query.consent === undefined ? undefined : query.consent === 'true',
});

class ImportFileQuery extends ReadingQuery {
  @Optional() @Trimmed() @IsText({ max: MAX_FILE_NAME }) file_name?: string;
}

const RUNNING: ImportView = {
  id: IDS.import,
  file_name: 'leads.csv',
  state: 'running',
  rows: 2,
  pending: 2,
  created: 0,
  updated: 0,
  duplicate: 0,
  refused: 0,
  erased: 0,
  created_at: NOW,
  finished_at: null,
};

const FINISHED: ImportView = { ...RUNNING, state: 'finished', pending: 0, created: 1, refused: 1, finished_at: NOW };

const REFUSED_ROW: ReportedRow = {
  row: 3,
  result: 'refused',
  code: 'validation_error',
  fields: [{ field: 'phone', message: PHONE_PROBLEMS.too_short }],
};

const PREVIEW: ImportPreview = {
  rows: 2,
  checked: 2,
  refused: 1,
  columns: [
    { header: 'phone', field: 'phone', guessed: false },
    { header: 'name', field: 'name', guessed: false },
    { header: 'tags', field: 'tags', guessed: false },
    { header: 'Telefone da mãe', field: null, guessed: false },
  ],
  fields: [
    { field: 'phone', headers: ['phone'], values: ['5511987654321'], without: 1 },
    { field: 'name', headers: ['name'], values: ['Maria Silva', 'João'], without: 0 },
    { field: 'tags', headers: ['tags'], values: ['Site'], without: 1 },
  ],
  sample: [
    {
      row: 2,
      cells: ['(11) 98765-4321', 'Maria Silva', 'Site', '(11) 3333-1001'],
      values: ['5511987654321', 'Maria Silva', 'Site', null],
      refused: false,
      fields: [],
    },
    {
      row: 3,
      cells: ['123', 'João', '', ''],
      values: [null, null, null, null],
      refused: true,
      fields: REFUSED_ROW.fields,
    },
  ],
  delimiter: ',',
  encoding: 'utf-8',
  ignored: [{ header: 'Telefone da mãe', reason: IGNORED_COLUMN.others_phone }],
};

const [TEXT_TYPE, ...OTHER_TYPES] = IMPORT_TYPES;
const UPLOAD = {
  type: TEXT_TYPE,
  example: 'phone,name,tags,Telefone da mãe\n(11) 98765-4321,Maria Silva,Site,(11) 3333-1001\n123,João,,\n',
  otherTypes: OTHER_TYPES,
};
const UPLOAD_RULE = {
  fields: ['Content-Type', 'Content-Encoding'],
  rule: `The file is sent as ${IMPORT_TYPES.map((type) => `\`${type}\``).join(', ')}, not compressed. Its first bytes tell what it is.`,
};
const MAPPING_RULE = {
  fields: ['mapping'],
  rule:
    'The mapping names known fields, `phone` among them, one for each column of the file. ' +
    `Only ${new Intl.ListFormat('en-GB').format(IMPORT_COLUMNS.filter(takesSeveral))} may have several columns.`,
};

const { timesFile, perRow, more } = IMPORT_ANSWER_BYTES;
const ANSWER_SIZE = `It has at most ${timesFile} times the bytes of the file, ${perRow} for each row and ${more / 1024} kB; texts beyond that are shortened or left out.`;

const REFUSED_FILE = { type: 'text/csv; charset=utf-8', name: 'recusadas.csv' };

@AccountApi('imports')
@ApiTag('Owner: imports')
export class ImportsController {
  constructor(private readonly imports: ImportsService) {}

  // No @JsonBody(): the file is not JSON, and is larger.
  @Post('', 'imports')
  @HttpCode(202)
  @Heavy()
  @ApiOperation('Import leads from a file', {
    description:
      'The file itself is the body: a text with separators (CSV), a workbook (.xlsx) or contacts (.vcf). It has at most ' +
      `${MAX_IMPORT_BYTES / 1024 / 1024} MB, ${MAX_IMPORT_ROWS} rows, ${MAX_IMPORT_COLUMNS} columns ` +
      `and ${MAX_IMPORT_CELL} characters in a cell, its columns named after ` +
      'the fields of POST /leads, in English or Portuguese, or by `mapping`. Each row follows the rules of that route; the same file ' +
      'again creates nothing twice. A row may also have `origin` and `created_at`.',
    rules: [
      UPLOAD_RULE,
      MAPPING_RULE,
      {
        fields: ['body', '*'],
        rule: 'The file can be read, and has a column of phones.',
      },
    ],
    upload: UPLOAD,
    answers: [one(202, 'The import, which runs in the background.', IMPORT, RUNNING)],
  })
  async start(
    @CurrentAccountCaller() { account, actor }: AccountCaller,
    @Req() request: Request,
    @Query() query: ImportFileQuery,
  ) {
    const { mapping, file_name: name } = query;
    const file = { bytes: await readCsvBody(request), mapping, defaults: rowDefaults(query), name };
    return { data: await this.imports.start(account.id, file, actor) };
  }

  @Post('preview', 'imports')
  @HttpCode(200)
  @Heavy()
  @ApiOperation('Look at how a file would be imported', {
    description:
      'The body is the file. The answer has its columns as the header or `mapping` names them, the columns, first values and gaps of each field, the columns ' +
      'that are not read with the reason, the first ten rows as they would be read, and how many of the first thousand would be ' +
      `refused. Nothing is stored. ${ANSWER_SIZE}`,
    rules: [UPLOAD_RULE, MAPPING_RULE, { fields: ['body'], rule: 'The file is well-formed.' }],
    upload: UPLOAD,
    answers: [one(200, 'How the file would be read.', IMPORT_PREVIEW, PREVIEW)],
  })
  async preview(
    @CurrentAccountCaller() { account }: AccountCaller,
    @Req() request: Request,
    @Query() query: ReadingQuery,
    @Leaving() leaving: AbortSignal,
  ) {
    const file = { bytes: await readCsvBody(request), mapping: query.mapping, defaults: rowDefaults(query) };
    return { data: await this.imports.preview(account.id, file, leaving) };
  }

  @Post(':id/refused.csv', 'imports')
  @HttpCode(200)
  @Heavy()
  @ApiOperation('Get the refused rows of an import as a file', {
    description:
      'The body is the imported file once more, because the service keeps nothing of it. The answer has the refused rows with their columns as ' +
      "they were, and the reasons in `motivo`. Corrected, it can be imported as it is. Cells that a spreadsheet would run begin with `'`. " +
      ANSWER_SIZE,
    rules: [UPLOAD_RULE, { fields: ['body'], rule: 'The file is that of the import.' }],
    upload: UPLOAD,
    answers: [
      file(
        'The file.',
        'text/csv',
        'phone;name;tags;motivo\r\n123;João;;"Telefone: ' + PHONE_PROBLEMS.too_short + '"\r\n',
      ),
    ],
    errors: ['not_found'],
  })
  async refused(
    @CurrentAccountCaller() { account }: AccountCaller,
    @Param('id', IdPipe) id: string,
    @Req() request: AccountRequest,
    @Res() response: Response,
    @Leaving() leaving: AbortSignal,
  ): Promise<void> {
    const texts = await this.imports.refused(account.id, id, await readCsvBody(request), leaving);
    return streamAnswer(request, response, { ...REFUSED_FILE, batches: [texts] });
  }

  @Get('', 'imports')
  @ApiOperation('List imports, newest first', {
    answers: [page(IMPORT, FINISHED)],
  })
  async list(@CurrentAccountCaller() { account }: AccountCaller, @Query() query: PageQuery) {
    const { imports, nextCursor } = await this.imports.list(account, query);
    return { data: imports, next_cursor: nextCursor };
  }

  @Get(':id', 'imports')
  @ApiOperation('Read the state of an import, with a page of its report', {
    description:
      'An import is kept for 30 days after its end, unless the service is configured otherwise; after that it is 404.',
    answers: [
      answer(200, 'The import, and the rows with a result worth reporting.', pagedOf(IMPORT_REPORT), {
        data: { ...FINISHED, reported_rows: [REFUSED_ROW] },
        next_cursor: null,
      }),
    ],
    errors: ['not_found'],
  })
  async get(
    @CurrentAccountCaller() { account }: AccountCaller,
    @Param('id', IdPipe) id: string,
    @Query() query: PageQuery,
  ) {
    const { data, nextCursor } = await this.imports.get(account, id, query);
    return { data, next_cursor: nextCursor };
  }
}
