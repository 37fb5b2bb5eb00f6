import { type ErrorCode, type ErrorDetails, ERRORS, type FieldError, type Refusal } from '../contract/error';
import { MAX_FIELD_ERRORS } from '../contract/limits';
import { fieldSummary } from './input/field-summary';

interface Extra {
  /** Status, where the specification gives a code another one on one route. */
  readonly status?: number;
  readonly message?: string;
  readonly details?: ErrorDetails;
  /** Whole seconds, at least 1, after which a retry may succeed. */
  readonly retryAfter?: number;
}

/** The one error type of the service (specification, section 7); `ApiErrorFilter` turns it into the envelope. */
export class ApiError extends Error {
  readonly status: number;
  readonly details: Extra['details'];
  readonly retryAfter: number | undefined;

  constructor(
    readonly code: ErrorCode,
    extra: Extra = {},
  ) {
    super(extra.message ?? ERRORS[code][1]);
    this.status = extra.status ?? ERRORS[code][0];
    this.details = extra.details;
    this.retryAfter = extra.retryAfter;
  }

  /** Creates a 422 `validation_error` that counts all bad fields and names as many as an answer may hold. */
  static invalid(fields: readonly FieldError[]): ApiError {
    return new ApiError('validation_error', {
      message: fieldSummary(fields),
      details: { fields: fields.slice(0, MAX_FIELD_ERRORS) },
    });
  }
}

export const envelope = (error: ApiError, requestId: string): Refusal => ({
  error: {
    code: error.code,
    message: error.message,
    request_id: requestId,
    ...(error.details && { details: error.details }),
  },
});

/** Things that a request may name, with the Portuguese for "no such". */
const NOUNS = {
  lead: ['Lead não encontrado', 'um lead'],
  bulkJob: ['Alteração não encontrada', 'uma alteração de lista'],
  deal: ['Negócio não encontrado', 'um negócio'],
  stage: ['Etapa não encontrada', 'uma etapa'],
  pipeline: ['Funil não encontrado', 'um funil'],
  key: ['Chave não encontrada', 'uma chave'],
  member: ['Pessoa não encontrada', 'uma pessoa na equipe'],
  session: ['Sessão não encontrada', 'uma sessão'],
  notification: ['Aviso não encontrado', 'um aviso'],
  automation: ['Automação não encontrada', 'uma automação'],
  activity: ['Atividade não encontrada', 'uma atividade'],
  appointment: ['Agendamento não encontrado', 'um agendamento'],
  calendar: ['Endereço de calendário não encontrado', 'um endereço de calendário'],
  savedView: ['Visão não encontrada', 'uma visão sua'],
  held: ['Envio retido não encontrado', 'um envio retido'],
  source: ['Fonte não encontrada', 'uma fonte'],
  delivery: ['Recebimento não encontrado', 'um recebimento'],
  import: ['Importação não encontrada', 'uma importação'],
} as const satisfies Record<string, readonly [title: string, one: string]>;

const SENTENCES = {
  form: 'Formulário não encontrado.',
  account: 'Conta não encontrada: não há uma conta com este id.',
  memberOfAddress: 'Pessoa não encontrada: a conta não tem uma pessoa ativa com este e-mail.',
  mail: 'E-mail não encontrado, ou já enviado.',
  file: 'Arquivo não encontrado. A página pode ser de uma versão anterior: recarregue-a.',
  contact: 'Nenhum lead desta conta tem este telefone ou e-mail.',
  person: 'A conta não tem nada sobre esta pessoa.',
  dealOfLead: 'O lead não tem um negócio no funil desta etapa.',
  dealHere: 'Negócio não encontrado: o lead não tem um negócio com este deal_id.',
} as const;

/** Creates a 404 `not_found` that names what is missing; the same for another account's id and an unknown one. */
export const missing = (what: keyof typeof NOUNS | keyof typeof SENTENCES): ApiError =>
  new ApiError('not_found', {
    message: what in SENTENCES ? SENTENCES[what as keyof typeof SENTENCES] : sentence(what),
  });

function sentence(what: string): string {
  const [title, one] = NOUNS[what as keyof typeof NOUNS];
  return `${title}: a conta não tem ${one} com este id.`;
}
