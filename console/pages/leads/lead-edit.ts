import { useEffect, useState } from 'preact/hooks';
import type { LeadDetail } from '../../../src/contract/lead';
import type { LeadTexts } from '../../../src/contract/lead-fields';
import type { Origin } from '../../../src/contract/origin';
import { type ApiFailure, call } from '../../api';

/** Body of PATCH /leads/{id}: only the changes. */
export interface LeadEdits extends Partial<LeadTexts> {
  readonly origin?: Origin;
  readonly phone?: string;
  /** Null: nobody. */
  readonly responsible_id?: string | null;
  readonly add_tags?: readonly string[];
  readonly remove_tags?: readonly string[];
  readonly note?: string;
  readonly notes?: string;
}

/** Changes the version that the person sees; `conflict` means that a newer one exists. Throws `ApiFailure`. */
export const editLead = ({ id, updated_at }: LeadDetail, edits: LeadEdits) =>
  call('PATCH', `/leads/${id}`, { ...edits, expected_updated_at: updated_at });

/** Version of the lead that a form's writer has seen: at the first edit, or after a refusal. No change is overwritten unseen. */
export function useSeen(lead: LeadDetail, failure: ApiFailure | undefined): LeadDetail {
  const [seen, setSeen] = useState(lead.updated_at);
  const hasConflict = failure?.code === 'conflict';
  useEffect(() => {
    if (hasConflict) setSeen(lead.updated_at);
  }, [hasConflict, lead.updated_at]);
  return { ...lead, updated_at: seen };
}

/** Text for a form after a concurrent change. */
export const CHANGED_MEANWHILE =
  'Este lead mudou enquanto você escrevia. O que você digitou continua aqui: confira e salve de novo.';
