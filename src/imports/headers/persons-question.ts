import { headerClauses, headerWords, isNeutral } from './header-words';

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Other people, organisations and things, and states, in a header: its phone or name is not the person's. */
const OTHERS = wordSet(
  `emergencia emergency filho filha filhos filhas pai mae pais avo avos irmao irma irmaos tio tia primo prima sogro sogra cunhado cunhada
   marido esposo esposa conjuge companheiro companheira parceiro parceira namorado namorada noivo noiva padrinho madrinha afilhado neto neta
   responsavel responsaveis guardiao tutor tutora fiador fiadora avalista testemunha testemunhas contador contadora contabilidade advogado
   advogada medico medica dentista doutor doutora sindico sindica zelador porteiro portaria corretor corretora consultor consultora vendedor
   vendedora atendente atendimento gerente secretaria secretario assistente chefe diretor diretora professor professora coordenador
   coordenadora coordenacao representante agente afiliado afiliada parceria indicado indicada indicados indicou indicador indicacao indica
   indico indicar amigo amiga amigos vizinho vizinha referencia recado recados conhecido socio socia patrao empregador dependente
   dependentes beneficiario herdeiro inquilino inquilina locador locatario proprietario proprietaria dono dona titular familiar familia parente
   motorista entregador fornecedor remetente destinatario terceiro terceiros outra colega cuidador cuidadora baba segurado
   spouse husband wife partner parent parents mother father guardian son daughter child children kid brother sister sibling friend referral referred
   referrer affiliate agent broker realtor assistant assistants asst manager managers boss supervisor owner seller rep salesperson doctor
   physician lawyer attorney accountant landlord tenant employer coworker neighbor neighbour witness guarantor kin caregiver recipient
   sender driver supplier vendor beneficiary teacher coach nanny relative family secretary
   empresa company loja store shop escola school clinica clinic filial matriz unidade branch office escritorio organizacao organization
   departamento department setor recepcao reception condominio hotel franquia negocio deal fabrica imobiliaria seguradora banco bank hospital
   canal channel instancia instance chip link grupo group bot robo nosso nossa nossos our conta account api sessao session rastreamento
   tracking campanha campaign anuncio ad ads adset adgroup form formulario fax modelo marca model brand operadora carrier provider plano imei
   serie site website pagina page url id codigo code token senha password tipo type label rotulo pais country ramal extension sac suporte
   support produto product curso course evento event arquivo file cargo title empreendimento imovel veiculo pet animal
   errado errada wrong antigo antiga old anterior previous former invalido invalida invalid inativo inactive desativado bloqueado blocked
   conectado conectada connected desconectado verificado verificada verified confirmado validado status situacao ativo enviado enviada recebido
   respondeu respondido aceita accepts opt optin optout marketing autoriza autorizo aceito aceita concordo permite recebe receber preferencia preferred preferido horario hora
   hour time data date ultimo ultima last tem possui has duplicado total score quem nao not opted entrega delivery shipping cobranca cartao card`,
);

/** Words that lead to a question about the person. */
const LEADING = wordSet(
  `informe informar digite digitar insira deixe coloque preencha escreva diga passe confirme melhor best enter please por favor gentileza qual what
   somente apenas so only numeros numbers digitos digits exemplo ex eg xx valid`,
);

/** Words that begin what a question says about its answer. */
const CONNECTING = wordSet(
  `para pra por com sem que onde caso se e ou a o em no na to for with where if so we you including and or this at on caso assim should can could may devemos podemos`,
);

/** People whose row it is; they are not others. */
const SUBJECTS = wordSet(
  'paciente aluno aluna comprador compradora interessado interessada inscrito inscrita participante candidato candidata patient student buyer',
);

const POSSESSIVE = wordSet('seu sua seus suas meu minha your my');
const GENITIVE = wordSet('de do da dos das of no na');

const isPlain = (word: string): boolean =>
  isNeutral(word) || LEADING.has(word) || CONNECTING.has(word) || SUBJECTS.has(word);

/**
 * Returns whether a header with one of the words asks for the person's own, as far as words tell: it names nobody and nothing
 * else, neither by a known word nor by its place, as in `Telefone do …`, `… phone`, `WhatsApp …`.
 */
export function asksThePerson(header: string, isAbout: (word: string) => boolean): boolean {
  const words = headerWords(header);
  if (!words.some(isAbout) || words.some((word) => OTHERS.has(word))) return false;
  return headerClauses(header).every((clause) =>
    clause.some(isAbout) ? isOwn(clause, isAbout) : isPlain(clause[0] ?? ''),
  );
}

/** The word next to the subject, and after `de`, must not name an owner. */
function isOwn(clause: readonly string[], isAbout: (word: string) => boolean): boolean {
  const isAddressed = clause.some((word, index) => POSSESSIVE.has(word) && isAbout(clause[index + 1] ?? ''));
  return clause.every((word, index) => {
    if (isPlain(word) || isAbout(word)) return true;
    const [before = '', after = ''] = [clause[index - 1], clause[index + 1]];
    if (isAbout(before) || isAbout(after) || isOfSubject(clause, index, isAbout)) return false;
    return isAddressed || !ownerBefore(clause, index);
  });
}

/** Whether an unknown word is something of the subject: `Operadora do celular`. */
function isOfSubject(clause: readonly string[], index: number, isAbout: (word: string) => boolean): boolean {
  if (!GENITIVE.has(clause[index + 1] ?? '')) return false;
  const next = clause.slice(index + 1).find((word) => !isNeutral(word) || isAbout(word));
  return next !== undefined && isAbout(next);
}

/** Whether an unknown word follows `do`, perhaps with neutral words between. */
function ownerBefore(clause: readonly string[], index: number): boolean {
  for (let at = index - 1; at >= 0 && isNeutral(clause[at] ?? ''); at--)
    if (GENITIVE.has(clause[at] ?? '')) return true;
  return false;
}
