import { headerClauses, headerWords, isArticle, isNeutral, wordSet } from './header-words';

/** Other people, and numbers that are not the person's any more. */
const PEOPLE = wordSet(
  `emergencia emergency filho filha filhos filhas pai mae pais avo avos irmao irma irmaos tio tia primo prima sogro sogra cunhado
   cunhada marido esposo esposa conjuge companheiro companheira parceiro parceira namorado namorada noivo noiva padrinho madrinha
   afilhado neto neta responsavel responsaveis guardiao tutor tutora fiador fiadora avalista testemunha testemunhas contador
   contadora contabilidade advogado advogada medico medica dentista doutor doutora sindico sindica zelador porteiro portaria corretor
   corretora consultor consultora vendedor vendedora atendente atendimento gerente secretaria secretario assistente chefe diretor
   diretora professor professora coordenador coordenadora coordenacao representante agente afiliado afiliada parceria indicado
   indicada indicados indicou indicador indicacao indica indico indicar amigo amiga amigos vizinho vizinha referencia recado recados
   conhecido socio socia patrao empregador dependente dependentes beneficiario herdeiro inquilino inquilina locador locatario
   proprietario proprietaria dono dona titular familiar familia parente motorista entregador fornecedor remetente destinatario
   terceiro terceiros outra colega cuidador cuidadora baba spouse husband wife partner parent parents mother father guardian son
   daughter child children kid brother sister sibling friend referral referred referrer affiliate agent broker realtor assistant
   assistants asst manager managers boss supervisor owner seller rep salesperson doctor physician lawyer attorney accountant landlord
   tenant employer coworker neighbor neighbour witness guarantor kin caregiver recipient sender driver supplier vendor beneficiary
   teacher coach nanny relative family secretary mom dad menores menor ex resp cuida nao not errado errada wrong antigo antiga old
   anterior previous former`,
);

/** Organisations, things and states: a phone or a name in such a header is theirs, or about them. */
const THINGS = wordSet(
  `caso empresa company loja store shop escola school clinica clinic filial matriz unidade branch office escritorio organizacao
   organization departamento department setor recepcao reception condominio hotel franquia negocio deal fabrica imobiliaria
   seguradora banco bank hospital canal channel instancia instance chip link grupo group bot robo nosso nossa nossos our conta
   account api sessao session rastreamento tracking campanha campaign anuncio ad ads adset adgroup form formulario fax modelo marca
   model brand operadora carrier provider plano imei serie site website pagina page url id codigo code token senha password tipo type
   label rotulo pais country ramal extension sac suporte support produto product curso course evento event arquivo file cargo title
   empreendimento imovel veiculo pet animal invalido invalida invalid inativo inactive desativado bloqueado blocked conectado
   conectada connected desconectado verificado verificada verified confirmado validado status situacao ativo enviado enviada recebido
   respondeu respondido aceita accepts opt optin optout marketing autoriza autorizo aceito concordo permite recebe receber
   preferencia horario hora hour time data date ultimo ultima last tem possui has duplicado total score quem opted entrega delivery
   shipping cobranca cartao card urgencia urgencias avisar aviso pickup tecnico investigator segundo segunda second reserva
   alternativo alternate`,
);

/** Words that lead to a question about the person. */
const LEADING = wordSet(
  `informe informar digite digitar insira deixe coloque preencha escreva diga passe confirme melhor best enter please por favor gentileza qual what
   somente apenas so only numeros numbers digitos digits exemplo eg valid preferred preferido preferida atual atualizado novo nova completo formatado
   internacional full formatted international daytime day evening field fields campo dados custom retorno pode poderia abaixo aqui`,
);

/** Words that begin what a question says about its answer. */
const CONNECTING = wordSet(
  `para pra por com sem que onde se e ou a o em no na to for with where if so we you including and or this at on te lhe voce voces assim should can could may devemos podemos`,
);

/** People whose row it is; they are not others. */
const SUBJECTS = wordSet(
  'paciente aluno aluna comprador compradora interessado interessada inscrito inscrita participante candidato candidata hospede associado associada membro morador moradora requerente ' +
    'assinante segurado segurada proponente patient student buyer invitee attendee respondent subscriber member registrant participant guest',
);

const POSSESSIVE = wordSet('seu sua seus suas meu minha your my');
const GENITIVE = wordSet('de do da dos das of no na');

