import type { Dialect, SeenLead } from './product';

interface Lead {
  readonly id: number;
  readonly deals: readonly { readonly stage: number }[];
}

/** One call makes a lead and its deal, as nested items. */
export const directus: Dialect = {
  createStatus: 200,
  create: ({ utm, stage, value, ...lead }) => ({
    path: '/items/leads',
    body: { ...lead, ...utm, origin: 'social', deals: [{ stage: Number(stage), value }] },
  }),
  newId: (data) => String((data as { id: number }).id),
  leadPath: (id) => `/items/leads/${id}?fields=*,deals.*`,
  seen: (lead): SeenLead => {
    const { id, deals } = lead as Lead;
    return { id: String(id), stages: deals.map(({ stage }) => String(stage)) };
  },
};
