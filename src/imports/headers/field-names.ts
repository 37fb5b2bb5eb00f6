import { IMPORT_COLUMN_WORDS, IMPORT_COLUMNS, type ImportColumn } from '../../contract/import-columns';
import { headerWords, namesSecondPerson, withoutArticles, withoutNeutral } from './header-words';

export type NamePart = 'whole' | 'first' | 'middle' | 'last';

/**
 * How exact a header is: 0 for the field's name, 1 with neutral words around it, 2 for a less exact name, 3 for one that names
 * something else in files with a better column. Of two columns for a field the lower one is read.
 */
export type Exactness = 0 | 1 | 2 | 3;

interface NamedField {
  readonly field: ImportColumn;
  readonly exactness: Exactness;
}

/** Names of the fields in common tools, in plain text. Phones and consents have rules of their own. */
const NAMES: readonly (readonly [field: ImportColumn, names: string])[] = [
  [
    'name',
    'nome, name, nome completo, full name, fullname, nome sobrenome, nome lead, nome cliente, nome contato, nome comprador, billing name, name billing, ' +
      'nombre, nombre completo, nombre y apellido, nombre y apellidos',
  ],
  [
    'email',
    'email, mail, email address, endereco email, correio eletronico, correo, correo electronico, email residencial, home email, email valor, ' +
      'email comprador, buyer email, email paciente, email aluno',
  ],
  [
    'tags',
    'tags, tag, etiquetas, etiqueta, labels, marcadores, marcador, rotulos, group membership, categories, categorias',
  ],
  [
    'notes',
    'observacoes, observacao, obs, notas, notes, note, nota, anotacoes, anotacao, comentarios, comentario, comments, comment, ' +
      'mensagem, message, mensaje, recado',
  ],
  ['origin', 'origem, origin, canal origem'],
  [
    'created_at',
    'criado, criada, data criacao, data criada, data cadastro, data entrada, cadastrado, created at, created time, created, created on, ' +
      'create date, created date, creation date, date created, data hora, carimbo data hora, timestamp, submit date, submission date, ' +
      'submitted at, submitted on, submit time, submission time, deal created, negocio negocio criado, data inscricao, date added, added on, ' +
      'data registro, data resposta, data lead, entry date, date submitted, data preenchimento, signup date, registered at, registration date',
  ],
  ['deal.pipeline_id', 'funil, funil vendas, pipeline, sales pipeline, deal pipeline, negocio funil'],
  [
    'deal.stage_id',
    'etapa, etapa funil, estagio, estagio funil, fase, fase funil, stage, lead stage, deal stage, pipeline stage, negocio etapa',
  ],
  [
    'deal.value',
    'valor, valor negocio, valor estimado, valor venda, valor oportunidade, valor orcamento, valor proposta, valor total, venda, ' +
      'deal value, deal amount, amount, negocio valor',
  ],
  [
    'responsible',
    'responsavel, vendedor, vendedora, vendedor responsavel, atendente, atendente responsavel, consultor, consultora, ' +
      'consultor responsavel, corretor, corretora, corretor responsavel, responsavel atendimento, responsavel comercial, ' +
      'responsavel negocio, usuario responsavel, representante, owner, lead owner, deal owner, record owner, assigned, assigned to, assignee, ' +
      'sales rep, sales representative, salesperson, atribuido, atendido, atendido por, dono lead, dono contato, dono negocio, ' +
      'proprietario lead, proprietario contato, proprietario negocio, contact owner',
  ],
  ['external_id', 'id externo, codigo externo, external id'],
  ['gclid', 'google click id, google ads click id, id clique google, click id google, gcl id'],
  ['fbclid', 'facebook click id, meta click id, id clique facebook, id clique meta, click id facebook'],
  ['utm_source', 'source utm, utm origem, origem utm, fonte utm'],
  ['utm_medium', 'medium utm, utm midia, midia utm, meio utm'],
  ['utm_campaign', 'campaign utm, utm campanha, campanha utm'],
  ['utm_content', 'content utm, utm conteudo, conteudo utm'],
  ['utm_term', 'term utm, utm termo, termo utm'],
];

/** Less exact names: a person's role, which may be a yes or no too, and moments of other kinds. */
const WEAK_NAMES: typeof NAMES = [
  ['name', 'cliente, contato principal, aluno, paciente, comprador, interessado'],
  ['origin', 'origem primeira conversao'],
  ['created_at', 'data, date, start date, data primeira conversao, first conversion date, data conversao'],
];

/** In orders the day of shipping; work addresses, which colleagues may share. */
const LAST_NAMES: typeof NAMES = [
  ['created_at', 'data envio, data hora envio, enviado, sent at, date sent'],
  ['email', 'billing email, email comercial, email trabalho, email corporativo, work email, business email'],
];

const NAME_PARTS: readonly (readonly [part: NamePart, names: string])[] = [
  [
    'first',
    'first name, primeiro nome, given name, forename, nome proprio, billing first name, first name billing, firstname, fname',
  ],
  ['middle', 'middle name, nome meio, segundo nome, additional name'],
  [
    'last',
    'last name, sobrenome, family name, surname, ultimo nome, apellido, apellidos, billing last name, last name billing, lastname, lname',
  ],
];

const NAMED = new Map<string, NamedField>();
for (const [exactness, tables] of [
  [1, NAMES],
  [2, WEAK_NAMES],
  [3, LAST_NAMES],
] as const) {
  for (const [field, names] of tables) for (const name of names.split(', ')) NAMED.set(name, { field, exactness });
}
/** The names of the fields in the API, and in files of the service. */
const OWN = new Map<string, ImportColumn>();
for (const field of IMPORT_COLUMNS) {
  // In most files a referrer is a person.
  if (field !== 'referrer') OWN.set(headerWords(field).join(' '), field);
  OWN.set(headerWords(IMPORT_COLUMN_WORDS[field]).join(' '), field);
}
const PARTS = new Map(NAME_PARTS.flatMap(([part, names]) => names.split(', ').map((name) => [name, part] as const)));

/** A login, and the recipient of a message. */
const NO_FIELD = new Set([
  'nome de usuario',
  'user name',
  'enviado para',
  'para email',
  'email para',
  'email to',
  'to email',
]);

/** Recognises headers of other things in the words of a field, and of a second contact. */
export const isNoField = (words: readonly string[]): boolean =>
  NO_FIELD.has(words.join(' ')) || namesSecondPerson(words);

/** Returns the field that a header names wholly, perhaps with neutral words around the name. */
export function fieldNamed(words: readonly string[]): NamedField | undefined {
  const name = words.join(' ');
  if (isNoField(words)) return undefined;
  const own = OWN.get(name);
  if (own) return { field: own, exactness: 0 };
  if (partNamed(words) !== 'whole') return { field: 'name', exactness: 0 };
  const exact = NAMED.get(name);
  if (exact) return { ...exact, exactness: exact.exactness === 1 ? 0 : exact.exactness };
  const around = NAMED.get(withoutArticles(words)) ?? NAMED.get(withoutNeutral(words));
  // `Data para contato` is yet to come.
  return around?.field === 'created_at' && words.includes('para') ? undefined : around;
}

/** Returns the part of a name that a header is about. */
export const partNamed = (words: readonly string[]): NamePart => PARTS.get(withoutNeutral(words)) ?? 'whole';
