import { useState } from 'preact/hooks';
import type { ActivityType } from '../../../src/contract/day/activity';
import { useMe } from '../../me';

/** What is typed and not saved yet, per account, member and lead. It outlives the page and the session, not a sign-out. */
const DRAFT = 'entrada-draft';

interface Draft {
  readonly type: ActivityType;
  readonly text: string;
}

const EMPTY: Draft = { type: 'note', text: '' };

/** A draft with a text is kept. */
export function useDraft(leadId: string): readonly [Draft, (draft: Draft) => void] {
  const { account, member } = useMe();
  const key = [DRAFT, account.id, member?.id, leadId].join(':');
  const [draft, setDraft] = useState(() => stored(key));
  const write = (typed: Draft): void => {
    setDraft(typed);
    if (typed.text) localStorage.setItem(key, JSON.stringify(typed));
    else localStorage.removeItem(key);
  };
  return [draft, write];
}

function stored(key: string): Draft {
  try {
    return { ...EMPTY, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Draft>) };
  } catch {
    return EMPTY;
  }
}

/** Removes the drafts of a lead; without one, all. */
export function forgetDrafts(leadId = ''): void {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(DRAFT) && key.endsWith(leadId));
  keys.forEach((key) => localStorage.removeItem(key));
}
