import { IMPORT_COLUMN_WORDS, IMPORT_COLUMNS, type ImportColumn, REASON_HEADER } from '../contract/import-columns';
import { letters } from './plain-text';

/** What people call the columns, beside the names of the API and the words of the console. */
const OTHER_NAMES: Partial<Record<ImportColumn, readonly string[]>> = {
  phone: ['celular', 'whatsapp', 'fone', 'tel', 'telefone celular', 'número de telefone', 'número do telefone', 'zap'],
  name: ['nome completo', 'nome do lead', 'nome do cliente', 'nome do contato', 'cliente', 'full name'],
  email: ['e-mail principal', 'endereço de e-mail', 'correio eletrônico'],
  tags: ['tag', 'etiqueta', 'marcadores', 'marcador'],
  notes: ['observação', 'obs', 'anotação', 'anotações', 'notas', 'nota', 'comentário', 'comentários'],
  origin: ['origem do lead', 'canal de origem'],
  created_at: ['data', 'data de criação', 'data de cadastro', 'data do cadastro', 'data de entrada', 'cadastrado em'],
  'deal.pipeline_id': ['funil de vendas', 'pipeline'],
  'deal.stage_id': ['etapa do funil', 'fase', 'estágio'],
  'deal.value': ['valor do negócio', 'valor estimado', 'valor (R$)'],
  consent: ['consentimento LGPD', 'aceite LGPD', 'LGPD', 'opt-in'],
  external_id: ['id externo', 'código'],
  referrer: ['página de origem'],
};

const COLUMN_OF = new Map<string, ImportColumn>(
  IMPORT_COLUMNS.flatMap((column) =>
    [column, IMPORT_COLUMN_WORDS[column], ...(OTHER_NAMES[column] ?? [])].map(
      (name) => [letters(name), column] as const,
    ),
  ),
);

/** The column that a header names, in English or Portuguese; null for one that is not read; undefined for an unknown one. */
export function columnOfHeader(header: string): ImportColumn | null | undefined {
  const name = letters(header);
  return name === REASON_HEADER ? null : COLUMN_OF.get(name);
}
