import { MAX_FIELD_ERRORS } from './limits';
import { having, ID, listOf, object, type Of, oneOf, optional, shape, TEXT } from './shape';

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
export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];

/**
 * The names that `details.limit` may have: the limits of the specification's section 8, and those of the admin API. `sign_in`
 * counts links that are asked for, and wrong tokens of the operator and of links; `session` counts the calls of an owner's session;
 * `heavy` is two heavy calls of an account at once.
 */
const LIMIT_NAMES = ['ip', 'key', 'writes', 'metrics', 'daily', 'sign_in', 'session', 'heavy'] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

/** One bad field of a request, in dotted form (`deal.stage_id`, `tags.0`), with its reason in Portuguese. */
export const FIELD_ERROR = object({ field: TEXT, message: TEXT });
export type FieldError = Of<typeof FIELD_ERROR>;

/** What some codes have besides the message. */
export const ERROR_DETAILS = {
  validation_error: object({ fields: having(listOf(FIELD_ERROR), { maxItems: MAX_FIELD_ERRORS }) }),
  ambiguous_lead: object({ lead_ids: listOf(ID) }),
  rate_limited: object({ limit: oneOf(LIMIT_NAMES) }),
};

type Details = typeof ERROR_DETAILS;
export type ErrorDetails = Partial<
  Of<Details['validation_error']> & Of<Details['ambiguous_lead']> & Of<Details['rate_limited']>
>;

/** The body of every error answer, whatever its code (specification, section 7). */
export const REFUSAL = object({
  error: object({
    code: oneOf(ERROR_CODES),
    message: TEXT,
    request_id: ID,
    details: optional(
      shape<ErrorDetails>({
        type: 'object',
        properties: Object.assign({}, ...Object.values(ERROR_DETAILS).map(({ schema }) => schema.properties)) as object,
      }),
    ),
  }),
});
export type Refusal = Of<typeof REFUSAL>;