const isPlain = (word: string): boolean =>
  isNeutral(word) || LEADING.has(word) || CONNECTING.has(word) || SUBJECTS.has(word) || /^\d+$/.test(word);

/** Words that make a header a question, also in English. */
const ASKING = wordSet(
  'qual quais informe informar digite digitar insira deixe coloque preencha escreva diga passe confirme what which enter please podemos devemos you we',
);
const JOINING = wordSet('e ou and or');

/**
 * Returns whether a header with one of the words asks for the person's own, as far as words tell: it names nobody and nothing
 * else, neither by a known word nor by its place, as in `Telefone do …`, `… phone`, `WhatsApp …`. Unknown words stand only in
 * questions: after `seu telefone` any, else verbs.
 */
export function asksThePerson(header: string, isAbout: (word: string) => boolean): boolean {
  const words = headerWords(header);
  if (!words.some(isAbout) || namesOthers(words) || words.some((word) => THINGS.has(word))) return false;
  if (words.join(' ').includes('pessoa que')) return false;
  const isUnknown = (word: string): boolean => !isPlain(word) && !isAbout(word);
  if (!words.some(isUnknown)) return true;
  const isPersonal = words.some((word, index) => POSSESSIVE.has(word) && isAbout(words[index + 1] ?? ''));
  const isQuestion = isPersonal || words.some((word) => ASKING.has(word));
  const isEnglish = words.includes('you') || words.includes('we');
  return headerClauses(header).every((clause) =>
    clause.some(isAbout)
      ? isQuestion && clause.every((_, index) => isOwn(clause, index, { isAbout, isUnknown, isPersonal, isEnglish }))
      : !clause.some(isUnknown) || leadsOn(clause[0] ?? ''),
  );
}

/** Returns whether a word among them is for another person. */
export const namesOthers = (words: readonly string[]): boolean => words.some((word) => PEOPLE.has(word));

const leadsOn = (word: string): boolean => LEADING.has(word) || CONNECTING.has(word);

interface Question {
  readonly isAbout: (word: string) => boolean;
  readonly isUnknown: (word: string) => boolean;
  /** Whether it says `seu telefone`. */
  readonly isPersonal: boolean;
  readonly isEnglish: boolean;
}

/** Whether a word of the subject's clause names no owner: it is next to neither the subject nor `ou`, nor after its `de`. */
function isOwn(clause: readonly string[], index: number, question: Question): boolean {
  const word = clause[index] ?? '';
  if (!question.isUnknown(word)) return true;
  const before = clause.slice(0, index).findLast((one) => !isRole(one)) ?? '';
  const after = clause.slice(index + 1).find((one) => !isRole(one)) ?? '';
  if (question.isAbout(before) || question.isAbout(after) || isOfSubject(clause, index, question.isAbout)) return false;
  const preceding = wordsBefore(clause, index);
  if (preceding.some((one) => JOINING.has(one))) return false;
  const owned = clause[index - preceding.length - 1] ?? '';
  if (question.isPersonal) {
    const isAfter = clause.slice(0, index).some(question.isAbout);
    return isAfter && !(question.isAbout(owned) && preceding.some((one) => GENITIVE.has(one)));
  }
  return !preceding.some((one) => GENITIVE.has(one)) && (question.isEnglish || VERB.test(word));
}

/** `Segundo contato telefone` is of another as `Segundo telefone` is. */
const isRole = (word: string): boolean => isNeutral(word) && !isArticle(word);

/** An infinitive, or `retornarmos`. */
const VERB = /(?:[aei]r|mos)$/;

/** Whether an unknown word is something of the subject: `Operadora do celular`. */
function isOfSubject(clause: readonly string[], index: number, isAbout: (word: string) => boolean): boolean {
  if (!GENITIVE.has(clause[index + 1] ?? '')) return false;
  const next = clause.slice(index + 1).find((word) => !isNeutral(word) || isAbout(word));
  return next !== undefined && isAbout(next);
}

/** Returns the neutral words before a word. */
function wordsBefore(clause: readonly string[], index: number): readonly string[] {
  const before = clause.slice(0, index);
  return before.slice(before.findLastIndex((word) => !isNeutral(word) && !JOINING.has(word)) + 1);
}
