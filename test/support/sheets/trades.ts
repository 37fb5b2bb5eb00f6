import type { ImportColumn } from '../../../src/contract/import-columns';

/** A column besides phone, name, moment and consent, with the cells to draw from. */
export interface Filler {
  readonly header: string;
  readonly field: ImportColumn | null;
  readonly cells: readonly string[];
}

/** A business or a tool, with the headers that its sheets have. */
export interface Trade {
  readonly what: string;
  readonly language: 'pt' | 'en';
  readonly phones: readonly string[];
  /** A whole name, or its parts in order. */
  readonly names: readonly (readonly string[])[];
  readonly moments: readonly string[];
  readonly phonesOfOthers: readonly string[];
  readonly namesOfOthers: readonly string[];
  readonly fillers: readonly Filler[];
}

const ignored = (header: string, ...cells: string[]): Filler => ({ header, field: null, cells });

const EMAIL: Filler = { header: 'E-mail', field: 'email', cells: ['ana@example.com', 'beto@example.com', ''] };
const EMAIL_IN_ENGLISH: Filler = { ...EMAIL, header: 'Email' };
const NOTES: Filler = { header: 'Observações', field: 'notes', cells: ['Prefere à tarde', 'Já veio em 2023', ''] };
const TAGS: Filler = { header: 'Etiquetas', field: 'tags', cells: ['vip', 'promo, verão', ''] };
const CITY = ignored('Cidade', 'Campinas', 'São Paulo', 'Olinda');
const VALUE: Filler = { header: 'Valor', field: 'deal.value', cells: ['1.234,56', 'R$ 300,00', ''] };
const CLICK_ID: Filler = { header: 'Google Click ID', field: 'gclid', cells: ['EAIaIQobChMI_0abcDEF12', ''] };
const AD_CELLS = ['Promo Agosto', 'Remarketing'];

const BY_HAND = {
  language: 'pt',
  phones: [
    'Telefone',
    'Celular',
    'WhatsApp',
    'Telefone com DDD',
    'Tel.',
    'WhatsApp (com DDD)',
    'Telefone para contato',
  ],
  names: [['Nome'], ['Nome completo'], ['Nome', 'Sobrenome']],
  moments: ['Data', 'Data de cadastro', 'Criado em', 'Cadastrado em', 'Data de entrada'],
} as const;

const IN_ENGLISH = {
  language: 'en',
  phones: ['Phone', 'Phone Number', 'Mobile Phone'],
  names: [['Full Name'], ['First Name', 'Last Name'], ['Name']],
  moments: ['Created At', 'Create Date', 'Submission Date'],
  phonesOfOthers: ['Asst. Phone', 'Emergency Contact Phone', 'Spouse phone', 'Referral phone'],
  namesOfOthers: ['Company name', 'Emergency contact name'],
} as const;

const CLICK_ID_IN_PORTUGUESE: Filler = { ...CLICK_ID, header: 'ID de clique do Google' };

