import { type Column, type Draft, eachRow, ignored, nothing, type Part } from './sheet';

const QUESTIONS = ['Consentimento', 'LGPD', 'Aceite LGPD', 'Consentimento LGPD', 'Consent', 'consent'];
const SENTENCES = [
  'Aceito ser contatado',
  'Aceito receber contato',
  'Concordo em ser contatado',
  'Autorizo o contato',
  'Aceito a política de privacidade',
  'Aceito receber contato (LGPD)',
];

const YES = [
  'Sim',
  'sim',
  'S',
  'Yes',
  'y',
  'TRUE',
  'true',
  '1',
  'x',
  'X',
  'on',
  'checked',
  'Aceito',
  'Concordo',
  'Autorizo',
  'Li e aceito',
  'Sim, aceito',
  'Sim, autorizo',
];
const NO = ['Não', 'não', 'N', 'No', 'false', '0', '', '', 'Não aceito', 'Não autorizo'];
const NOT_A_YES = [
  'Sim, pediu exclusão',
  'Sim (expirado)',
  'yes, unsubscribed',
  'Sim, só por e-mail',
  'Aceito somente o orçamento',
  'Sim, revogado',
  'Sim, cancelou depois',
  'Sim?',
  'Pendente',
  'Aguardando resposta',
  'talvez',
  'Sim, mas só à tarde',
  'Autorizo apenas a imagem',
  'já é cliente',
];

/** Questions and states that are no consent to contact, though their cells say yes. */
const OTHERS = [
  'Consent withdrawn',
  'LGPD bloqueado',
  'Descadastro LGPD',
  'LGPD - opt-out',
  'Aguardando consentimento',
  'Autoriza uso de imagem?',
  'Aceite do regulamento',
  'Aceite do contrato',
  'Consentimento pendente',
  'Consentimento para uso de imagem',
  'Termo de consentimento do procedimento',
  'Consentimento de cookies',
  'Não autorizo o contato',
  'Aceite da proposta',
  'Consentimento do responsável',
];

function question(draft: Draft): Part<true> {
  const { random, rows } = draft;
  const isSentence = random.chance(0.4);
  const header = random.pick(isSentence ? SENTENCES : QUESTIONS);
  const yes = isSentence ? [...YES, header, header] : YES;
  const drawn = eachRow(rows, () => {
    const isYes = random.chance(0.5);
    const cells = isYes ? yes : random.chance(0.6) ? NOT_A_YES : NO;
    return { text: random.pick(cells), isYes };
  });
  const column: Column = { header, field: 'consent', cells: drawn.map(({ text }) => text) };
  return { columns: [[column]], values: drawn.map(({ isYes }) => isYes || undefined) };
}

const other = ({ random, rows }: Draft): Column[] => [
  ignored(
    random.pick(OTHERS),
    eachRow(rows, () => random.pick(['Sim', 'Yes', 'x', 'Não', ''])),
  ),
];

const onlyOther = (draft: Draft): Part<true> => ({ ...nothing(draft), columns: [other(draft)] });

function questionBesideOther(draft: Draft): Part<true> {
  const own = question(draft);
  return { ...own, columns: [...own.columns, other(draft)] };
}

export const CONSENT_PARTS: readonly ((draft: Draft) => Part<true>)[] = [
  question,
  nothing,
  onlyOther,
  questionBesideOther,
  nothing,
];
