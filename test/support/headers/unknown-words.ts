const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const PEOPLE = words(`
  médico dentista síndico porteiro contador advogado fiador avalista testemunha vizinho amigo amiga companheiro esposa marido
  mãe pai filho filha irmão avó tio sobrinho cônjuge namorada parente responsável acompanhante dependente afiliado indicado
  indicador parceiro fornecedor sócio chefe gerente vendedor corretor consultor atendente professor proprietário inquilino
  motorista entregador cuidador babá secretária assistente titular beneficiário mother father spouse guardian friend agent
  assistant referral emergency doctor seller vendor partner employer landlord neighbour witness`);

const THINGS = words(`
  loja filial matriz escola clínica imobiliária recepção portaria condomínio unidade hotel banco seguradora transportadora canal
  instância chip grupo link campanha anúncio modelo marca plano operadora imóvel apartamento veículo carro placa cachorro pet
  animal produto cupom contrato boleto cartão procedimento cirurgia imagem foto vídeo cookies regulamento orçamento proposta
  tracking company branch store device campaign invoice contract picture`);

const STATES = words(`
  errado inválido antigo verificado bloqueado conectado pendente revogado expirado cancelado recusado solicitado excluído
  inativo duplicado emergência status etiqueta tipo wrong invalid old verified blocked withdrawn pending expired declined requested
  deleted duplicated status type`);

const OTHERS = words(`
  xpto foobar lorem zyx abacaxi quarta azul rapidamente interno gelado blorf qwerty parafuso nuvem bicicleta purple seventh window
  banana glimmer`);

/** Words that are neither a name of a field for phones, names, consents or moments, nor neutral in such a header. */
export const UNKNOWN_WORDS: readonly string[] = [...new Set([...PEOPLE, ...THINGS, ...STATES, ...OTHERS])];

/** The header with the word before it, after it, and between its words. */
export function withWord(header: string, word: string): readonly string[] {
  const gaps = [...header.matchAll(/[ _]/g)].map(({ index }) => index);
  const between = gaps.flatMap((gap) =>
    [word, `do ${word}`].map((added) => `${header.slice(0, gap)} ${added} ${header.slice(gap + 1)}`),
  );
  const after = [` ${word}`, ` do ${word}`, ` da ${word}`, ` of ${word}`, ` (${word})`, ` - ${word}`, `_${word}`];
  return [
    `${word} ${header}`,
    `${word}: ${header}`,
    `${word}_${header}`,
    ...after.map((end) => header + end),
    ...between,
  ];
}
