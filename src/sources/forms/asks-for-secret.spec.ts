import { asksForSecret } from './asks-for-secret';

it.each([
  'Senha',
  'Qual é a sua SENHA do banco?',
  'Se\u00adnha',
  'Password',
  'Token do aplicativo',
  'PIN',
  'CVV',
  'Código de segurança',
  'Código de verificação que chegou por SMS',
  'Código do WhatsApp',
  'Número do cartão',
  'Dados do cartão de crédito',
  'Validade do seu cartão',
])('%s is a secret', (label) => expect(asksForSecret(label)).toBe(true));

it.each([
  'O que você desenha?',
  'Prefere pagar no cartão ou no Pix?',
  'Você tem cartão de visita?',
  'Código do imóvel',
  'Quantos pinheiros há no terreno?',
  'Número de pessoas',
])('%s is none', (label) => expect(asksForSecret(label)).toBe(false));
