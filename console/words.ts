import type { ActorType, AuditAction, Subject } from '../src/contract/audit';
import type { Channel } from '../src/contract/person';
import type { MoverKind } from '../src/contract/deal';
import type { HeldReason, HeldState } from '../src/contract/held-submission';
import type { Delimiter, Encoding, ReportedResult } from '../src/contract/import';
import type { Permission } from '../src/contract/key';
import type { BulkChange } from '../src/contract/lead';
import { eachText, LEAD_TEXTS } from '../src/contract/lead-fields';
import type { Role } from '../src/contract/members/roles';
import type { OriginRule } from '../src/contract/origin';
import type { StageFlag, AutomationAction } from '../src/contract/pipeline';
import type { SubmissionResult, AlsoSent } from '../src/contract/submission';

/** Words of the pages. One record per closed list, so that a value without words does not compile. */

/** Values of a closed list, in the order of their words. */
export const optionsOf = <Value extends string>(words: Readonly<Record<Value, unknown>>): Value[] =>
  Object.keys(words) as Value[];

export const PERMISSION_WORDS: Readonly<Record<Permission, { readonly title: string; readonly text: string }>> = {
  'leads:write': {
    title: 'Enviar leads',
    text: 'Cria leads e completa os que já existem. Sozinha, não permite ver nenhum lead: é a escolha para sites e formulários.',
  },
  'leads:read': {
    title: 'Ler leads',
    text: 'Consulta nome, telefone, e-mail e etapa de todos os leads. Dê só a sistemas de confiança.',
  },
  'pipeline:read': { title: 'Ver funis', text: 'Lista os funis e suas etapas, sem dados de pessoas.' },
  'pipeline:write': { title: 'Mover negócios', text: 'Muda a etapa do negócio de um lead.' },
  'metrics:read': { title: 'Ver números', text: 'Lê totais por dia, origem e etapa, sem dados de pessoas.' },
};

export const ROLE_WORDS: Readonly<Record<Role, { readonly title: string; readonly text: string }>> = {
  owner: { title: 'Dono(a)', text: 'Vê e muda tudo na conta.' },
  manager: {
    title: 'Gestor(a)',
    text: 'Vê todos os leads e distribui para a equipe; importa, mescla, muda os funis e convida vendedores. Não vê as chaves de API.',
  },
  seller: {
    title: 'Vendedor(a)',
    text: 'Trabalha os leads e o quadro: edita todo lead que vê, mas só passa adiante os seus. Vê os próprios números.',
  },
};

/** Reason of a lead's origin, by the deciding rule. */
export const RULE_WORDS: Readonly<Record<OriginRule, string>> = {
  utm_network_a_with_click:
    'O utm_source ou o utm_medium cita a Meta (Facebook, Instagram), e há um clique em anúncio dela (fbclid ou fbc).',
  utm_network_a:
    'O utm_source ou o utm_medium cita a Meta (Facebook, Instagram), mas não há clique em anúncio (nem fbclid, nem fbc).',
  utm_network_b_with_click:
    'O utm_source ou o utm_medium cita o Google, e há um clique em anúncio dele (gclid, gbraid, wbraid ou gad_source).',
  utm_network_b: 'O utm_source ou o utm_medium cita o Google, mas não há clique em anúncio dele.',
  utm_other: 'Há utm_source ou utm_medium de outra fonte; o utm decide antes dos cliques e do referrer.',
  click_network_b: 'Não há utm; há um clique em anúncio do Google (gclid, gbraid, wbraid ou gad_source).',
  click_network_a: 'Não há utm nem sinal do Google; há um clique em anúncio da Meta (fbclid ou fbc).',
  referrer_network_b_search: 'Não há utm nem clique; a pessoa veio da busca do Google (referrer).',
  referrer_social: 'Não há utm nem clique; a pessoa veio de uma rede social ou página de links (referrer).',
  referrer_other: 'Não há utm nem clique; a pessoa veio de outro site (referrer).',
  no_signal: 'O envio não trouxe nenhum sinal de origem.',
  staff: 'A origem foi preenchida pela equipe.',
};