export const TRADES: readonly Trade[] = [
  {
    ...BY_HAND,
    what: 'a clinic',
    phonesOfOthers: ['Celular para emergência', 'Telefone do médico', 'Telefone do acompanhante', 'Telefone da mãe'],
    namesOfOthers: ['Nome do médico', 'Nome do convênio', 'Nome da mãe'],
    fillers: [EMAIL, NOTES, CITY, ignored('Convênio', 'Unimed', 'Particular'), ignored('CPF', '123.456.789-09', '')],
  },
  {
    ...BY_HAND,
    what: 'a school',
    phonesOfOthers: ['Celular do responsável', 'Telefone da mãe', 'Celular do pai', 'Telefone da escola'],
    namesOfOthers: ['Nome do responsável', 'Nome da mãe', 'Nome da turma'],
    fillers: [EMAIL, CITY, ignored('Turma', '3º A', '5º B'), ignored('Idade', '9', '12'), NOTES],
  },
  {
    ...BY_HAND,
    what: 'an estate agent',
    phonesOfOthers: ['Telefone do fiador', 'Telefone do síndico', 'Celular do cônjuge', 'Telefone do proprietário'],
    namesOfOthers: ['Nome do fiador', 'Nome do condomínio', 'Nome do empreendimento'],
    fillers: [EMAIL, VALUE, ignored('Bairro', 'Centro', 'Vila Nova'), ignored('Metragem', '70', '120'), NOTES],
  },
  {
    ...BY_HAND,
    what: 'a shop',
    moments: ['Data', 'Data da criação', 'Criado em'],
    phonesOfOthers: ['Telefone da transportadora', 'Telefone do afiliado', 'Telefone do fornecedor'],
    namesOfOthers: ['Nome do produto', 'Nome do destinatário'],
    fillers: [EMAIL, VALUE, CITY, ignored('CEP', '01310-100', ''), CLICK_ID_IN_PORTUGUESE, TAGS],
  },
  {
    ...BY_HAND,
    what: 'a gym',
    phonesOfOthers: ['Celular do amigo indicado', 'Telefone de emergência', 'Celular do companheiro', 'Celular errado'],
    namesOfOthers: ['Nome do amigo', 'Nome do plano'],
    fillers: [EMAIL, ignored('Plano', 'Anual', 'Mensal'), ignored('Unidade', 'Centro', 'Norte'), TAGS],
  },
  {
    ...BY_HAND,
    what: 'a car dealer',
    phonesOfOthers: ['Telefone do contador', 'Celular testemunha', 'Telefone da filial', 'Celular do filho'],
    namesOfOthers: ['Nome da testemunha', 'Nome da empresa'],
    fillers: [EMAIL, VALUE, ignored('Placa', 'ABC1D23', ''), ignored('Ano', '2019', '2022'), CITY],
  },
  {
    ...BY_HAND,
    what: 'a lead form of Meta',
    phones: ['phone_number', 'número_de_telefone'],
    names: [['full_name'], ['first_name', 'last_name'], ['nome_completo']],
    moments: ['created_time'],
    phonesOfOthers: ['Telefone do indicado', 'Indicado por (telefone)'],
    namesOfOthers: ['campaign_name', 'ad_name', 'form_name'],
    fillers: [EMAIL, ignored('ad_id', 'ag:120256484322', 'ag:120256484323'), ignored('platform', 'ig', 'fb')],
  },
  {
    ...BY_HAND,
    what: 'the contacts of RD Station',
    moments: ['Data da primeira conversão', 'Data de criação'],
    phonesOfOthers: ['Telefone da empresa', 'Telefone do sócio'],
    namesOfOthers: ['Nome da empresa', 'Nome da campanha'],
    fillers: [EMAIL, TAGS, CITY, ignored('Cargo', 'Gerente', 'Dona'), ignored('Estado', 'SP', 'PE')],
  },
  {
    ...IN_ENGLISH,
    what: 'a lead form of Google Ads',
    phones: ['User Phone', 'Phone Number', 'PHONE_NUMBER'],
    moments: ['Created Time', 'Submit Date (UTC)'],
    fillers: [EMAIL_IN_ENGLISH, CLICK_ID, ignored('Campaign ID', '21990001', '21990002'), ignored('Is Test', 'false')],
  },
  {
    ...IN_ENGLISH,
    what: 'a form of WordPress',
    moments: ['Entry Date', 'Submitted at'],
    fillers: [EMAIL_IN_ENGLISH, ignored('Entry Id', '101', '102'), ignored('User IP', '203.0.113.7', '203.0.113.9')],
  },
  {
    ...IN_ENGLISH,
    what: 'the contacts of HubSpot',
    fillers: [EMAIL_IN_ENGLISH, ignored('Record ID', '5510', '5511'), ignored('City', 'Recife', 'Natal')],
  },
  {
    ...IN_ENGLISH,
    what: 'a lead form of TikTok',
    phones: ['Phone number'],
    moments: ['created_time'],
    fillers: [EMAIL_IN_ENGLISH, ignored('ad_name', ...AD_CELLS), ignored('form_id', '7380001', '7380002')],
  },
];
