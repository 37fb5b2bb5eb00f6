import type { LimitName } from '../../contract/error';

interface HitLimit {
  readonly name: Exclude<LimitName, 'heavy' | 'busy'>;
  readonly limit: number;
  /** Window in milliseconds; for the daily limit, the day of Brasília. */
  readonly ttl: number;
}

const MINUTE_S = 60;
const HOUR_S = 3_600;

/** Message of `rate_limited`: the limit with its figure, and when to retry. */
export const limitMessage = (hit: HitLimit, waitSeconds: number): string =>
  `${CAUSES[hit.name](hit.limit.toLocaleString('pt-BR'), hit.ttl > MINUTE_S * 1_000 ? 'hora' : 'minuto')}. ${againText(hit, waitSeconds)}`;

const CAUSES: Readonly<Record<HitLimit['name'], (figure: string, window: string) => string>> = {
  ip: (figure, window) => `Este endereço IP atingiu o limite de ${figure} chamadas por ${window}`,
  key: (figure, window) => `Esta chave atingiu o limite de ${figure} chamadas por ${window}`,
  writes: (figure, window) => `Esta chave atingiu o limite de ${figure} gravações (POST e PATCH) por ${window}`,
  metrics: (figure, window) => `Esta chave atingiu o limite de ${figure} leituras de GET /metrics por ${window}`,
  session: (figure, window) => `A sessão atingiu o limite de ${figure} chamadas por ${window}`,
  sign_in: (figure, window) => `Este endereço IP atingiu o limite de ${figure} tentativas de entrada por ${window}`,
  daily: (figure) => `A conta atingiu o limite diário de ${figure} envios (POST /leads)`,
};

function againText({ name }: HitLimit, waitSeconds: number): string {
  const wait = waitWords(waitSeconds);
  return name === 'daily' ? `Volta a aceitar à meia-noite de Brasília, em ${wait}.` : `Tente de novo em ${wait}.`;
}

/** Rounds up, never below the wait. */
function waitWords(seconds: number): string {
  if (seconds < 2 * MINUTE_S) return seconds === 1 ? '1 segundo' : `${seconds} segundos`;
  const minutes = Math.ceil(seconds / MINUTE_S);
  if (seconds < 2 * HOUR_S) return `${minutes} minutos`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}
