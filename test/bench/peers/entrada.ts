import type { Dialect, SeenLead } from './product';

interface Lead {
  readonly id: string;
  readonly deals: readonly { readonly stage_id: string }[];
}

/** Our own calls: one makes the lead, its tags and its deal, and recognizes who wrote before. */
export const entrada: Dialect = {
  createStatus: 201,
  create: ({ phone, name, email, notes, tags, utm, stage, value }) => ({
    path: '/api/v1/leads',
    body: { phone, name, email, notes, tags, external_id: email, attribution: utm, deal: { stage_id: stage, value } },
  }),
  newId: (data) => (data as { lead?: { id: string } }).lead?.id,
  leadPath: (id) => `/api/v1/leads/${id}`,
  seen: (lead): SeenLead => {
    const { id, deals } = lead as Lead;
    return { id, stages: deals.map((deal) => deal.stage_id) };
  },
};
