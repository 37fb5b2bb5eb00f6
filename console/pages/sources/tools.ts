import type { Origin } from '../../../src/contract/origin';
import type { NewSourceView, SourceForm, SourceKind } from '../../../src/contract/source';

/** A source that was just made, with what is shown only now. */
export interface MadeSource {
  readonly source: NewSourceView;
  /** Key for the tool to send with each lead. */
  readonly key: string | undefined;
}

/** How a tool is connected: by a source, or by a program with an API key. */
export type Way = SourceKind | 'key';

export interface Tool {
  /** Its part of the route. */
  readonly id: string;
  readonly title: string;
  readonly way: Way;
  /** What to do in the tool, by the names of its menus. */
  readonly steps: readonly string[];
  /** Origin of its leads without signals. */
  readonly origin?: Origin;
  /** Whether the tool sends a key with each lead. */
  readonly hasKey?: true;
}

/** An answer to the question where the leads are born. */
interface Birthplace {
  readonly title: string;
  readonly text: string;
  readonly tools: readonly Tool[];
}

const SEES_IT = 'Envie um teste pela ferramenta, ou preencha o formulário você mesmo: o lead aparece aqui embaixo.';

/** A tool that gets the address of a webhook. */
const webhook = (id: string, title: string, ...steps: readonly string[]): Tool => ({
  id,
  title,
  way: 'webhook',
  steps: [...steps, SEES_IT],
});

/** A tool that has no steps of its own here. */
export const OTHER_TOOL = webhook(
  'outro',
  'Outro serviço',
  'Procure “Webhook” no serviço. Em geral fica em “Integrações”, ou nas ações depois do envio do formulário.',
  'Cole o endereço, com o método POST, e mande todos os campos, cada um com o nome dele. Salve.',
);

export const FORM_TOOL = 'formulario';
export const WHATSAPP_TOOL = 'whatsapp';

