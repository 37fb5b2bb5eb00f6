import { IMPORT_COLUMN_WORDS, IMPORT_COLUMNS, type ImportColumn, REASON_HEADER } from '../contract/import-columns';
import { plainText } from './plain-text';

/** The kinds of phone columns, in the order in which a row's phone is looked for. */
export const PHONE_KINDS = ['mobile', 'whatsapp', 'other', 'landline', 'guardian'] as const;
export type PhoneKind = (typeof PHONE_KINDS)[number];

/** A part of a name that has a column of its own. */
export type NamePart = 'whole' | 'first' | 'middle' | 'last';

/** What a header says of its column. */
export interface HeaderGuess {
  readonly field: ImportColumn;
  /** How exact the header is: 0 for a name of the field, 1 with words around it, 2 for a text that contains such a word. */
  readonly rank: 0 | 1 | 2;
}

/** Names of the fields in the usual tools, in plain text. The first names are more exact than those after `weak`. */
const NAMES: Partial<Record<ImportColumn, { readonly exact: string; readonly weak?: string }>> = {
  phone: {
    exact:
      'telefone, celular, whatsapp, fone, tel, zap, cel, phone, mobile, telefone celular, telefone movel, telefone comercial, ' +
      'telefone residencial, telefone fixo, celular whatsapp, telefone whatsapp, whatsapp celular, numero telefone, numero whatsapp, ' +
      'numero celular, phone number, mobile phone, mobile number, home phone, work phone, business phone, whatsapp number, cell phone',
  },
  name: {
    exact:
      'nome, name, nome completo, full name, nome sobrenome, nome lead, nome cliente, nome contato, cliente, contato principal, aluno, aluno a, paciente, comprador, interessado',
  },
  email: { exact: 'email, email address, endereco email, correio eletronico' },
  tags: {
    exact:
      'tags, tag, etiquetas, etiqueta, labels, marcadores, marcador, rotulos, group membership, categories, categorias',
  },
  notes: {
    exact:
      'observacoes, observacao, obs, notas, notes, note, nota, anotacoes, anotacao, comentarios, comentario, comments, comment, ' +
      'mensagem, message, recado',
  },
  origin: { exact: 'origem, origin, canal origem', weak: 'origem primeira conversao' },
  created_at: {
    exact:
      'criado, data criacao, data criada, data cadastro, data entrada, cadastrado, created at, created time, created, created on, ' +
      'create date, created date, creation date, date created, data hora, carimbo data hora, timestamp, submit date, submission date, ' +
      'submitted at, submitted on, submit time, submission time, deal created, negocio negocio criado, data envio, enviado, data inscricao, date added, added on, data registro, data resposta, data lead',
    weak: 'data, date, start date, data primeira conversao, first conversion date, data conversao',
  },
  'deal.pipeline_id': { exact: 'funil, funil vendas, pipeline, sales pipeline, deal pipeline, negocio funil' },
  'deal.stage_id': {
    exact:
      'etapa, etapa funil, estagio, estagio funil, fase, fase funil, stage, lead stage, deal stage, pipeline stage, negocio etapa',
  },
  'deal.value': {
    exact:
      'valor, valor negocio, valor estimado, valor venda, valor oportunidade, venda, deal value, deal amount, amount, negocio valor',
  },
  external_id: { exact: 'id externo, codigo externo, external id' },
};

/** The words of a consent, where the header is not about its moment or form. */
const CONSENT =
  /^(?!.*\b(?:status|date|data|hora|type|tipo|url|id|versao)\b).*\b(?:lgpd|consentimento|consent|aceite|autoriz\w*)\b/;

/** Fields that a text is about which contains one of these words, as a form's question does. */
const CONTAINED: readonly (readonly [field: ImportColumn, word: RegExp])[] = [
  ['phone', /\b(?:telefones?|celular(?:es)?|whats ?app|whats|zap|wpp|fone|tel|phone|mobile)\b/],
  ['email', /^(?!.*responsavel).*\bemails?\b/],
  ['notes', /\b(?:mensagem|message|observacao|observacoes|comentarios?)\b/],
];

const OTHERS =
  'emergencia|indica\\w*|indico\\w*|corretor\\w*|consultor\\w*|atendente|gerente|secretaria|assistente|loja|escola|unidade|clinica';
/** A phone or an address of somebody else, or one that is no longer used. */
const NOT_OF_THE_PERSON = new RegExp(
  `\\b(?:telefone|celular|whats ?app|fone|tel|zap|email)s? (?:(?:d[aeo]s?|quem) )*(?:${OTHERS}|antig[oa]|anterior|invalid[oa])\\b|` +
    '\\b(?:emergency|assistants?|managers?|agents?|rep|old|previous|invalid) (?:s )?(?:mobile |cell )?(?:phone|email)\\b|' +
    '\\b(?:modelo|marca) d[eo] celular\\b',
);

/** A consent that was refused or taken back, and one to something else than the use of a person's data. */
const NO_CONSENT = new RegExp(
  [
    String.raw`\b(?:nao|not|no|sem|nega\w*|recus\w*|revog\w*|retir\w*|exclu\w*|pedido|codigo|numero|n|nsu|senha)(?: (?:de|da|do|o|a|ao|my))* (?:lgpd|consent|aceit|autoriz)`,
    String.raw`\b(?:lgpd|consent\w*|aceite|autoriz\w*) (?:nao|no\b|nega|recus|revog|retir|exclu|cancel|pend|por\b)`,
    String.raw`\b(?:aceite|autoriz\w*) (?:d[aeo]s? )?(?:proposta|orcamento|contrato|pedido|compra|entrega|servico|convenio|plano|debito|imagem|exame|procedimento|cirurgia)s?\b`,
  ].join('|'),
);

