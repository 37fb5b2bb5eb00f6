import { IMPORT_COLUMN_WORDS, IMPORT_COLUMNS, type ImportColumn } from '../contract/import-columns';
import { guessOf, isReasonHeader, namePartOf, phoneKindOf } from './header-names';

const GUESSED = IMPORT_COLUMNS.filter((column) => column !== 'referrer');

it.each(GUESSED)('%s is known by its name and by its word', (column) => {
  expect([guessOf(column)?.field, guessOf(IMPORT_COLUMN_WORDS[column])?.field]).toEqual([column, column]);
});

it.each<[tool: string, header: string, field: ImportColumn | undefined]>([
  ['a spreadsheet', 'TELEFONE', 'phone'],
  ['a spreadsheet', ' celular ', 'phone'],
  ['a spreadsheet', 'WhatsApp', 'phone'],
  ['a spreadsheet', 'Número de telefone', 'phone'],
  ['a spreadsheet', 'Nome completo', 'name'],
  ['a spreadsheet', 'Cliente', 'name'],
  ['a spreadsheet', 'E-Mail', 'email'],
  ['a spreadsheet', 'Marcadores', 'tags'],
  ['a spreadsheet', 'observacoes', 'notes'],
  ['a spreadsheet', 'ORIGEM', 'origin'],
  ['a spreadsheet', 'Data', 'created_at'],
  ['a spreadsheet', 'criado em', 'created_at'],
  ['a spreadsheet', 'Valor (R$)', 'deal.value'],
  ['a spreadsheet', 'Etapa do funil', 'deal.stage_id'],
  ['a spreadsheet', 'pipeline', 'deal.pipeline_id'],
  ['a spreadsheet', 'UTM Source', 'utm_source'],
  ['a spreadsheet', 'utmCampaign', 'utm_campaign'],
  ['Meta', 'phone_number', 'phone'],
  ['Meta', 'full_name', 'name'],
  ['Meta', 'created_time', 'created_at'],
  ['Meta', 'campaign_name', undefined],
  ['Meta', 'form_name', undefined],
  ['Meta', 'lead_status', undefined],
  ['Meta', 'qual_o_melhor_horário_para_contato?', undefined],
  ['Google Ads', 'User Phone', 'phone'],
  ['Google Ads', 'User Email', 'email'],
  ['Google Contacts', 'Phone 1 - Value', 'phone'],
  ['Google Contacts', 'Phone 1 - Label', undefined],
  ['Google Contacts', 'E-mail 1 - Value', 'email'],
  ['Google Contacts', 'First Name', 'name'],
  ['Google Contacts', 'Phonetic First Name', undefined],
  ['Google Contacts', 'Name Prefix', undefined],
  ['Google Contacts', 'Labels', 'tags'],
  ['Google Contacts', 'Group Membership', 'tags'],
  ['Google Contacts', 'Birthday', undefined],
  ['Google Contacts', 'Organization Name', undefined],
  ['Outlook', 'Mobile Phone', 'phone'],
  ['Outlook', 'E-mail Address', 'email'],
  ['Outlook', 'E-mail Type', undefined],
  ['Google Forms', 'Carimbo de data/hora', 'created_at'],
  ['Google Forms', 'Endereço de e-mail', 'email'],
  ['Google Forms', 'Qual é o seu nome completo?', 'name'],
  ['Google Forms', 'Qual é o seu WhatsApp com DDD?', 'phone'],
  ['Google Forms', 'Informe seu melhor telefone para contato', 'phone'],
  ['Google Forms', 'Deixe aqui a sua mensagem', 'notes'],
  ['Google Forms', 'Qual o nome do seu pet?', undefined],
  ['Google Forms', 'Autorizo o contato por WhatsApp', 'consent'],
  ['Typeform', 'Submit Date (UTC)', 'created_at'],
  ['Typeform', 'Stage Date (UTC)', undefined],
  ['Typeform', 'Seu e-mail', 'email'],
  ['Typeform', '#', undefined],
  ['HubSpot', 'Create Date', 'created_at'],
  ['HubSpot', 'Lifecycle Stage', undefined],
  ['Kommo', 'Contato principal', 'name'],
  ['Kommo', 'Lead título', undefined],
  ['Kommo', 'Data Criada', 'created_at'],
  ['Kommo', 'Última modificação', undefined],
  ['Kommo', 'Etapa do lead', 'deal.stage_id'],
  ['Kommo', 'Funil de vendas', 'deal.pipeline_id'],
  ['Kommo', 'Venda', 'deal.value'],
  ['Kommo', 'Celular (contato)', 'phone'],
  ['Kommo', 'Empresa do contato', undefined],
  ['RD Station', 'Data da primeira conversão', 'created_at'],
  ['RD Station', 'Estágio no funil', 'deal.stage_id'],
  ['RD Station', 'Status para comunicação por email', undefined],
  ['Shopify', 'Default Address Phone', 'phone'],
  ['Shopify', 'Accepts Email Marketing', undefined],
  ['Shopify', 'Total Spent', undefined],
  ['Google Ads', 'Lead Submit Time', 'created_at'],
  ['Google Contacts', 'Telefone 1 - Rótulo', undefined],
  ['Google Contacts', 'Telefone 1 - Valor', 'phone'],
  ['Google Contacts', 'Rótulos', 'tags'],
  ['Outlook', 'Categorias', 'tags'],
  ['Pipedrive', 'Person - Phone', 'phone'],
  ['Pipedrive', 'Deal - Pipeline', 'deal.pipeline_id'],
  ['Pipedrive', 'Negócio - Valor', 'deal.value'],
  ['Pipedrive', 'Negócio - Título', undefined],
  ['Bitrix24', 'Telefone de trabalho', 'phone'],
  ['ManyChat', 'Whatsapp Phone', 'phone'],
  ['Contact Form 7', 'your-tel', 'phone'],
  ['Contact Form 7', 'your-message', 'notes'],
  ['Wix', 'Submission time', 'created_at'],
  ['Zoho', 'Created Time', 'created_at'],
  ['Zoho', 'Modified Time', undefined],
  ['WooCommerce', 'Billing First Name', 'name'],
  ['Nuvemshop', 'Nome do comprador', 'name'],
  ['Nuvemshop', 'Status do Pedido', undefined],
  ['Mailchimp', 'OPTIN_TIME', undefined],
  ['a school', 'Tel. Responsável', 'phone'],
  ['a school', 'E-mail do responsável', undefined],
  ['a school', 'Aluno(a)', 'name'],
  ['a clinic', 'Nome do paciente', 'name'],
  ['a CRM', 'Nome do negócio', undefined],
  ['a CRM', 'Responsável', undefined],
  ['a program', 'phoneNumber', 'phone'],
  ['a program', 'emailAddress', 'email'],
  ['a shop', 'Referrer', undefined],
  ['a shop', 'Aceito receber e-mails', undefined],
  ['a shop', 'Consentimento LGPD', 'consent'],
  ['a shop', 'Data de nascimento', undefined],
  ['a shop', 'Nome da empresa', undefined],
  ['a shop', 'Cidade', undefined],
  ['a shop', 'constructor', undefined],
  ['a shop', '', undefined],
  ['a shop', '🔥', undefined],
])('%s: %j is %j', (_, header, field) => {
  expect(guessOf(header)?.field).toBe(field);
});

