import { randomBytes } from 'node:crypto';
import { Caller, type Contender, offsets } from './contender';
import { LEADS, PAGE, STAGES } from './product';
import type { DirectusSettings } from './settings';

type Data<T> = { readonly data: T };
type Field = Readonly<Record<string, unknown>>;

const USER = 'entrada-bench@example.com';
const POLICY = 'entrada-bench';
const COLLECTIONS = ['stages', 'leads', 'deals'];

const text = (field: string): Field => ({ field, type: 'string' });
const KEY: Field = { field: 'id', type: 'integer', schema: { is_primary_key: true, has_auto_increment: true } };
const CREATED: Field = { field: 'date_created', type: 'timestamp', meta: { special: ['date-created'] } };
const reference = (field: string): Field => ({ field, type: 'integer', schema: { is_indexed: true } });

const MODEL: Readonly<Record<string, readonly Field[]>> = {
  stages: [KEY, text('name')],
  leads: [
    KEY,
    CREATED,
    ...['phone', 'name', 'email', 'origin', 'utm_source', 'utm_medium', 'utm_campaign'].map(text),
    { field: 'notes', type: 'text' },
    { field: 'tags', type: 'json', meta: { special: ['cast-json'] } },
    { field: 'deals', type: 'alias', meta: { special: ['o2m'] } },
  ],
  deals: [KEY, CREATED, reference('lead'), reference('stage'), { field: 'value', type: 'decimal' }],
};

/** Makes the collections, the stages and a user of least privilege, unless they are there. */
export async function openDirectus({ port, adminToken }: DirectusSettings): Promise<Contender> {
  const admin = new Caller(port, adminToken);
  const { data: info } = await admin.get<Data<{ version: string }>>('/server/info');
  const { data: collections } = await admin.get<Data<{ collection: string }[]>>('/collections');
  const names = collections.map(({ collection }) => collection);
  if (!COLLECTIONS.some((name) => names.includes(name))) await makeModel(admin);
  else if (!COLLECTIONS.every((name) => names.includes(name))) {
    throw new Error(`Directus has a part of the collections ${COLLECTIONS.join(', ')}: use an empty one.`);
  }
  const token = await tokenOf(admin);
  const { data: stages } = await admin.get<Data<{ id: number }[]>>('/items/stages?sort=id');
  const caller = new Caller(port, token);
  const countOf = async (query: string): Promise<number> => {
    const { data } = await caller.get<Data<{ count: string }[]>>(`/items/leads?aggregate[count]=*${query}`);
    return Number(data[0]?.count);
  };
  return {
    version: info.version,
    entry: { product: 'Directus', port, token, stages: stages.map(({ id }) => String(id)) },
    count: () => countOf(''),
    places: async () => {
      const { data: leads } = await caller.get<Data<{ id: number }[]>>(`/items/leads?fields=id&limit=${LEADS}`);
      const pages = stages.map(async ({ id }) => {
        const filter = `&filter[deals][stage][_eq]=${id}`;
        return offsets(await countOf(filter), PAGE).map((offset) => ({
          path: `/items/leads?fields=*,deals.*&limit=${PAGE}&offset=${offset}${filter}`,
          stage: String(id),
        }));
      });
      return { ids: leads.map(({ id }) => String(id)), pages: (await Promise.all(pages)).flat() };
    },
  };
}

async function makeModel(admin: Caller): Promise<void> {
  for (const [collection, fields] of Object.entries(MODEL)) {
    await admin.post('/collections', { collection, schema: {}, meta: {}, fields });
  }
  const schema = { on_delete: 'CASCADE' };
  const lead = { collection: 'deals', field: 'lead', related_collection: 'leads', schema };
  await admin.post('/relations', { ...lead, meta: { one_field: 'deals' } });
  await admin.post('/relations', { collection: 'deals', field: 'stage', related_collection: 'stages', schema });
  for (let n = 1; n <= STAGES; n++) await admin.post('/items/stages', { name: `Etapa ${n}` });
}

/** A new token of the user, who may read and make leads and deals, and nothing else. */
async function tokenOf(admin: Caller): Promise<string> {
  const filter = encodeURIComponent(JSON.stringify({ email: { _eq: USER } }));
  const { data: users } = await admin.get<Data<{ id: string }[]>>(`/users?fields=id&filter=${filter}`);
  const token = randomBytes(24).toString('hex');
  const [user] = users;
  if (user) {
    await admin.patch(`/users/${user.id}`, { token });
    return token;
  }
  const may = (collection: string, action: string): object => ({ collection, action, fields: ['*'] });
  const permissions = [
    ...['leads', 'deals'].flatMap((name) => [may(name, 'create'), may(name, 'read')]),
    may('stages', 'read'),
  ];
  const { data: policy } = await admin.post<Data<{ id: string }>>('/policies', { name: POLICY, permissions });
  await admin.post('/users', { email: USER, token, policies: [{ policy: policy.id }] });
  return token;
}
