import { IMPORT_COLUMN_WORDS, IMPORT_COLUMNS, type ImportColumn } from '../../../src/contract/import-columns';
import { MAX_FORM_TEXT } from '../../../src/contract/limits';
import type { DeliveryReason, DeliveryResult, FormFieldMode, SourceKind } from '../../../src/contract/source';

export const KIND_WORDS: Readonly<Record<SourceKind, string>> = {
  webhook: 'Recebe de outra ferramenta',
  form: 'Formulário próprio',
};

export const RESULT_WORDS: Readonly<Record<DeliveryResult, string>> = {
  created: 'Lead novo',
  updated: 'Lead atualizado',
  duplicate: 'Repetido',
  held: 'A conferir',
  test: 'Teste',
  spam: 'Spam',
  dismissed: 'Descartado',
};

export const REASON_WORDS: Readonly<Record<DeliveryReason, string>> = {
  no_phone: 'Nenhum campo trouxe um telefone que dê para usar. Diga qual deles é o telefone.',
  unreadable: 'Não foi possível ler o que chegou. Confira na ferramenta o que ela envia.',
  two_phones: 'Vieram telefones de pessoas diferentes. Diga qual é o do lead e ignore o outro.',
  ambiguous_lead: 'Mais de um lead tem este telefone. Mescle os dois em Duplicados e leia de novo.',
  plan_inactive: 'A licença ou o módulo de vendas da conta estava desligado.',
};

export const FIELD_MODE_WORDS: Readonly<Record<FormFieldMode, string>> = {
  off: 'Não pedir',
  optional: 'Opcional',
  required: 'Obrigatório',
};

/** Field for the number whose conversation a form opens. */
export const WHATSAPP_NUMBER = {
  type: 'tel',
  placeholder: '(11) 98765-4321',
  hint: 'Com DDD. De outro país, com + e o código dele: +351 912 345 678.',
  autocomplete: 'off',
} as const;

/** Field for the first message of that conversation. */
export const WHATSAPP_GREETING = {
  name: 'text',
  rows: 2,
  maxLength: MAX_FORM_TEXT,
  value: 'Olá! Acabei de deixar meu contato no site.',
  hint: 'Já vem escrita para a pessoa enviar.',
} as const;

/** Fields that a source never gives: the moment is the arrival's, and the tool's id tells a repeated delivery. */
const NEVER: readonly ImportColumn[] = ['created_at', 'external_id'];

export const MAPPABLE_FIELDS = IMPORT_COLUMNS.filter((field) => !NEVER.includes(field)).map((field) => ({
  value: field,
  text: IMPORT_COLUMN_WORDS[field],
}));