it.each<[exact: string, than: string]>([
  ['Criado em', 'Data'],
  ['Submit Date (UTC)', 'Start Date (UTC)'],
  ['Telefone', 'Telefone de quem indicou'],
  ['Data de cadastro', 'Data da primeira conversão'],
])('%j is more exact than %j', (exact, than) => {
  expect(guessOf(exact)?.rank).toBeLessThan(guessOf(than)?.rank ?? -1);
});

it.each([
  ['Celular (contato)', 'mobile'],
  ['Telefone celular', 'mobile'],
  ['Mobile Phone', 'mobile'],
  ['Qual seu WhatsApp?', 'whatsapp'],
  ['whats app', 'whatsapp'],
  ['Telefone', 'other'],
  ['Phone 1 - Value', 'other'],
  ['Telefone comercial (contato)', 'landline'],
  ['Telefone fixo', 'landline'],
  ['Home Phone', 'landline'],
])('%j has phones of the kind %s', (header, kind) => {
  expect(phoneKindOf(header)).toBe(kind);
});

it.each([
  ['First Name', 'first'],
  ['Nome do meio', 'middle'],
  ['Qual seu sobrenome?', 'last'],
  ['Nome', 'whole'],
])('%j has the %s part of a name', (header, part) => {
  expect(namePartOf(header)).toBe(part);
});

it.each([
  ['Motivo', true],
  ['motivo ', true],
  ['Motivo da perda', false],
])('%j is the header of reasons: %j', (header, is) => {
  expect(isReasonHeader(header)).toBe(is);
});
