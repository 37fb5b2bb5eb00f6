import { useState } from 'preact/hooks';
import { useMe } from '../../me';

/** Texts that are typed and not saved yet, per account, member and lead. They outlive the page and the session, not a sign-out. */
const DRAFT = 'entrada-draft';

export function useDraft(leadId: string): readonly [string, (text: string) => void] {
  const { account, member } = useMe();
  const key = [DRAFT, account.id, member?.id, leadId].join(':');
  const [text, setText] = useState(() => localStorage.getItem(key) ?? '');
  const write = (typed: string): void => {
    setText(typed);
    if (typed) localStorage.setItem(key, typed);
    else localStorage.removeItem(key);
  };
  return [text, write];
}

/** Removes the drafts of a lead; without one, all. */
export function forgetDrafts(leadId = ''): void {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(DRAFT) && key.endsWith(leadId));
  keys.forEach((key) => localStorage.removeItem(key));
}
