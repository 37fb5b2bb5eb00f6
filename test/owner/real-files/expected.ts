/** A lead of a file. A missing field is absent. */
export interface ExpectedLead {
  readonly phone: string;
  readonly name: string;
  readonly email?: string;
  readonly tags?: readonly string[];
  /** The note without its marker. */
  readonly note?: string;
  readonly origin?: string;
  readonly created_at?: string;
  /** The name of the stage; the entry stage by default. */
  readonly stage?: string;
  readonly value?: number;
}

/** The expected result for a file of another tool. */
export interface ExpectedFile {
  readonly what: string;
  readonly delimiter: string;
  readonly encoding: string;
  /** Columns read, in order. */
  readonly read: readonly string[];
  readonly leads: readonly ExpectedLead[];
  /** Reported rows, with the columns that were left out or caused the refusal. */
  readonly reported: readonly (readonly [row: number, result: 'created' | 'refused', ...columns: string[]])[];
}

export const REAL_FILES: Readonly<Record<string, ExpectedFile>> = {
  'meta-utf16le.csv': {
    what: 'a lead form of Meta, as its manager downloads it',
    delimiter: '\t',
    encoding: 'utf-16le',
    read: ['created_time=created_at', 'full_name=name', 'phone_number=phone', 'email=email'],
    leads: [
      {
        phone: '5511999990101',
        name: 'Maria da Conceição Ávila',
        email: 'maria.avila@example.com',
        created_at: '2026-08-31T14:18:23.000Z',
      },
      {
        phone: '5521999990102',
        name: 'João 🦷 Souza',
        email: 'JOAO.SOUZA@EXAMPLE.COM',
        created_at: '2026-08-31T00:52:28.000Z',
      },
      { phone: '555199990103', name: 'Ana Lúcia', email: 'ana@example.com', created_at: '2026-08-30T06:46:49.000Z' },
    ],
    reported: [[5, 'refused', 'phone']],
  },
  'tiktok.csv': {
    what: 'a lead form of TikTok',
    delimiter: ',',
    encoding: 'utf-8',
    read: ['created_time=created_at', 'Name=name', 'Phone number=phone', 'Email=email'],
    leads: [
      { phone: '5511999990301', name: 'Bia Prado', email: 'bia@example.com', created_at: '2026-08-31T11:18:23.000Z' },
      { phone: '5511999990302', name: 'Caio Melo', email: 'caio@example.com', created_at: '2026-08-30T08:00:00.000Z' },
    ],
    reported: [],
  },
  'typeform.csv': {
    what: 'the answers of a form with questions as headers',
    delimiter: ',',
    encoding: 'utf-8',
    read: [
      ...['Qual seu nome?=name', 'Qual seu WhatsApp?=phone', 'Seu e-mail=email', 'utm_source=utm_source'],
      ...['utm_medium=utm_medium', 'utm_campaign=utm_campaign', 'fbclid=fbclid', 'Submit Date (UTC)=created_at'],
      'Tags=tags',
    ],
    leads: [
      {
        phone: '5511999991701',
        name: 'Fábio',
        email: 'fabio@example.com',
        origin: 'network_a_ads',
        created_at: '2026-08-31T14:19:23.000Z',
      },
    ],
    reported: [],
  },
  'google-contacts-new.csv': {
    what: 'an address book of Google',
    delimiter: ',',
    encoding: 'utf-8',
    read: [
      ...['First Name=name', 'Middle Name=name', 'Last Name=name', 'Notes=notes', 'Labels=tags'],
      ...['E-mail 1 - Value=email', 'Phone 1 - Value=phone', 'Phone 2 - Value=phone'],
    ],
    leads: [
      {
        phone: '5511999991001',
        name: 'Rosa Amaral',
        email: 'rosa@example.com',
        tags: ['Clientes'],
        note: 'cliente antiga\n  paga em dia',
      },
      { phone: '5511999991002', name: 'Zé do Gás' },
      { phone: '5511999991003', name: 'Otto' },
      { phone: '5511999991006', name: 'Carla Claro' },
    ],
    reported: [
      [5, 'refused', 'phone'],
      [6, 'refused', 'phone'],
    ],
  },
  'kommo.csv': {
    what: 'the deals of a CRM, with its stages and values',
    delimiter: ',',
    encoding: 'utf-8',
    read: [
      ...['Contato principal=name', 'Lead usuário responsável=responsible'],
      ...['Etapa do lead=deal.stage_id', 'Funil de vendas=deal.pipeline_id'],
      ...['Venda=deal.value', 'Data Criada=created_at', 'Lead tags=tags', 'utm_source=utm_source'],
      ...['utm_medium=utm_medium', 'utm_campaign=utm_campaign', 'gclid=gclid'],
      ...['Telefone comercial (contato)=phone', 'Celular (contato)=phone', 'Email comercial (contato)=email'],
    ],
    leads: [
      {
        phone: '5511999990801',
        name: 'Tati Melo',
        email: 'tati@example.com',
        tags: ['instagram', 'quente'],
        origin: 'social',
        created_at: '2026-08-12T12:31:22.000Z',
        stage: 'Em contato',
        value: 1500,
      },
      {
        phone: '5511999990802',
        name: 'Rui Sá',
        email: 'rui@example.com',
        created_at: '2026-08-11T12:31:22.000Z',
        value: 0,
      },
    ],
    reported: [
      [2, 'created', 'responsible'],
      [3, 'created', 'responsible'],
    ],
  },
  'rdstation.csv': {
    what: 'the contacts of a marketing tool, with a landline and a mobile number',
    delimiter: ',',
    encoding: 'utf-8',
    read: [
      ...['Email=email', 'Nome=name', 'Telefone=phone', 'Celular=phone', 'Tags=tags'],
      ...['Origem da primeira conversão=origin', 'Data da primeira conversão=created_at'],
      ...['Estágio no funil=deal.stage_id', 'Dono do Lead=responsible'],
    ],
    leads: [
      {
        phone: '5511999990501',
        name: 'Lara Dias',
        email: 'lara@example.com',
        tags: ['cliente', 'promo-agosto'],
        created_at: '2026-08-12T13:33:11.000Z',
      },
      { phone: '5511999990502', name: 'Ivo Reis', email: 'ivo@example.com', created_at: '2026-08-10T12:00:00.000Z' },
    ],
    reported: [
      [2, 'created', 'deal.stage_id', 'origin', 'responsible'],
      [3, 'created', 'deal.stage_id', 'origin'],
      [4, 'refused', 'phone'],
    ],
  },
  'shopify.csv': {
    what: 'the customers of a shop',
    delimiter: ',',
    encoding: 'utf-8',
    read: [
      ...['First Name=name', 'Last Name=name', 'Email=email', 'Default Address Phone=phone', 'Phone=phone'],
      ...['Note=notes', 'Tags=tags'],
    ],
    leads: [
      {
        phone: '5511999992101',
        name: 'Téo Vilas',
        email: 'teo.v@example.com',
        tags: ['atacado', 'vip'],
        note: 'Cliente bom',
      },
      { phone: '5511999992102', name: 'Hélio Paz', email: 'helio@example.com' },
    ],
    reported: [],
  },
  'excel-ptbr.csv': {
    what: 'a spreadsheet that people keep by hand, saved by Excel in Brazil',
    delimiter: ';',
    encoding: 'windows-1252',
    read: [
      ...['Nome=name', 'Telefone=phone', 'E-mail=email', 'Valor=deal.value', 'Data=created_at'],
      'Observações=notes',
    ],
    leads: [
      {
        phone: '5511999991401',
        name: 'José Antônio',
        email: 'jose@example.com',
        note: 'Ligar às 14h – urgente',
        created_at: '2026-08-31T03:00:00.000Z',
        value: 1234.56,
      },
      {
        phone: '5511999991403',
        name: 'Márcia',
        email: 'marcia@example.com',
        created_at: '2026-08-31T03:00:00.000Z',
        value: 980,
      },
      { phone: '5511999991404', name: 'Sílvia', email: 'silvia@example.com', created_at: '2026-08-01T03:00:00.000Z' },
      { phone: '5511999991405', name: 'Ênio', email: 'enio@example.com', created_at: '2026-08-31T03:00:00.000Z' },
      {
        phone: '5511999991406',
        name: 'Graça',
        email: 'graca@example.com',
        created_at: '2026-08-31T03:00:00.000Z',
        value: 1500,
      },
      {
        phone: '5511999991407',
        name: 'Íris',
        email: 'iris@example.com',
        created_at: '2026-08-31T03:00:00.000Z',
        value: 1500,
      },
      { phone: '5511999991408', name: 'Ugo', email: 'ugo@example.com' },
      { phone: '5511999991409', name: 'Olavo', email: 'olavo@example.com' },
    ],
    reported: [
      [3, 'refused', 'phone'],
      [6, 'created', 'deal.value'],
    ],
  },
  'delim-a.csv': {
    what: 'a header that has more commas than semicolons',
    delimiter: ';',
    encoding: 'utf-8',
    read: ['Nome=name', 'Telefone=phone'],
    leads: [{ phone: '5511999998001', name: 'Ana' }],
    reported: [],
  },
};
