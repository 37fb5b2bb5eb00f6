import { type ClientOptions, errorIn, fieldLines } from './admin-client';
import { MINUTE_MS } from '../contract/durations';

/** Options of the operator's commands, which run next to the service: one try. */
export const OPERATOR_CLIENT: ClientOptions = {
  redirect: 'error',
  failure: (url, answer) => {
    if (!answer) return `No service answers at ${url}. Start it, or name its address with --url.`;
    const error = errorIn(answer);
    if (!error) return `What answers at ${url} is not Entrada (status ${answer.status}).`;
    if (answer.status === 401) {
      return `The service at ${url} was started with another operator's token: set OPERATOR_TOKEN, or DATA_DIR, as it has them.`;
    }
    return [`The service refused (${answer.status}): ${error.message}`, ...fieldLines(error)].join('\n');
  },
};

const silence = (url: string): string => `O serviço em ${url} não responde (PUBLIC_URL, HOST e PORT, ou --url)`;

/** Options of the import, which waits for a service that restarts. */
export const IMPORT_CLIENT: ClientOptions = {
  patience: { ms: MINUTE_MS, notice: (url) => `${silence(url)}: esperando.` },
  redirect: 'follow',
  failure: (url, answer) => {
    const error = errorIn(answer);
    return error && answer && answer.status < 500
      ? [error.message, ...fieldLines(error)].join('\n')
      : `${silence(url)}. Rode o mesmo comando de novo.`;
  },
};
