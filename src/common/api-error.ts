import type { LimitName } from './rate-limit/limit-name';

/** Every error code of the specification's section 7 and of the admin API. Clients branch on the code; texts may change. */
export const ERRORS = {
  invalid_api_key: [401, 'Chave de API ausente, inválida ou revogada.'],
  api_not_enabled: [403, 'O plano da conta não inclui a API.'],
  plan_inactive: [403, 'A licença da conta não está ativa.'],
  comercial_not_enabled: [403, 'O módulo comercial não está habilitado para a conta.'],
  insufficient_scope: [403, 'A chave não tem a permissão que esta rota exige.'],
  invalid_json: [400, 'O corpo da requisição não é um JSON válido.'],
  payload_too_large: [413, 'A requisição é grande demais: o corpo pode ter até 16 KB.'],
  validation_error: [422, 'Há campos ou parâmetros inválidos.'],
  not_found: [404, 'Recurso não encontrado.'],
  ambiguous_lead: [409, 'Há mais de um lead com este contato.'],
  external_id_conflict: [409, 'Este external_id já foi usado em um envio com outro telefone.'],
  ambiguous_deal: [409, 'O lead tem mais de um negócio aberto neste funil; informe deal_id.'],
  pipeline_not_configured: [409, 'O funil não tem etapa de entrada.'],
  stage_in_other_pipeline: [409, 'A etapa pertence a outro funil.'],
  won_requires_closing: [409, 'A etapa de ganho exige o fechamento do negócio, que não é feito pela API.'],
  deal_already_won: [409, 'O negócio já está ganho e não pode sair desta etapa pela API.'],
  notes_full: [409, 'As anotações do lead não comportam mais texto; nada foi alterado.'],
  rate_limited: [429, 'Limite de requisições atingido. Tente novamente mais tarde.'],
  internal_error: [500, 'Erro interno do servidor.'],
  unauthorized: [401, 'Credencial ausente, inválida ou expirada.'],
  forbidden: [403, 'Esta credencial não pode usar esta rota.'],
  key_limit_reached: [409, 'A conta já tem o número máximo de chaves ativas.'],
  stage_in_use: [409, 'A etapa ainda tem negócios.'],
  conflict: [409, 'A operação conflita com o estado atual do recurso.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof ERRORS;

/** One bad field of a request, in dotted form (`deal.stage_id`, `tags.0`), with its reason in Portuguese. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

interface Extra {
  /** Where the specification gives a code another status on one route. */
  readonly status?: number;
  readonly message?: string;
  readonly details?: {
    readonly fields?: readonly FieldError[];
    readonly lead_ids?: readonly string[];
    /** The name of the limit that was hit. */
    readonly limit?: LimitName;
  };
  /** Whole seconds, at least 1, after which the call is worth repeating. */
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

  /** 422 `validation_error` that names the bad fields, at most as many as an answer may hold. */
  static invalid(fields: readonly FieldError[]): ApiError {
    return new ApiError('validation_error', { details: { fields } });
  }
}

/** The body of every error answer. */
export const envelope = (error: ApiError, requestId: string) => ({
  error: {
    code: error.code,
    message: error.message,
    request_id: requestId,
    ...(error.details && { details: error.details }),
  },
});
