import type { OwnerDeal } from '../../src/contract/deal';
import type { LeadView } from '../../src/contract/lead';

type Owners = Omit<LeadView, 'deals'> & { readonly deals: readonly OwnerDeal[] };

/** A lead of the admin API, which tells of its deals how they ended, as partners see it. */
export const asPartnersSee = <Lead extends Owners>(lead: Lead) => ({
  ...lead,
  deals: lead.deals.map(
    ({ closed_value: _value, closed_at: _at, lost_reason: _reason, closed_by: _by, ...deal }) => deal,
  ),
});
