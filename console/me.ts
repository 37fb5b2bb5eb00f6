import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Me } from '../src/contract/members/member';
import type { Right } from '../src/contract/members/roles';

/** The signed-in person, and what their role may do. */
export interface SignedInMember extends Me {
  /** Reloads after a change of one's own name. */
  readonly refresh: () => Promise<void>;
}

export const MeContext = createContext<SignedInMember | undefined>(undefined);

export function useMe(): SignedInMember {
  const me = useContext(MeContext);
  if (!me) throw new Error('Only pages of a session know who is signed in.');
  return me;
}

/** Tells whether the role has a right; a page shows nothing that would be refused. */
export function useMay(): (right: Right) => boolean {
  const { may } = useMe();
  return (right) => may.includes(right);
}