export const BIRTHPLACES: readonly Birthplace[] = [
  {
    title: 'Um formulário no meu site',
    text: 'Um formulário pronto, que você ajusta aqui. Também serve sem site: por um link ou QR code.',
    tools: [
      {
        id: FORM_TOOL,
        title: 'Formulário pronto',
        way: 'form',
        steps: [
          'Copie a linha “Para o seu site” e cole na página onde o formulário deve aparecer. No WordPress, em um bloco “HTML personalizado”; no Wix, em “Incorporar código”. Sem site, use o link ou o QR code.',
          'Publique a página e abra o formulário.',
          'Preencha e envie: o lead aparece aqui embaixo.',
        ],
      },
    ],
  },
  {
    title: 'WhatsApp',
    text: 'Um formulário curto que fica com o contato e depois abre a conversa no seu WhatsApp.',
    tools: [
      {
        id: WHATSAPP_TOOL,
        title: 'Formulário com WhatsApp',
        way: 'form',
        steps: [
          'Copie o link e use-o no lugar do seu link do WhatsApp: no botão do site, na bio do Instagram, no anúncio.',
          'Abra o link pelo celular.',
          'Preencha e envie: o lead aparece aqui embaixo, e a conversa se abre no celular.',
        ],
      },
    ],
  },
  {
    title: 'Anúncios do Google',
    text: 'O formulário de lead que abre dentro do anúncio.',
    tools: [
      {
        id: 'google-ads',
        title: 'Google Ads',
        way: 'webhook',
        origin: 'network_b_ads',
        hasKey: true,
        steps: [
          'No Google Ads, abra “Campanhas” → “Recursos” → “Formulário de lead” e edite o formulário.',
          'Em “Exportar leads do Google Ads” → “Outras opções de integração de dados” → “Integração de webhook”, cole o endereço em “URL do webhook” e a chave em “Chave”.',
          'Clique em “Enviar dados de teste”: o teste aparece aqui embaixo. Depois salve o formulário.',
        ],
      },
    ],
  },
  {
    title: 'Anúncios no Instagram e no Facebook',
    text: 'O formulário instantâneo da Meta. Ela só entrega os leads a outra ferramenta: use Make, Zapier ou n8n no meio.',
    tools: [
      {
        id: 'meta',
        title: 'Formulário da Meta',
        way: 'webhook',
        origin: 'network_a_ads',
        steps: [
          'No Make, crie um cenário que começa por “Facebook Lead Ads” → “Watch Leads” e escolha a sua página e o formulário. No Zapier, “Facebook Lead Ads” → “New Lead”.',
          'Acrescente o módulo “HTTP” → “Make a request” (no Zapier, “Webhooks by Zapier” → “POST”), com o método POST, o endereço em “URL” e todos os campos do lead, com os nomes que eles têm.',
          'Na Ferramenta de teste de anúncios de leads da Meta, crie um lead: ele aparece aqui embaixo.',
        ],
      },
    ],
  },
  {
    title: 'Um formulário do WordPress',
    text: 'Elementor, WPForms ou Contact Form 7.',
    tools: [
      webhook(
        'elementor',
        'Elementor',
        'No Elementor Pro, edite o formulário, abra “Ações após o envio” e acrescente “Webhook”.',
        'Na seção “Webhook”, cole o endereço em “URL do webhook” e ligue “Dados avançados”. Atualize a página.',
      ),
      webhook(
        'wpforms',
        'WPForms',
        'Edite o formulário, abra “Configurações” → “Webhooks” e ligue-os (é um complemento do WPForms).',
        'Cole o endereço em “Request URL”, com o método POST e o formato JSON. Em “Request Body”, acrescente cada campo do formulário com o nome dele. Salve.',
      ),
      webhook(
        'contact-form-7',
        'Contact Form 7',
        'Instale o plugin “CF7 to Webhook”, abra “Contato” e edite o formulário.',
        'Na aba “Webhook”, marque o envio e cole o endereço em “URL do webhook”. Salve.',
      ),
    ],
  },
  {
    title: 'Um formulário de outro serviço',
    text: 'Typeform, Tally, Jotform, ou outro que tenha webhooks: Webflow, Wix, Shopify, ManyChat…',
    tools: [
      webhook(
        'typeform',
        'Typeform',
        'Abra o formulário e escolha “Conectar” (Connect) → “Webhooks” → “Adicionar um webhook”.',
        'Cole o endereço em “Endpoint”, salve e ligue o webhook.',
      ),
      webhook(
        'tally',
        'Tally',
        'Publique o formulário e abra “Integrations” → “Webhooks” → “Connect”.',
        'Cole o endereço em “Endpoint URL” e confirme em “Connect”.',
      ),
      webhook(
        'jotform',
        'Jotform',
        'Abra o formulário em “Configurações” → “Integrações” e procure “Webhooks”.',
        'Cole o endereço em “Adicionar webhook” e escolha “Concluir integração”.',
      ),
      OTHER_TOOL,
    ],
  },
  {
    title: 'Uma automação',
    text: 'Make, n8n ou Zapier, com o que quer que esteja antes dela.',
    tools: [
      webhook(
        'make',
        'Make',
        'No cenário, acrescente depois da origem o módulo “HTTP” → “Make a request”.',
        'Cole o endereço em “URL”, escolha o método POST e, em “Body type”, JSON ou formulário. Mande cada campo com o nome dele: telefone, nome, e-mail, mensagem.',
      ),
      webhook(
        'n8n',
        'n8n',
        'No fluxo, acrescente depois da origem o nó “HTTP Request”.',
        'Escolha o método POST, cole o endereço em “URL”, ligue “Send Body” e mande cada campo com o nome dele: telefone, nome, e-mail, mensagem.',
      ),
      webhook(
        'zapier',
        'Zapier',
        'No Zap, acrescente a ação “Webhooks by Zapier” → “POST”.',
        'Cole o endereço em “URL”, deixe “Payload Type” em JSON e mande cada campo com o nome dele: telefone, nome, e-mail, mensagem. Publique o Zap.',
      ),
    ],
  },
  {
    title: 'Uma planilha',
    text: 'Um arquivo que você já tem, ou uma planilha do Google que cresce.',
    tools: [{ id: 'planilha', title: 'Planilha', way: 'key', steps: [] }],
  },
  {
    title: 'Um programa meu',
    text: 'Para quem programa: a API, ou uma página em PHP pronta para o servidor do site.',
    tools: [
      { id: 'programa', title: 'Meu programa', way: 'key', steps: [] },
      { id: 'php', title: 'Página em PHP', way: 'key', steps: [] },
    ],
  },
];

export const findTool = (id: string): Tool | undefined =>
  BIRTHPLACES.flatMap(({ tools }) => tools).find((tool) => tool.id === id);

/** First settings of a form, which its owner changes at will. */
export const FIRST_FORM: SourceForm = {
  fields: { name: 'required', email: 'optional', message: 'optional' },
};

export const whatsAppForm = (whatsapp: string, text: string): SourceForm => ({
  fields: { name: 'required' },
  after: { whatsapp, text },
});
