import { MAX_ACTIVE_KEYS, MAX_FIELD_ERRORS } from './limits';
import { having, ID, listOf, object, type Of, oneOf, optional, shape, TEXT } from './document/shape';

/** Error codes of the specification's section 7 and of the admin API. Clients branch on the code; texts may change. */
export const ERRORS = {
  // One text for every case: it must not reveal whether a key ever existed (specification, section 5, point 4).
  invalid_api_key: [
    401,
    'Chave de API ausente, inválida ou revogada. Envie o cabeçalho Authorization: Bearer <chave> uma só vez, com a chave inteira (começa com ent_live_), sem aspas nem espaços; tokens de sessão e do operador não valem aqui.',
  ],
  api_not_enabled: [403, 'O plano da conta não inclui a API. Quem opera o serviço pode mudar o plano da conta.'],
  plan_inactive: [403, 'A licença da conta não está ativa. Quem opera o serviço pode reativá-la.'],
  comercial_not_enabled: [
    403,
    'O módulo comercial não está habilitado para a conta. Quem opera o serviço pode habilitá-lo.',
  ],
  insufficient_scope: [
    403,
    'A chave não tem a permissão que esta rota exige. O dono da conta pode criar, em “Chaves de API”, uma chave com essa permissão.',
  ],
  invalid_json: [400, 'O corpo da requisição não é um JSON válido.'],
  payload_too_large: [413, 'A requisição é grande demais: o corpo pode ter até 16 KB (16.384 bytes).'],
  validation_error: [422, 'Há campos ou parâmetros inválidos.'],
  not_found: [404, 'Recurso não encontrado.'],
  ambiguous_lead: [409, 'Há mais de um lead com este contato. O dono da conta pode mesclá-los no console.'],
  external_id_conflict: [
    409,
    'Este external_id já foi usado em um envio com outro telefone. Use um external_id diferente para cada envio.',
  ],
  ambiguous_deal: [409, 'O lead tem mais de um negócio aberto neste funil; informe deal_id.'],
  pipeline_not_configured: [
    409,
    'O funil não tem etapa de entrada. Escolha uma etapa (deal.stage_id), ou peça ao dono da conta que marque uma como entrada.',
  ],
  stage_in_other_pipeline: [409, 'A etapa pertence a outro funil. GET /pipelines mostra as etapas de cada funil.'],
  won_requires_closing: [409, 'A etapa de ganho exige o fechamento do negócio, que não é feito pela API.'],
  deal_already_won: [409, 'O negócio já está ganho e não pode sair desta etapa pela API.'],
  notes_full: [409, 'As anotações do lead não comportam mais texto; nada foi alterado.'],
  rate_limited: [429, 'Limite de requisições atingido. Tente de novo depois de Retry-After segundos.'],
  internal_error: [
    500,
    'Erro interno do servidor. Tente de novo; se continuar, informe o request_id a quem opera o serviço.',
  ],
  unauthorized: [
    401,
    'Credencial ausente, inválida ou expirada. Entre de novo, ou envie Authorization: Bearer <token> com um token válido.',
  ],
  forbidden: [
    403,
    'Esta credencial não pode usar esta rota. Use a credencial de quem pode, ou peça a quem opera o serviço.',
  ],
  key_limit_reached: [
    409,
    `A conta já tem o número máximo de chaves ativas (${MAX_ACTIVE_KEYS}). Revogue uma chave que não é mais usada.`,
  ],
  stage_in_use: [409, 'A etapa ainda tem negócios. Mova-os para outra etapa antes.'],
  gone: [410, 'Este endereço foi desativado. Peça outro a quem cuida da conta.'],
  unavailable: [503, 'O serviço não pode gravar agora. Envie de novo depois de Retry-After segundos.'],
  conflict: [409, 'A operação conflita com o estado atual do recurso. Leia-o de novo antes de repetir.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof ERRORS;
export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];

/**
 * Values of `details.limit`: the limits of the specification's section 8 and of the admin API. `sign_in` counts
 * requested links, and wrong tokens of operator and links. `session` counts the calls of an owner's session; `heavy` is
 * two heavy calls of an account at once, `busy` a wait for the database.
 */
const LIMIT_NAMES = ['ip', 'key', 'writes', 'metrics', 'daily', 'sign_in', 'session', 'heavy', 'busy'] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

/** One bad field in dotted form (`deal.stage_id`, `tags.0`), with its reason in Portuguese. */
export const FIELD_ERROR = object({ field: TEXT, message: TEXT });
export type FieldError = Of<typeof FIELD_ERROR>;

const SHARED_DETAILS = {
  validation_error: object({ fields: having(listOf(FIELD_ERROR), { maxItems: MAX_FIELD_ERRORS }) }),
  ambiguous_lead: object({ lead_ids: listOf(ID) }),
  rate_limited: object({ limit: oneOf(LIMIT_NAMES) }),
};

/** Details by code. Only the admin API has `conflict`: the lead that has a phone already; of other conflicts nothing. */
export const ERROR_DETAILS = { ...SHARED_DETAILS, conflict: optional(object({ lead_id: ID })) };

type Details = typeof SHARED_DETAILS;
export type ErrorDetails = Partial<
  Of<Details['validation_error']> &
    Of<Details['ambiguous_lead']> &
    Of<Details['rate_limited']> & { readonly lead_id: string }
>;

/** Body of every error answer (specification, section 7). */
export const REFUSAL = object({
  error: object({
    code: oneOf(ERROR_CODES),
    message: TEXT,
    request_id: ID,
    details: optional(
      shape<ErrorDetails>({
        type: 'object',
        properties: Object.assign(
          {},
          ...Object.values(SHARED_DETAILS).map(({ schema }) => schema.properties),
        ) as object,
      }),
    ),
  }),
});
export type Refusal = Of<typeof REFUSAL>;
