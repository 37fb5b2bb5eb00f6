import { MINUTE_MS } from '../../contract/durations';
import { limitMessage } from './limit-words';

const HOUR = 60 * MINUTE_MS;

it.each([
  [
    'ip',
    300,
    MINUTE_MS,
    1,
    'Este endereço IP atingiu o limite de 300 chamadas por minuto. Tente de novo em 1 segundo.',
  ],
  ['key', 120, MINUTE_MS, 60, 'Esta chave atingiu o limite de 120 chamadas por minuto. Tente de novo em 60 segundos.'],
  [
    'writes',
    60,
    MINUTE_MS,
    2,
    'Esta chave atingiu o limite de 60 gravações (POST e PATCH) por minuto. Tente de novo em 2 segundos.',
  ],
  [
    'metrics',
    20,
    MINUTE_MS,
    2,
    'Esta chave atingiu o limite de 20 leituras de GET /metrics por minuto. Tente de novo em 2 segundos.',
  ],
  ['session', 300, MINUTE_MS, 2, 'A sessão atingiu o limite de 300 chamadas por minuto. Tente de novo em 2 segundos.'],
  [
    'sign_in',
    10,
    MINUTE_MS,
    2,
    'Este endereço IP atingiu o limite de 10 tentativas de entrada por minuto. Tente de novo em 2 segundos.',
  ],
  [
    'sign_in',
    20,
    HOUR,
    3_600,
    'Este endereço IP atingiu o limite de 20 tentativas de entrada por hora. Tente de novo em 60 minutos.',
  ],
  [
    'daily',
    3_000,
    24 * HOUR,
    37_225,
    'A conta atingiu o limite diário de 3.000 envios (POST /leads). Volta a aceitar à meia-noite de Brasília, em 10 h 21 min.',
  ],
] as const)('%s: %i calls, another one after %i ms of %i s', (name, limit, ttl, wait, message) =>
  expect(limitMessage({ name, limit, ttl }, wait)).toBe(message),
);

it.each([
  [119, '119 segundos'],
  [120, '2 minutos'],
  [121, '3 minutos'],
  [7_199, '120 minutos'],
  [7_200, '2 h 00 min'],
  [7_201, '2 h 01 min'],
  [86_400, '24 h 00 min'],
])('a wait of %i s is never told shorter: %s', (wait, words) =>
  expect(limitMessage({ name: 'key', limit: 1, ttl: MINUTE_MS }, wait)).toContain(`em ${words}.`),
);
