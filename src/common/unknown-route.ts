import { BASE_PATH } from '../contract/base-path';

/** A route as its controller declares it: `/api/v1/leads/:id`, with its methods. */
export interface DeclaredRoute {
  readonly path: string;
  readonly methods: readonly string[];
}

/** The routes whose path fits; none where there is no such route. */
type RoutesAt = (path: string) => readonly DeclaredRoute[];

/** A longer path is no slip of the pen. */
const MAX_PATH = 200;

/** Why there is no such route, in Portuguese, and what was probably meant. Ids and other parts of the path are not repeated. */
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
  const meant = nearPaths(path).flatMap((near) => routesAt(near))[0];
  return `Não há esta rota${meant ? `: o endereço certo é ${template(meant)}, ${HOW}` : ''}. ${WHERE}`;
}

const WHERE = `As rotas da API começam com /${BASE_PATH}, por exemplo POST /${BASE_PATH}/leads; a documentação está em /docs, e para programas em /docs/partner.json.`;
const HOW = 'sem barra no fim, barra dupla, maiúsculas ou outro começo';
const NO_BROWSERS =
  'Páginas não podem chamar a API do navegador (não há CORS): chame-a do seu servidor, onde a chave fica em segredo.';

/** Also for what the router refuses by itself. */
export const UNDECODABLE = 'O caminho do endereço não pode ser decodificado: um sinal % se escreve %25.';

/** Express throws for a path that is not. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

const template = ({ path }: DeclaredRoute): string => path.replaceAll(/:(\w+)/g, '{$1}').replaceAll(/\{\/\}/g, '');

const shownMethod = (method: string): string => (/^[A-Z-]{1,12}$/.test(method) ? method : 'este método');

/** What the path would be without the usual slips. */
function nearPaths(path: string): string[] {
  const bare = path
    .replaceAll(/\/{2,}/g, '/')
    .replace(/%(?:20|0a|0d)$/i, '')
    .replace(/\/$/, '');
  const lower = bare.toLowerCase();
  const tail = lower.replace(/^(?:\/(?:api|v1)(?=\/|$))+/, '');
  return [bare, lower, `/${BASE_PATH}${tail}`, tail].filter((near) => near !== '' && near !== path);
}
