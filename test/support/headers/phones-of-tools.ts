import type { Headers } from './header-kinds';

/** Columns about phones in the exports of tools. */
export const PHONES_OF_TOOLS: Headers = {
  'Meta lead forms': {
    phone: [
      'phone_number',
      'Phone number',
      'número_de_telefone',
      'numero_de_telefone',
      'telefone',
      'whatsapp_number',
      'número_do_whatsapp',
      'work_phone_number',
      'qual_o_seu_whatsapp?',
      'qual_é_o_seu_telefone?',
    ],
    'vague phone': ['qual_o_melhor_whatsapp_para_falarmos?'],
    none: ['phone_number_verified', 'is_phone_verified', 'inbox_url'],
  },
  'TikTok lead forms': { none: ['Phone number verified'] },
  'Google Ads lead forms': {
    phone: ['User Phone', 'USER_PHONE', 'PHONE_NUMBER', 'Work Phone', 'Telefone do usuário'],
    none: [
      'Phone verified',
      'USER_PHONE_VERIFIED',
      'Tracking phone number',
      'Call forwarding number',
      'Google forwarding phone',
    ],
  },
  'LinkedIn lead forms': {
    phone: ['Personal phone number', 'Mobile phone'],
    none: ['Company phone number'],
  },
  'Google Contacts': {
    phone: ['Phone 1 - Value', 'Phone 2 - Value', 'Phone 3 - Value', 'Telefone 1 - Valor', 'Telefone 2 - Valor'],
    none: [
      'Phone 1 - Type',
      'Phone 1 - Label',
      'Phone 2 - Label',
      'Telefone 1 - Tipo',
      'Telefone 1 - Rótulo',
      'Organization 1 - Phone',
    ],
  },
  Outlook: {
    phone: [
      'Mobile Phone',
      'Primary Phone',
      'Home Phone',
      'Home Phone 2',
      'Business Phone',
      'Business Phone 2',
      'Telefone celular',
      'Telefone principal',
      'Telefone residencial',
      'Telefone residencial 2',
      'Telefone comercial',
      'Telefone comercial 2',
    ],
    none: [
      "Assistant's Phone",
      'Company Main Phone',
      'Callback',
      'Car Phone',
      'Home Fax',
      'Business Fax',
      'Other Fax',
      'Pager',
      'Telefone do assistente',
      'Telefone principal da empresa',
      'Fax comercial',
      'Fax residencial',
      'Telefone do carro',
    ],
  },
  'vCards of this service': { phone: ['Telefone celular 2', 'Telefone comercial 3', 'Telefone residencial 20'] },
  HubSpot: {
    phone: [
      'Phone Number',
      'Mobile Phone Number',
      'WhatsApp Phone Number',
      'Número de telefone',
      'Número do celular',
      'Número de telefone do WhatsApp',
      'Número de telefone celular',
    ],
    none: ['Fax Number', 'Número de fax', 'Phone number invalid', 'Número de telefone da empresa', 'Phone extension'],
  },
  'RD Station': {
    phone: ['Telefone', 'Celular'],
    none: ['Telefone da empresa', 'Status do WhatsApp', 'Última mensagem no WhatsApp'],
  },
  Kommo: {
    phone: [
      'Celular (contato)',
      'Telefone comercial (contato)',
      'Telefone residencial (contato)',
      'Work phone (contact)',
      'Mobile phone (contact)',
    ],
    none: ['Fax (contato)', 'Telefone comercial (empresa)', 'Celular (empresa)', 'Work phone (company)'],
  },
  Pipedrive: {
    phone: [
      'Person - Phone',
      'Person - Phone - Mobile',
      'Person - Phone - Work',
      'Pessoa - Telefone',
      'Pessoa - Telefone - Celular',
    ],
    none: ['Organization - Phone', 'Organização - Telefone', 'Owner - Phone'],
  },
  Salesforce: {
    phone: ['Phone', 'Mobile', 'MobilePhone', 'HomePhone'],
    none: ['Asst. Phone', 'AssistantPhone', 'Account Phone', 'Fax', 'Do Not Call', 'Emergency Contact Phone'],
  },
  Zoho: { none: ['Asst Phone'] },
  Bitrix24: {
    phone: ['Home phone', 'Telefone de trabalho'],
    none: ['Company phone', 'Fax number', 'Phone for newsletters opt-out'],
  },
  ManyChat: {
    phone: ['whatsapp_phone', 'WhatsApp Phone', 'User phone'],
    none: ['Opted In for WhatsApp', 'WhatsApp opt-in', 'Last WhatsApp interaction'],
  },
  Shopify: {
    phone: ['Default Address Phone', 'Billing Phone'],
    none: ['Shipping Phone', 'Accepts SMS Marketing', 'Vendor Phone'],
  },
  WooCommerce: {
    phone: ['billing_phone', 'Phone (Billing)'],
    none: ['shipping_phone', 'Store phone'],
  },
  Nuvemshop: {
    none: ['Telefone para a entrega', 'Telefone da transportadora', 'Telefone do entregador'],
  },
  Wix: { phone: ['Phone 1', 'Phone 2'], none: ['Phone 1 type', 'SMS subscriber status'] },
  'Typeform and Tally': {
    phone: [
      'Qual seu WhatsApp?',
      'Qual é o seu WhatsApp?',
      'Qual o seu telefone?',
      'Qual o número do seu celular?',
      'Seu WhatsApp:',
      'Your phone',
      'Your phone number',
      "What's your phone number?",
      'What is your phone number?',
    ],
    'vague phone': [
      'Qual o seu WhatsApp para retornarmos?',
      'Qual o melhor telefone para falar com você?',
      'What phone number should we call you on?',
      'Please enter your phone number',
    ],
  },
  Jotform: {
    phone: ['Telefone *'],
    'vague phone': ['Please enter a valid phone number.'],
  },
  'Contact Form 7 and Elementor': {
    phone: ['your-phone', 'your-tel', 'your_phone', 'tel-45', 'phone', 'Whatsapp', 'telefone-1'],
    none: ['text-123', 'acceptance-45', 'field_1a2b3c'],
  },
  'Mailchimp and ActiveCampaign': {
    phone: ['*Phone'],
    none: ['SMS Opt-in Phone status'],
  },
  'Hotmart, Eduzz and Sympla': {
    phone: ['Cliente Celular', 'Telefone do cliente', 'Cliente - Telefone'],
    'area code': ['DDD'],
    none: [
      'Telefone do afiliado',
      'Telefone do produtor',
      'Telefone do organizador',
      'Celular do coprodutor',
      'WhatsApp de suporte',
    ],
  },
};
