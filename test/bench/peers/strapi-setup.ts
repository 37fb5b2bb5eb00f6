import { Caller, type Contender, offsets } from './contender';
import { PAGE, STAGES } from './product';
import type { StrapiSettings } from './settings';

type Data<T> = { readonly data: T };
interface Listed {
  readonly data: readonly { readonly documentId: string }[];
  readonly meta: { readonly pagination: { readonly total: number } };
}

const RIGHTS = [
  ...['lead', 'deal', 'stage'].flatMap((name) => [`api::${name}.${name}.create`, `api::${name}.${name}.find`]),
  'api::lead.lead.findOne',
];

/** The largest page that Strapi gives. */
const MOST = 100;

/** Makes an API token of least privilege and the stages; the content types must be there. */
export async function openStrapi({ port, adminEmail, adminPassword }: StrapiSettings): Promise<Contender> {
  const login = { email: adminEmail, password: adminPassword };
  const { data: session } = await new Caller(port, '').post<Data<{ token: string }>>('/admin/login', login);
  const admin = new Caller(port, session.token);
  const { data: info } = await admin.get<Data<{ strapiVersion: string }>>('/admin/information');
  const { id, accessKey } = await tokenOf(admin);
  const caller = new Caller(port, accessKey);
  const list = (query: string): Promise<Listed> => caller.get<Listed>(`/api/leads?fields=id&sort=id&${query}`);
  const stages = await stagesOf(caller);
  return {
    version: info.strapiVersion,
    entry: { product: 'Strapi', port, token: accessKey, stages },
    count: async () => (await list('pagination[limit]=1')).meta.pagination.total,
    places: async () => {
      const { total } = (await list('pagination[limit]=1')).meta.pagination;
      const parts = offsets(total, MOST).map((start) => list(`pagination[start]=${start}&pagination[limit]=${MOST}`));
      const ids = (await Promise.all(parts)).flatMap(({ data }) => data.map(({ documentId }) => documentId));
      const pages = stages.map(async (stage) => {
        const filter = `filters[deals][stage][documentId][$eq]=${stage}`;
        const { pagination } = (await list(`pagination[limit]=1&${filter}`)).meta;
        const wanted = `populate[deals][populate]=stage&sort=id&pagination[withCount]=false&pagination[limit]=${PAGE}`;
        return offsets(pagination.total, PAGE).map((start) => ({
          path: `/api/leads?${wanted}&pagination[start]=${start}&${filter}`,
          stage,
        }));
      });
      return { ids, pages: (await Promise.all(pages)).flat() };
    },
    close: async () => void (await admin.send('DELETE', `/admin/api-tokens/${id}`)),
  };
}

async function tokenOf(admin: Caller): Promise<{ id: number; accessKey: string }> {
  const name = `entrada-bench ${new Date().toISOString()}`;
  const wanted = { name, description: '', type: 'custom', lifespan: null, permissions: RIGHTS };
  return (
    await admin.post<Data<{ id: number; accessKey: string }>>('/admin/api-tokens', wanted).catch((cause: unknown) => {
      const what =
        'Strapi has no content types lead, deal and stage: write them with "npm run bench -- strapi-model FOLDER"';
      throw new Error(what, { cause });
    })
  ).data;
}

async function stagesOf(caller: Caller): Promise<string[]> {
  const { data } = await caller.get<Listed>('/api/stages?sort=id');
  const stages = data.map(({ documentId }) => documentId);
  for (let n = stages.length + 1; n <= STAGES; n++) {
    const made = await caller.post<Data<{ documentId: string }>>('/api/stages', { data: { name: `Etapa ${n}` } });
    stages.push(made.data.documentId);
  }
  return stages;
}
