import { SIGNALS } from './origin';

/** What a column of a file may hold: the fields of POST /leads, and what only the owner of the leads can say of them. */
export const IMPORT_COLUMNS = [
  'phone',
  'name',
  'email',
  'tags',
  'notes',
  'origin',
  'created_at',
  'deal.pipeline_id',
  'deal.stage_id',
  'deal.value',
  'consent',
  'external_id',
  ...SIGNALS,
] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

/** The columns in the words of owners; a file may have them as its header. */
export const IMPORT_COLUMN_WORDS: Readonly<Record<ImportColumn, string>> = {
  phone: 'Telefone',
  name: 'Nome',
  email: 'E-mail',
  tags: 'Etiquetas',
  notes: 'Observações',
  origin: 'Origem',
  created_at: 'Criado em',
  'deal.pipeline_id': 'Funil',
  'deal.stage_id': 'Etapa',
  'deal.value': 'Valor',
  consent: 'Consentimento',
  external_id: 'Código externo',
  utm_source: 'utm_source',
  utm_medium: 'utm_medium',
  utm_campaign: 'utm_campaign',
  utm_content: 'utm_content',
  utm_term: 'utm_term',
  fbclid: 'fbclid',
  fbc: 'fbc',
  gclid: 'gclid',
  gbraid: 'gbraid',
  wbraid: 'wbraid',
  gad_source: 'gad_source',
  referrer: 'Página de referência',
};

/** The column that a file of refused rows has beside its own; a file that is imported may keep it, and it is not read. */
export const REASON_HEADER = 'motivo';

/** The name of a column, or of another part of a row, for a reason: `deal.stage_id` as `Etapa`. */
export const columnWord = (field: string): string =>
  field === 'row'
    ? 'Linha'
    : ((IMPORT_COLUMN_WORDS as Readonly<Record<string, string>>)[field.replace(/\.\d+$/, '')] ?? field);