export const FLAG_WORDS: Readonly<Record<StageFlag, { readonly badge: string; readonly text: string }>> = {
  is_entry: { badge: 'Entrada', text: 'Onde um lead novo começa.' },
  is_won: { badge: 'Ganho', text: 'Negócio fechado; a API não move negócios para cá.' },
  is_lost: { badge: 'Perda', text: 'Negócio perdido.' },
  is_scheduling: { badge: 'Agendamento', text: 'Conta em “Agendados” no painel.' },
  is_sale: { badge: 'Venda', text: 'Conta em “Já compraram” no painel.' },
};

export const AUTOMATION_WORDS: Readonly<Record<AutomationAction, string>> = {
  notify: 'Avisar a equipe',
  add_tag: 'Adicionar uma etiqueta',
  move: 'Mover para outra etapa',
};

/** Who moved or changed a deal. */
export const CHANGED_BY_WORDS: Readonly<Record<MoverKind, string>> = {
  api: 'pela API',
  staff: 'pela equipe',
  automation: 'por automação',
  stage: 'porque a etapa mudou',
};

/** Past actions of an automation. */
export const DONE_WORDS: Readonly<Record<AutomationAction, string>> = {
  notify: 'Aviso de lead parado',
  add_tag: 'Etiqueta adicionada',
  move: 'Negócio movido',
};

export const SUBMISSION_WORDS: Readonly<Record<SubmissionResult, string>> = {
  created: 'Lead recebido',
  updated: 'Novo envio recebido',
  held: 'Envio conferido e aplicado',
};

/** What a later contact sent in vain, in the order of the timeline. */
export const ALSO_SENT_WORDS: Readonly<Record<keyof AlsoSent, string>> = {
  ...eachText((text) => LEAD_TEXTS[text].word.toLowerCase()),
  utm_campaign: 'campanha',
  utm_source: 'fonte (utm)',
  utm_medium: 'meio',
  value: 'valor',
};

export const CHANNEL_WORDS: Readonly<Record<Channel, string>> = {
  chat: 'pelo chat',
  form: 'por um formulário',
  api: 'pela API',
};

export const HELD_REASON_WORDS: Readonly<Record<HeldReason, { readonly title: string; readonly text: string }>> = {
  ambiguous_lead: {
    title: 'Mais de um lead com este telefone',
    text: 'Não foi possível saber a qual deles o envio pertence.',
  },
  external_id_conflict: {
    title: 'Identificador já usado com outro telefone',
    text: 'O código deste envio no sistema que o mandou já pertence a outro telefone.',
  },
  notes_full: {
    title: 'Anotação não coube',
    text: 'O lead recebeu todo o resto; as anotações dele estão no limite de 2.000 caracteres.',
  },
};

export const HELD_STATE_WORDS: Readonly<Record<HeldState, string>> = {
  held: 'Pendentes',
  applied: 'Aplicados',
  dismissed: 'Descartados',
};

/** Results of a row that are worth reporting. */
export const ROW_WORDS: Readonly<Record<ReportedResult, string>> = {
  refused: 'Recusada',
  created: 'Criada, com ressalva',
  updated: 'Atualizada, com ressalva',
};

export const DELIMITER_WORDS: Readonly<Record<Delimiter, string>> = {
  ';': 'ponto e vírgula',
  ',': 'vírgula',
  '\t': 'tabulação',
  '|': 'barra vertical',
};

export const ENCODING_WORDS: Readonly<Record<Encoding, string>> = {
  'utf-8': 'acentos em UTF-8',
  'utf-16le': 'acentos em UTF-16, como a Meta exporta',
  'utf-16be': 'acentos em UTF-16',
  'windows-1252': 'acentos do Excel (Windows-1252)',
};

