import { json, type ToolPayload } from './tool-payload';

/** Advertising, automation, shops and customer systems. */
export const SYSTEMS: readonly ToolPayload[] = [
  json(
    'Google Ads lead form',
    {
      lead_id: 'TeSter-2230',
      api_version: '1.0',
      form_id: 9999999999,
      campaign_id: 8888888888,
      gcl_id: 'EAIaIQ_tool_2230',
      is_test: false,
      google_key: 'minha-chave',
      user_column_data: [
        { column_id: 'FIRST_NAME', string_value: 'Yara' },
        { column_id: 'LAST_NAME', string_value: 'Porto' },
        { column_id: 'PHONE_NUMBER', string_value: '+5511981112230' },
        { column_id: 'CITY', string_value: 'Santos' },
      ],
    },
    { phone: '5511981112230', name: 'Yara Porto', notes: 'CITY: Santos', attribution: { gclid: 'EAIaIQ_tool_2230' } },
    'TeSter-2230',
  ),
  json(
    'Meta lead ads through Make',
    {
      id: '1112223334445556',
      created_time: '2026-09-27T12:00:00+0000',
      ad_id: '23840000000000001',
      ad_name: 'Anúncio azul',
      adset_name: 'Mulheres 30+',
      campaign_name: 'Setembro',
      form_id: '555000111222333',
      form_name: 'Formulário 1',
      platform: 'ig',
      is_organic: false,
      field_data: [
        { name: 'full_name', values: ['Zilda Maria'] },
        { name: 'phone_number', values: ['+5511981112231'] },
        { name: 'email', values: ['zilda@example.com'] },
        { name: 'qual_o_melhor_período?', values: ['Tarde'] },
      ],
    },
    {
      phone: '5511981112231',
      name: 'Zilda Maria',
      email: 'zilda@example.com',
      notes: 'qual_o_melhor_período?: Tarde',
    },
    '1112223334445556',
  ),
  json(
    'Meta lead ads through n8n',
    [
      {
        id: '1112223334445557',
        createdTime: '2026-09-27T12:00:00+0000',
        ad: { id: '23840000000000002', name: 'Anúncio verde' },
        adset: { id: '23840000000000003', name: 'Homens' },
        form: { id: '555000111222334', name: 'Formulário 2', locale: 'pt_BR', status: 'ACTIVE' },
        page: { id: '100000000000001', name: 'Clínica Sorriso' },
        data: { full_name: 'Abel Costa', phone_number: 'p:+5511981112232', email: 'abel@example.com' },
      },
    ],
    { phone: '5511981112232', name: 'Abel Costa', email: 'abel@example.com' },
    '1112223334445557',
  ),
  json(
    'Meta lead ads through Zapier',
    {
      id: 'l:1112223334445558',
      created_time: '2026-09-27T12:00:00-03:00',
      ad_name: 'Anúncio rosa',
      campaign_name: 'Outubro',
      form_name: 'Formulário 3',
      is_organic: 'false',
      platform: 'fb',
      full_name: 'Bete Ramos',
      phone_number: '+5511981112233',
      email: 'bete@example.com',
    },
    { phone: '5511981112233', name: 'Bete Ramos', email: 'bete@example.com' },
    'l:1112223334445558',
  ),
  json(
    'Shopify customer',
    {
      id: 706405506930370000,
      email: 'cida@example.com',
      created_at: '2026-09-27T12:00:00-03:00',
      first_name: 'Cida',
      last_name: 'Moura',
      orders_count: 0,
      state: 'disabled',
      total_spent: '0.00',
      note: 'Prefere WhatsApp',
      verified_email: true,
      tags: 'vip, loja',
      currency: 'BRL',
      phone: '+5511981112234',
      addresses: [],
      default_address: {
        id: 207119551,
        first_name: 'Cida',
        last_name: 'Moura',
        phone: '+5511981112234',
        country: 'Brazil',
      },
    },
    {
      phone: '5511981112234',
      name: 'Cida Moura',
      email: 'cida@example.com',
      notes: 'Prefere WhatsApp\ncountry: Brazil',
      tags: ['vip', 'loja'],
    },
    '706405506930370000',
  ),
  json(
    'Shopify order',
    {
      id: 820982911946154500,
      name: '#9999',
      email: 'davi@example.com',
      phone: '+5511981112235',
      note: null,
      total_price: '254.98',
      customer: { id: 115310627314723950, first_name: 'Davi', last_name: 'Reis', phone: '+5511981112235' },
      billing_address: { name: 'Davi Reis', phone: '+55 11 98111-2235', city: 'Recife' },
      shipping_address: { name: 'Mãe do Davi', phone: '+55 81 98111-2299', city: 'Olinda' },
      line_items: [{ id: 866550311766439000, title: 'Camiseta', name: 'Camiseta P', price: '199.00', quantity: 1 }],
    },
    { heldFor: 'two_phones' },
    '820982911946154500',
  ),
  json(
    'HubSpot contact',
    {
      vid: 2236,
      'canonical-vid': 2236,
      'portal-id': 62515,
      properties: {
        firstname: { value: 'Elis', versions: [{ value: 'Elis', timestamp: 1790000000000, 'source-type': 'API' }] },
        lastname: { value: 'Moreno', versions: [{ value: 'Moreno', timestamp: 1790000000000 }] },
        phone: { value: '(11) 98111-2236', versions: [{ value: '(11) 98111-2200', timestamp: 1780000000000 }] },
        email: { value: 'elis@example.com', versions: [] },
        createdate: { value: '1790000000000' },
      },
    },
    { phone: '5511981112236', name: 'Elis Moreno', email: 'elis@example.com' },
  ),
  json(
    'HubSpot form fields',
    {
      submittedAt: '1790000000000',
      fields: [
        { objectTypeId: '0-1', name: 'firstname', value: 'Fred' },
        { objectTypeId: '0-1', name: 'lastname', value: 'Salles' },
        { objectTypeId: '0-1', name: 'mobilephone', value: '11 98111-2238' },
      ],
      context: {
        hutk: '60c2ccdfe4892f0fa0593940b12c11aa',
        pageUri: 'https://curso.example/inscricao?utm_source=facebook&utm_medium=paid',
        pageName: 'Inscrição',
      },
    },
    {
      phone: '5511981112238',
      name: 'Fred Salles',
      attribution: { utm_source: 'facebook', utm_medium: 'paid' },
    },
  ),
  json(
    'RD Station',
    {
      leads: [
        {
          id: '88001122',
          uuid: 'c2f3d2b3-0000-4000-8000-000000000039',
          email: 'gabi@example.com',
          name: 'Gabi Torres',
          company: 'Torres ME',
          job_title: 'Gerente',
          personal_phone: '(11) 3333-2239',
          mobile_phone: '(11) 98111-2239',
          tags: ['quente'],
          last_conversion: {
            content: { identificador: 'ebook', Nome: 'Gabi Torres', traffic_source: 'utmcsr=google' },
            created_at: '2026-09-27T12:00:00-03:00',
          },
          custom_fields: { Interesse: 'Consultoria' },
        },
      ],
    },
    {
      phone: '5511981112239',
      name: 'Gabi Torres',
      email: 'gabi@example.com',
      tags: ['quente'],
      notes: 'company: Torres ME\njob_title: Gerente',
    },
    '88001122',
  ),
  json(
    'Kommo',
    {
      account: { id: '32112321', subdomain: 'loja' },
      contacts: {
        add: [
          {
            id: '12399001',
            name: 'Hugo Paes',
            created_at: '1790000000',
            custom_fields: [
              { id: '1', name: 'Telefone', values: [{ value: '11981112240', enum: 'WORK' }], code: 'PHONE' },
              { id: '2', name: 'E-mail', values: [{ value: 'hugo@example.com', enum: 'WORK' }], code: 'EMAIL' },
            ],
          },
        ],
      },
    },
    { phone: '5511981112240', name: 'Hugo Paes', email: 'hugo@example.com' },
  ),
  json(
    'ActiveCampaign',
    {
      type: 'subscribe',
      date_time: '2026-09-27T12:00:00-03:00',
      initiated_from: 'public',
      list: '0',
      contact: {
        id: '41',
        email: 'ines@example.com',
        first_name: 'Inês',
        last_name: 'Prates',
        phone: '11981112241',
        ip: '198.51.100.41',
        tags: 'feira',
      },
    },
    { phone: '5511981112241', name: 'Inês Prates', email: 'ines@example.com', tags: ['feira'] },
  ),
  json(
    'WhatsApp Cloud API',
    {
      object: 'whatsapp_business_account',
      entry: [
        {
          id: '102290129340398',
          changes: [
            {
              field: 'messages',
              value: {
                messaging_product: 'whatsapp',
                metadata: { display_phone_number: '5511333322420', phone_number_id: '106540352242922' },
                contacts: [{ profile: { name: 'Jair Bastos' }, wa_id: '5511981112242' }],
                messages: [
                  { from: '5511981112242', id: 'wamid.x', timestamp: '1790000000', text: { body: 'Oi' }, type: 'text' },
                ],
              },
            },
          ],
        },
      ],
    },
    { heldFor: 'no_phone' },
  ),
  json(
    'Outro serviço',
    { nome: 'Alba Reis', telefone: '(11) 98111-2260', email: 'alba@example.com', mensagem: 'Quero um orçamento.' },
    { phone: '5511981112260', name: 'Alba Reis', email: 'alba@example.com', notes: 'Quero um orçamento.' },
  ),
];
