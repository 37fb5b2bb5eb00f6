import { IMPORT_COLUMN_WORDS, IMPORT_COLUMNS, type ImportColumn, REASON_HEADER } from '../contract/import-columns';
import { plainText } from './plain-text';

/** The kinds of phone columns, in the order of preference. */
const PHONE_KINDS = ['mobile', 'whatsapp', 'other', 'landline', 'guardian'] as const;
type PhoneKind = (typeof PHONE_KINDS)[number];

export type NamePart = 'whole' | 'first' | 'middle' | 'last';

export interface HeaderGuess {
  readonly field: ImportColumn;
  /** How exact the header is: 0 for the field's name, 1 with words around it, 2 for a text that contains such a word. */
  readonly rank: 0 | 1 | 2;
}

/** Names of the fields in common tools, in plain text. */
const NAMES: readonly (readonly [field: ImportColumn, names: string])[] = [
  [
    'phone',
    'telefone, celular, whatsapp, fone, tel, zap, cel, phone, mobile, telefone celular, telefone movel, telefone comercial, ' +
      'telefone residencial, telefone fixo, celular whatsapp, telefone whatsapp, whatsapp celular, numero telefone, numero whatsapp, ' +
      'numero celular, phone number, mobile phone, mobile number, home phone, work phone, business phone, whatsapp number, cell phone',
  ],
  [
    'name',
    'nome, name, nome completo, full name, nome sobrenome, nome lead, nome cliente, nome contato, cliente, contato principal, aluno, aluno a, paciente, comprador, interessado',
  ],
  ['email', 'email, email address, endereco email, correio eletronico'],
  [
    'tags',
    'tags, tag, etiquetas, etiqueta, labels, marcadores, marcador, rotulos, group membership, categories, categorias',
  ],
  [
    'notes',
    'observacoes, observacao, obs, notas, notes, note, nota, anotacoes, anotacao, comentarios, comentario, comments, comment, ' +
      'mensagem, message, recado',
  ],
  ['origin', 'origem, origin, canal origem'],
  [
    'created_at',
    'criado, data criacao, data criada, data cadastro, data entrada, cadastrado, created at, created time, created, created on, ' +
      'create date, created date, creation date, date created, data hora, carimbo data hora, timestamp, submit date, submission date, ' +
      'submitted at, submitted on, submit time, submission time, deal created, negocio negocio criado, data envio, enviado, data inscricao, date added, added on, data registro, data resposta, data lead',
  ],
  ['deal.pipeline_id', 'funil, funil vendas, pipeline, sales pipeline, deal pipeline, negocio funil'],
  [
    'deal.stage_id',
    'etapa, etapa funil, estagio, estagio funil, fase, fase funil, stage, lead stage, deal stage, pipeline stage, negocio etapa',
  ],
  [
    'deal.value',
    'valor, valor negocio, valor estimado, valor venda, valor oportunidade, venda, deal value, deal amount, amount, negocio valor',
  ],
  [
    'responsible',
    'responsavel, vendedor, vendedora, vendedor responsavel, atendente, atendente responsavel, consultor, consultora, ' +
      'consultor responsavel, corretor, corretora, corretor responsavel, responsavel atendimento, responsavel comercial, ' +
      'responsavel negocio, representante, owner, lead owner, deal owner, record owner, assigned, assigned to, assignee, ' +
      'sales rep, sales representative, salesperson, atribuido, atendido, dono do lead, dono do contato, dono do negocio, ' +
      'proprietario do lead, proprietario do contato, proprietario do negocio, contact owner',
  ],
  ['external_id', 'id externo, codigo externo, external id'],
];

/** Less exact names. */
const WEAK_NAMES: typeof NAMES = [
  ['origin', 'origem primeira conversao'],
  ['created_at', 'data, date, start date, data primeira conversao, first conversion date, data conversao'],
];

/** Words of a consent, unless the header is about its moment or form. */
const CONSENT =
  /^(?!.*\b(?:status|date|data|hora|type|tipo|url|id|versao)\b).*\b(?:lgpd|consentimento|consent|aceite|autoriz\w*)\b/;

/** Words that give a longer text its field, such as a form's question. */
const CONTAINED: readonly (readonly [field: ImportColumn, word: RegExp])[] = [
  ['phone', /\b(?:telefones?|celular(?:es)?|whats ?app|whats|zap|wpp|fone|tel|phone|mobile)\b/],
  ['email', /^(?!.*responsavel).*\bemails?\b/],
  ['notes', /\b(?:mensagem|message|observacao|observacoes|comentarios?)\b/],
];

const OTHERS =
  'emergencia|indica\\w*|indico\\w*|corretor\\w*|consultor\\w*|atendente|gerente|secretaria|assistente|loja|escola|unidade|clinica';
/** A phone or address of somebody else, or an old one. */
const NOT_OF_THE_PERSON = new RegExp(
  `\\b(?:telefone|celular|whats ?app|fone|tel|zap|email)s? (?:(?:d[aeo]s?|quem) )*(?:${OTHERS}|antig[oa]|anterior|invalid[oa])\\b|` +
    '\\b(?:emergency|assistants?|managers?|agents?|rep|old|previous|invalid) (?:s )?(?:mobile |cell )?(?:phone|email)\\b|' +
    '\\b(?:modelo|marca) d[eo] celular\\b',
);

