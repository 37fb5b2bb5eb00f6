import { type Signal, SIGNALS } from './origin';

/** What is said of a column of a file of leads, once for all who read, write or name it. */
interface ColumnDescription {
  /** Its name for owners: in the header of an export, of the file to fill in, and in reasons; a file may have it as its header. */
  readonly word: string;
  /** Whether several columns of a file may give it; of others one column does. */
  readonly isSeveral?: true;
  /** Whether the file to fill in has it. */
  readonly isInTemplate?: true;
  /** False where an export lacks it. */
  readonly isExported?: false;
}

/** What a column may hold, in the order of an export: the fields of POST /leads, and what only the owner of the leads can say of them. */
const COLUMNS = {
  phone: { word: 'Telefone', isSeveral: true, isInTemplate: true },
  name: { word: 'Nome', isSeveral: true, isInTemplate: true },
  email: { word: 'E-mail', isSeveral: true, isInTemplate: true },
  tags: { word: 'Etiquetas', isSeveral: true, isInTemplate: true },
  notes: { word: 'Observações', isSeveral: true, isInTemplate: true },
  origin: { word: 'Origem', isInTemplate: true },
  created_at: { word: 'Criado em', isInTemplate: true },
  'deal.pipeline_id': { word: 'Funil' },
  'deal.stage_id': { word: 'Etapa', isInTemplate: true },
  'deal.value': { word: 'Valor', isInTemplate: true },
  consent: { word: 'Consentimento' },
  // A lead has one for each submission that gave it one.
  external_id: { word: 'Código externo', isExported: false },
  ...(Object.fromEntries(SIGNALS.map((signal) => [signal, { word: signal }])) as Record<Signal, ColumnDescription>),
  referrer: { word: 'Página de referência' },
} as const satisfies Readonly<Record<string, ColumnDescription>>;

export type ImportColumn = keyof typeof COLUMNS;

const DESCRIBED: Readonly<Record<ImportColumn, ColumnDescription>> = COLUMNS;

export const IMPORT_COLUMNS = Object.keys(COLUMNS) as readonly ImportColumn[];

const columnsThat = (isMeant: (column: ColumnDescription) => boolean): readonly ImportColumn[] =>
  IMPORT_COLUMNS.filter((column) => isMeant(DESCRIBED[column]));

/** Whether several columns of a file may give it; of others one column does. */
export const takesSeveral = (field: ImportColumn): boolean => DESCRIBED[field].isSeveral === true;

/** The columns of the file to fill in. */
export const TEMPLATE_COLUMNS = columnsThat(({ isInTemplate }) => isInTemplate === true);

/** An exported column. */
export type ExportColumn = Exclude<ImportColumn, 'external_id'>;

/** The columns of an export. */
export const EXPORT_COLUMNS = columnsThat(({ isExported }) => isExported !== false) as readonly ExportColumn[];

/** The columns in the words of owners. */
export const IMPORT_COLUMN_WORDS = Object.fromEntries(
  IMPORT_COLUMNS.map((column) => [column, COLUMNS[column].word]),
) as Readonly<Record<ImportColumn, string>>;

/** The names in a header. */
export const headerOf = (columns: readonly ImportColumn[]): string[] =>
  columns.map((column) => IMPORT_COLUMN_WORDS[column]);

/** The column that a file of refused rows has beside its own; a file that is imported may keep it, and it is not read. */
export const REASON_HEADER = 'motivo';

/** The name of a column, or of another part of a row, for a reason: `deal.stage_id` as `Etapa`. */
export const columnWord = (field: string): string =>
  field === 'row'
    ? 'Linha'
    : ((IMPORT_COLUMN_WORDS as Readonly<Record<string, string>>)[field.replace(/\.\d+$/, '')] ?? field);