/** A header with one of these words is about something else than the person's phone, address or message. */
const ELSEWHERE =
  /^dd[di]\b|\b(?:status|aceita|accepts?|marketing|opt|optin|comunicacao|receber|horario|hora|label|rotulo|type|tipo|campanha|campaign|ad|adset|adgroup|form|formulario|empresa|company|organization|dono|owner|vendedor|fax|url|id|total|date|data|verificado|verified|provider|operadora|country|pais|preferencia|enviada|anexo)\b/;

/** Words around a name that change nothing of it. */
const NEUTRAL = new Set(
  (
    'a o as os um uma de do da dos das no na em ao e para por pra com seu sua seus suas teu tua meu minha qual quais que informe digite insira ' +
    'escreva coloque deixe preencha your you what is the of my please enter r brl reais lead leads contato contact cliente customer ' +
    'user usuario pessoa person comprador aluno paciente interessado billing principal primary main melhor value utc gmt brt obrigatorio required opcional optional aqui whats app'
  ).split(' '),
);

const NAME_PARTS: readonly (readonly [part: NamePart, names: string])[] = [
  ['first', 'first name, primeiro nome, given name, forename, nome proprio'],
  ['middle', 'middle name, nome meio, nome do meio, segundo nome, additional name'],
  ['last', 'last name, sobrenome, family name, surname, ultimo nome'],
];

const listOf = (names = ''): string[] => names.split(', ').filter(Boolean);

/** A question of a form may be long. What is beyond is not looked at: each of 200 headers may have 10,000 characters. */
const LONGEST = 500;

/** `phone_number`, `Phone Number` and `phoneNumber` in words; `E-mail` is one. */
export const headerWords = (header: string): string[] =>
  plainText(header.slice(0, LONGEST).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .replace(/\be[-_ ]?mail/g, 'email')
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

const withoutNeutral = (words: readonly string[]): string =>
  words.filter((word) => !NEUTRAL.has(word) && !/^\d{1,2}$/.test(word)).join(' ');

const EXACT = new Map<string, HeaderGuess>();
const AROUND = new Map<string, HeaderGuess>();
for (const column of IMPORT_COLUMNS) {
  const { exact, weak } = NAMES[column] ?? {};
  const own = [...(column === 'referrer' ? [] : [column]), IMPORT_COLUMN_WORDS[column], ...listOf(exact)];
  for (const name of own) EXACT.set(headerWords(name).join(' '), { field: column, rank: 0 });
  for (const name of listOf(exact)) if (!AROUND.has(name)) AROUND.set(name, { field: column, rank: 1 });
  for (const name of listOf(weak)) AROUND.set(name, { field: column, rank: 2 });
}
const PARTS = new Map(NAME_PARTS.flatMap(([part, names]) => listOf(names).map((name) => [name, part] as const)));

/** What a header says that its column holds, in Portuguese or English; undefined for a text that names no field. */
export function guessOf(header: string): HeaderGuess | undefined {
  const words = headerWords(header);
  const name = words.join(' ');
  if (PARTS.has(name) || PARTS.has(withoutNeutral(words))) return { field: 'name', rank: 0 };
  const known = EXACT.get(name) ?? AROUND.get(withoutNeutral(words));
  if (known) return known;
  if (CONSENT.test(name)) return NO_CONSENT.test(name) ? undefined : { field: 'consent', rank: 2 };
  if (ELSEWHERE.test(name) || NOT_OF_THE_PERSON.test(name)) return undefined;
  const field = CONTAINED.find(([, word]) => word.test(name))?.[0];
  return field && { field, rank: 2 };
}

/** Whether the header is that of the reasons in a file of refused rows. */
export const isReasonHeader = (header: string): boolean => headerWords(header).join('') === REASON_HEADER;

/** Which part of a name a column has by its header. */
export const namePartOf = (header: string): NamePart =>
  PARTS.get(headerWords(header).join(' ')) ?? PARTS.get(withoutNeutral(headerWords(header))) ?? 'whole';

/** Somebody who answers for the person: their number is taken only where the person has none. */
const GUARDIAN =
  /\b(?:responsavel|mae|pai|pais|conjuge|espos[oa]|marido|avo|fiador|avalista|parents?|mother|father|guardian|spouse)\b/;

/** Which kind of phone a column has by its header. */
export function phoneKindOf(header: string): PhoneKind {
  const name = headerWords(header).join(' ');
  if (GUARDIAN.test(name)) return 'guardian';
  if (/\b(?:celular|cel|mobile|movel|cell|cellphone)\b/.test(name)) return 'mobile';
  if (/\b(?:whats ?app|whats|zap|wpp)\b/.test(name)) return 'whatsapp';
  return /\b(?:fixo|comercial|residencial|home|work|business|landline|casa|trabalho|recado)\b/.test(name)
    ? 'landline'
    : 'other';
}

/** In which order the phones of a row are tried: by the kind of their column, then by how exact its header is; less is earlier. */
export const phonePlaceOf = (header: string): number =>
  10 * PHONE_KINDS.indexOf(phoneKindOf(header)) + (guessOf(header)?.rank ?? 3);
