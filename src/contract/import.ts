import { ERROR_CODES, FIELD_ERROR } from './error';
import { IMPORT_COLUMNS } from './import-columns';
import {
  COUNT,
  FLAG,
  ID,
  listOf,
  MOMENT,
  named,
  object,
  type Of,
  oneOf,
  orNull,
  TEXT,
  described,
} from './document/shape';
import { APPLIED_RESULTS } from './submission';

/** Content types of an imported file. Its first bytes decide, as programs send various types. */
export const IMPORT_TYPES = [
  'text/csv',
  'text/vcard',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/octet-stream',
] as const;

const IMPORT_STATES = ['running', 'finished'] as const;

/** Results of a row that are reported. */
const REPORTED_RESULTS = [...APPLIED_RESULTS, 'refused'] as const;
export type ReportedResult = (typeof REPORTED_RESULTS)[number];

/** The counts add up to `rows`. */
const IMPORT_FIELDS = {
  id: ID,
  file_name: described(orNull(TEXT), 'As its sender named it; null when it was sent without a name.'),
  state: oneOf(IMPORT_STATES),
  rows: COUNT,
  pending: COUNT,
  created: COUNT,
  updated: COUNT,
  duplicate: COUNT,
  refused: COUNT,
  erased: described(COUNT, 'Rows of people who were erased while they were pending.'),
  created_at: MOMENT,
  finished_at: orNull(MOMENT),
};

export const IMPORT = named('Import', object(IMPORT_FIELDS));
export type ImportView = Of<typeof IMPORT>;

/** A refused or incomplete row, with columns and reasons, never values. */
const REPORTED_ROW = named(
  'ReportedRow',
  object({
    row: described(COUNT, 'As in the spreadsheet: the header is row 1.'),
    result: oneOf(REPORTED_RESULTS),
    code: orNull(oneOf(ERROR_CODES)),
    fields: listOf(FIELD_ERROR),
  }),
);
export type ReportedRow = Of<typeof REPORTED_ROW>;

export const IMPORT_REPORT = named('ImportReport', object({ ...IMPORT_FIELDS, reported_rows: listOf(REPORTED_ROW) }));
export type ImportReport = Of<typeof IMPORT_REPORT>;

export const DELIMITERS = [';', ',', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];
export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const PREVIEWED_ROW = object({
  row: described(COUNT, 'As in the spreadsheet: the header is row 1.'),
  cells: described(listOf(TEXT), 'The beginnings of the cells as sent, one for each column.'),
  values: described(
    listOf(orNull(TEXT)),
    'As read, one for each column: digits, codes, UTC moments, names of stages; as sent where they cannot be read, null where nothing is read.',
  ),
  refused: FLAG,
  fields: described(listOf(FIELD_ERROR), 'Why the row would be refused, or what would be left out of it.'),
});
export type PreviewedRow = Of<typeof PREVIEWED_ROW>;

/** Why a column of a file is not read. */
export const IGNORED_COLUMN = {
  unknown: 'tem um título que não conhecemos',
  other_column: 'repete o campo de outra coluna',
  mapping: 'ficou de fora no mapeamento',
  others_phone: 'parece telefone de outra pessoa',
  vague_phone: 'talvez seja o telefone, mas o título diz mais que isso',
  unnamed_phone: 'traz telefones, e o título não diz de quem são',
  one_phone: 'traz o mesmo telefone em mais da metade das linhas',
  one_name: 'traz o mesmo nome em mais da metade das linhas',
  not_names: 'não traz nomes na maioria das linhas',
  area_codes: 'traz DDD, e não se sabe de qual telefone',
  consents_differ: 'diz não onde outra coluna de consentimento diz sim',
  other_consent: 'não pede consentimento para contato ou uso de dados',
} as const;

/** The reasons of columns that hold phones. */
export const PHONES_LEFT_OUT: readonly string[] = [
  IGNORED_COLUMN.others_phone,
  IGNORED_COLUMN.vague_phone,
  IGNORED_COLUMN.unnamed_phone,
  IGNORED_COLUMN.one_phone,
  IGNORED_COLUMN.area_codes,
];

export const IMPORT_PREVIEW = named(
  'ImportPreview',
  object({
    rows: COUNT,
    checked: described(COUNT, 'How many of the first rows were checked.'),
    refused: described(COUNT, 'How many of those would be refused, as far as the file and the pipelines tell.'),
    columns: listOf(
      object({
        header: TEXT,
        field: orNull(oneOf(IMPORT_COLUMNS)),
        guessed: described(FLAG, 'Whether it is read although its header has other words than the name of the field.'),
      }),
    ),
    fields: described(
      listOf(
        object({
          field: oneOf(IMPORT_COLUMNS),
          headers: listOf(TEXT),
          values: described(listOf(TEXT), 'The first three, as read.'),
          without: described(COUNT, 'How many of the checked rows have none that can be read.'),
        }),
      ),
      'What is read, one for each field.',
    ),
    sample: described(
      listOf(PREVIEWED_ROW),
      'The first ten rows; fewer where they would take much more room than the file.',
    ),
    delimiter: described(
      orNull(oneOf(DELIMITERS)),
      'Null where nothing separates cells: a workbook, contacts, a single column.',
    ),
    encoding: described(orNull(oneOf(ENCODINGS)), 'Null for a workbook.'),
    ignored: described(
      listOf(object({ header: TEXT, reason: TEXT })),
      'The columns that are not read, with the reason in Portuguese.',
    ),
  }),
);
export type ImportPreview = Of<typeof IMPORT_PREVIEW>;
