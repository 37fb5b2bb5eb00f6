import type { Dialect, SeenLead } from './product';

interface Lead {
  readonly documentId: string;
  readonly deals: readonly { readonly stage: { readonly documentId: string } }[];
}

/** Its calls make one document each: a lead, and then the deal that refers to it. */
export const strapi: Dialect = {
  createStatus: 201,
  create: ({ utm, phone, name, email, notes, tags }) => ({
    path: '/api/leads',
    body: { data: { phone, name, email, notes, tags, ...utm, origin: 'social' } },
  }),
  createDeal: (lead, { stage, value }) => ({ path: '/api/deals', body: { data: { lead, stage, value } } }),
  newId: (data) => (data as Lead).documentId,
  leadPath: (id) => `/api/leads/${id}?populate[deals][populate]=stage`,
  seen: (lead): SeenLead => {
    const { documentId, deals } = lead as Lead;
    return { id: documentId, stages: deals.map(({ stage }) => stage.documentId) };
  },
};