/** A refused or withdrawn consent, or one to something other than data use. */
const NO_CONSENT = new RegExp(
  [
    String.raw`\b(?:nao|not|no|sem|nega\w*|recus\w*|revog\w*|retir\w*|exclu\w*|pedido|codigo|numero|n|nsu|senha)(?: (?:de|da|do|o|a|ao|my))* (?:lgpd|consent|aceit|autoriz)`,
    String.raw`\b(?:lgpd|consent\w*|aceite|autoriz\w*) (?:nao|no\b|nega|recus|revog|retir|exclu|cancel|pend|por\b)`,
    String.raw`\b(?:aceite|autoriz\w*) (?:d[aeo]s? )?(?:proposta|orcamento|contrato|pedido|compra|entrega|servico|convenio|plano|debito|imagem|exame|procedimento|cirurgia)s?\b`,
  ].join('|'),
);

/** Words that give a header another subject than the person's phone, address or message. */
const ELSEWHERE =
  /^dd[di]\b|\b(?:status|aceita|accepts?|marketing|opt|optin|comunicacao|receber|horario|hora|label|rotulo|type|tipo|campanha|campaign|ad|adset|adgroup|form|formulario|empresa|company|organization|dono|owner|vendedor|fax|url|id|total|date|data|verificado|verified|provider|operadora|country|pais|preferencia|enviada|anexo)\b/;

/** Words around a name that do not change it. */
const NEUTRAL = new Set(
  (
    'a o as os um uma de do da dos das no na em ao e para por pra com seu sua seus suas teu tua meu minha qual quais que informe digite insira ' +
    'escreva coloque deixe preencha your you what is the of my please enter r brl reais lead leads contato contact cliente customer ' +
    'user usuario pessoa person comprador aluno paciente interessado billing principal primary main melhor value utc gmt brt obrigatorio required opcional optional aqui whats app'
  ).split(' '),
);

const NAME_PARTS: readonly (readonly [part: NamePart, names: string])[] = [
  ['first', 'first name, primeiro nome, given name, forename, nome proprio'],
  ['middle', 'middle name, nome meio, segundo nome, additional name'],
  ['last', 'last name, sobrenome, family name, surname, ultimo nome'],
];

/** The part of a header to check, since each of 200 headers may have 10,000 characters. */
const LONGEST = 500;

/** Splits `phone_number`, `Phone Number` and `phoneNumber` into words; `E-mail` is one. */
const headerWords = (header: string): string[] =>
  plainText(header.slice(0, LONGEST).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .replace(/\be[-_ ]mail/g, 'email')
    .split(/[^a-z0-9]/)
    .filter(Boolean);

const withoutNeutral = (words: readonly string[]): string =>
  words.filter((word) => !NEUTRAL.has(word) && !/^\d{1,2}$/.test(word)).join(' ');

const EXACT = new Map<string, HeaderGuess>();
const AROUND = new Map<string, HeaderGuess>();
for (const field of IMPORT_COLUMNS) {
  // In most files a referrer is a person.
  if (field !== 'referrer') EXACT.set(headerWords(field).join(' '), { field, rank: 0 });
  EXACT.set(headerWords(IMPORT_COLUMN_WORDS[field]).join(' '), { field, rank: 0 });
}
for (const [field, names] of NAMES) {
  for (const name of names.split(', ')) {
    EXACT.set(name, { field, rank: 0 });
    AROUND.set(name, { field, rank: 1 });
  }
}
for (const [field, names] of WEAK_NAMES) {
  for (const name of names.split(', ')) AROUND.set(name, { field, rank: 2 });
}
const PARTS = new Map(NAME_PARTS.flatMap(([part, names]) => names.split(', ').map((name) => [name, part] as const)));

/** Guesses the field of a header in Portuguese or English; undefined if it names none. */
export function guessOf(header: string): HeaderGuess | undefined {
  const words = headerWords(header);
  const name = words.join(' ');
  const core = withoutNeutral(words);
  if (PARTS.has(core)) return { field: 'name', rank: 0 };
  const known = EXACT.get(name) ?? AROUND.get(core);
  if (known) return known;
  if (CONSENT.test(name)) return NO_CONSENT.test(name) ? undefined : { field: 'consent', rank: 2 };
  if (ELSEWHERE.test(name) || NOT_OF_THE_PERSON.test(name)) return undefined;
  const field = CONTAINED.find(([, word]) => word.test(name))?.[0];
  return field && { field, rank: 2 };
}

/** Recognises the column of reasons in a file of refused rows. */
export const isReasonHeader = (header: string): boolean => headerWords(header).join('') === REASON_HEADER;

export const namePartOf = (header: string): NamePart => PARTS.get(withoutNeutral(headerWords(header))) ?? 'whole';

/** A person's guardian: their number is used only if the person has none. */
const GUARDIAN =
  /\b(?:responsavel|mae|pai|pais|conjuge|espos[oa]|marido|avo|fiador|avalista|parents?|mother|father|guardian|spouse)\b/;

export function phoneKindOf(header: string): PhoneKind {
  const name = headerWords(header).join(' ');
  if (GUARDIAN.test(name)) return 'guardian';
  if (/\b(?:celular|cel|mobile|movel|cell|cellphone)\b/.test(name)) return 'mobile';
  if (/\b(?:whats ?app|whats|zap|wpp)\b/.test(name)) return 'whatsapp';
  return /\b(?:fixo|comercial|residencial|home|work|business|landline|casa|trabalho|recado)\b/.test(name)
    ? 'landline'
    : 'other';
}

/** The order to try phones in: by kind of column, then by exactness of header; lower comes first. */
export const phonePlaceOf = (header: string): number =>
  10 * PHONE_KINDS.indexOf(phoneKindOf(header)) + (guessOf(header)?.rank ?? 3);
