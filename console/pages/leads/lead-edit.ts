import { useEffect, useState } from 'preact/hooks';
import type { LeadDetail } from '../../../src/contract/lead';
import type { Origin } from '../../../src/contract/origin';
import { type ApiFailure, call } from '../../api';

/** The body of PATCH /leads/{id}: only what changes. */
interface LeadEdits {
  readonly name?: string | null;
  readonly email?: string | null;
  readonly origin?: Origin;
  readonly add_tags?: readonly string[];
  readonly remove_tags?: readonly string[];
  readonly note?: string;
  readonly notes?: string;
}

/** Changes the version of the lead that the person sees: `conflict` says that there is a newer one. Throws `ApiFailure`. */
export const editLead = ({ id, updated_at }: LeadDetail, edits: LeadEdits) =>
  call('PATCH', `/leads/${id}`, { ...edits, expected_updated_at: updated_at });

/**
 * The lead for a form that stays open while the page follows changes: with the version that the person saw when they began to write,
 * and after a refusal with the one that they are shown since. So nobody overwrites what they were not told of.
 */
export function useSeen(lead: LeadDetail, failure: ApiFailure | undefined): LeadDetail {
  const [seen, setSeen] = useState(lead.updated_at);
  const isTold = failure?.code === 'conflict';
  useEffect(() => {
    if (isTold) setSeen(lead.updated_at);
  }, [isTold, lead.updated_at]);
  return { ...lead, updated_at: seen };
}

/** What to say about a form that somebody else was faster than. */
export const CHANGED_MEANWHILE =
  'Este lead mudou enquanto você escrevia. O que você digitou continua aqui: confira e salve de novo.';
