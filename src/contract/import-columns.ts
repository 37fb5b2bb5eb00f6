import { LEAD_TEXTS } from './lead-fields';
import { type Signal, SIGNALS } from './origin';

/** Describes a column of a file of leads, for all readers and writers. */
interface ColumnDescription {
  /** Name for owners: in headers of exports and templates, and in reasons; a file may use it as header. */
  readonly word: string;
  /** Whether several columns of a file may give it; otherwise one. */
  readonly isSeveral?: true;
  readonly isInTemplate?: true;
  readonly isExported?: false;
}

/** Columns in the order of an export: the fields of POST /leads, and fields that only the leads' owner may set. */
const COLUMNS = {
  phone: { word: 'Telefone', isSeveral: true, isInTemplate: true },
  ...LEAD_TEXTS,
  tags: { word: 'Etiquetas', isSeveral: true, isInTemplate: true },
  notes: { word: 'Observações', isSeveral: true, isInTemplate: true },
  origin: { word: 'Origem', isInTemplate: true },
  created_at: { word: 'Criado em', isInTemplate: true },
  'deal.pipeline_id': { word: 'Funil' },
  'deal.stage_id': { word: 'Etapa', isInTemplate: true },
  'deal.value': { word: 'Valor', isInTemplate: true },
  consent: { word: 'Consentimento' },
  responsible: { word: 'Responsável' },
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

export const takesSeveral = (field: ImportColumn): boolean => DESCRIBED[field].isSeveral === true;

export const TEMPLATE_COLUMNS = columnsThat(({ isInTemplate }) => isInTemplate === true);

export type ExportColumn = Exclude<ImportColumn, 'external_id'>;

export const EXPORT_COLUMNS = columnsThat(({ isExported }) => isExported !== false) as readonly ExportColumn[];

export const IMPORT_COLUMN_WORDS = Object.fromEntries(
  IMPORT_COLUMNS.map((column) => [column, COLUMNS[column].word]),
) as Readonly<Record<ImportColumn, string>>;

/** Header of an export by releases before 1.2, which had no column of the responsible. */
export const EARLIER_EXPORT_COLUMNS = EXPORT_COLUMNS.filter((column) => column !== 'responsible');

export const headerOf = (columns: readonly ImportColumn[]): string[] =>
  columns.map((column) => IMPORT_COLUMN_WORDS[column]);

/** Extra column of a file of refused rows; an imported file may keep it, and it is ignored. */
export const REASON_HEADER = 'motivo';

/** Name of a column, or of another part of a row, for a reason: `deal.stage_id` as `Etapa`. */
export const columnWord = (field: string): string =>
  field === 'row'
    ? 'Linha'
    : ((IMPORT_COLUMN_WORDS as Readonly<Record<string, string>>)[field.replace(/\.\d+$/, '')] ?? field);
