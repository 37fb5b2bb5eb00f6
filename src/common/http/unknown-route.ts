import { BASE_PATH } from '../../contract/base-path';

/** A route as its controller declares it: `/api/v1/leads/:id`, with its methods. */
export interface DeclaredRoute {
  readonly path: string;
  readonly methods: readonly string[];
}

type RoutesAt = (path: string) => readonly DeclaredRoute[];

/** A longer path is not a typing error. */
const MAX_PATH = 200;

/** Explains an unknown route in Portuguese, with a suggestion; does not repeat ids and other parts of the path. */
export function unknownRoute(method: string, path: string, routesAt: RoutesAt): string {
  if (path === '/' || path.length > MAX_PATH) return `Não há rota da API neste endereço. ${WHERE}`;
  if (!isDecodable(path)) return UNDECODABLE;
  if (method === 'OPTIONS') return NO_BROWSERS;
  const here = routesAt(path);
  const [route] = here;
  if (route) {
    const methods = [...new Set(here.flatMap((one) => one.methods))].join(' ou ');
    return `A rota ${template(route)} existe, mas não com ${shownMethod(method)}: use ${methods}.`;
  }
  const suggested = nearPaths(path).flatMap((near) => routesAt(near))[0];
  return `Não há esta rota${suggested ? `: o endereço certo é ${template(suggested)}, ${HOW}` : ''}. ${WHERE}`;
}

const WHERE = `As rotas da API começam com /${BASE_PATH}, por exemplo POST /${BASE_PATH}/leads; a documentação está em /docs, e para programas em /docs/partner.json.`;
const HOW = 'sem barra no fim, barra dupla, maiúsculas ou outro começo';
const NO_BROWSERS =
  'Páginas não podem chamar a API do navegador (não há CORS): chame-a do seu servidor, onde a chave fica em segredo.';

/** Message also for paths that the router refuses. */
export const UNDECODABLE = 'O caminho do endereço não pode ser decodificado: um sinal % se escreve %25.';

/** Express throws for an undecodable path. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
  } catch {
    return false;
  }
  return true;
}

const template = ({ path }: DeclaredRoute): string => path.replaceAll(/:(\w+)/g, '{$1}').replaceAll(/\{\/\}/g, '');

const shownMethod = (method: string): string => (/^[A-Z-]{1,12}$/.test(method) ? method : 'este método');

function nearPaths(path: string): string[] {
  const bare = path
    .replaceAll(/\/{2,}/g, '/')
    .replace(/%(?:20|0a|0d)$/i, '')
    .replace(/\/$/, '');
  const lower = bare.toLowerCase();
  const tail = lower.replace(/^(?:\/(?:api|v1)(?![^/]))+/, '');
  return [bare, lower, `/${BASE_PATH}${tail}`, tail];
}
