import { bearerToken } from '../../common/http/bearer';
import { looksLikeSecret } from '../keys/api-key';
import type { IncomingMessage } from 'node:http';

type Headers = Pick<IncomingMessage, 'headersDistinct'>;

/** Fault in the form of a credential; undefined when only a look-up can tell. */
export function formFault(request: Headers, hasCookie: boolean): string | undefined {
  const headers = request.headersDistinct.authorization ?? [];
  if (headers.length === 0) return hasCookie ? undefined : MISSING;
  if (headers.length > 1) return 'O cabeçalho Authorization veio mais de uma vez; envie só um.';
  const token = bearerToken(request as IncomingMessage);
  if (token === undefined) return NO_BEARER;
  if (/^["'<]/.test(token)) return 'O token veio entre aspas ou sinais; envie só o token depois de Bearer.';
  return looksLikeSecret('ent_live_', token) ? API_KEY : undefined;
}

const MISSING = 'Falta a credencial: envie o cabeçalho Authorization: Bearer <token>.';
const NO_BEARER = 'O cabeçalho Authorization deve ter a forma Bearer <token>: a palavra Bearer, um espaço e o token.';
const API_KEY =
  'Uma chave de API não vale nesta rota: ela serve às rotas de /api/v1. Use o token de uma sessão ou o do operador.';