export const ACTION_WORDS: Readonly<Record<AuditAction, string>> = {
  'session.begun': 'Sessão iniciada',
  'session.ended': 'Sessão encerrada',
  'sign_in_link.sent': 'Link de acesso enviado por e-mail',
  'sign_in_link.given': 'Link de acesso entregue pelo operador',
  'api_key.created': 'Chave de API criada',
  'api_key.renamed': 'Chave de API renomeada',
  'api_key.replaced': 'Chave de API substituída',
  'api_key.revoked': 'Chave de API revogada',
  'leads.exported': 'Lista de leads exportada',
  'person.exported': 'Dados de uma pessoa exportados',
  'person.erased': 'Dados de uma pessoa apagados',
  'lead.merged': 'Leads mesclados',
  'lead.phone': 'Telefone corrigido',
  'leads.bulk_changed': 'Vários leads alterados',
  'deal.value_changed': 'Valor de um negócio alterado',
  'deal.closing_corrected': 'Fechamento corrigido',
  'deal.closing_undone': 'Fechamento desfeito',
  'activity.changed': 'Atividade alterada',
  'activity.deleted': 'Atividade apagada',
  'held_submission.applied': 'Envio a conferir aplicado',
  'held_submission.dismissed': 'Envio a conferir descartado',
  'import.started': 'Importação iniciada',
  'source.created': 'Fonte criada',
  'source.changed': 'Fonte alterada',
  'source.address': 'Novo endereço de uma fonte',
  'source.deleted': 'Fonte excluída',
  'pipeline.created': 'Funil criado',
  'pipeline.changed': 'Funil alterado',
  'pipeline.deleted': 'Funil excluído',
  'stage.created': 'Etapa criada',
  'stage.changed': 'Etapa alterada',
  'stage.deleted': 'Etapa excluída',
  'rota.changed': 'Rodízio alterado',
  'loss_reasons.changed': 'Motivos de perda alterados',
  'member.invited': 'Pessoa convidada para a equipe',
  'member.link_shown': 'Link de acesso de outra pessoa mostrado',
  'member.calendar_created': 'Endereço de calendário criado',
  'member.calendar_ended': 'Endereço de calendário encerrado',
  'member.changed': 'Pessoa da equipe alterada',
  'member.deactivated': 'Pessoa da equipe desativada',
  'member.exported': 'Dados de uma pessoa da equipe exportados',
  'member.anonymised': 'Dados de uma pessoa da equipe removidos',
  'account.opened': 'Conta aberta',
  'account.closing': 'Encerramento da conta iniciado',
  'account.restored': 'Conta restaurada',
  'account.changed': 'Conta ou plano alterado',
  'owner.changed': 'Dono da conta alterado',
  'retention.ran': 'Dados antigos apagados pelo prazo de guarda',
};

export const ACTOR_WORDS: Readonly<Record<ActorType, string>> = {
  owner: 'dono da conta',
  member: 'pessoa da equipe',
  operator: 'operador do serviço',
  key: 'chave de API',
  job: 'tarefa automática',
};

/** Jobs of the service by name. */
export const JOB_WORDS: Readonly<Record<string, string>> = {
  'first start': 'primeira execução do serviço',
  retention: 'limpeza da noite',
  'sign-in': 'envio de links de acesso',
};

export const SUBJECT_WORDS: Readonly<Record<Subject['type'], string>> = {
  account: 'A conta',
  activity: 'Uma atividade',
  api_key: 'Uma chave',
  conversation: 'Um contato',
  deal: 'Um negócio',
  held_submission: 'Um envio a conferir',
  import: 'Uma importação',
  lead: 'Um lead',
  member: 'Uma pessoa da equipe',
  pipeline: 'Um funil',
  session: 'Uma sessão',
  sign_in_link: 'Um link de acesso',
  source: 'Uma fonte',
  stage: 'Uma etapa',
};

/** Changes of several leads. */
export const BULK_WORDS: Readonly<Record<BulkChange, string>> = {
  add_tags: 'etiquetas',
  stage_id: 'etapa',
  undo: 'movimento desfeito',
  responsible_id: 'responsável',
  origin: 'origem',
  erase: 'dados apagados',
};
