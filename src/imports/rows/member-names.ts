import type { MemberName } from '../../contract/members/member';
import { comparisonKey } from '../../common/text';

/** An active member, as rows name them. */
export interface ImportMember extends MemberName {
  readonly emailKey: string | null;
}

/** Finds a member by the name or e-mail address in a cell; undefined for nobody, and for a name of several. */
export type FindMember = (text: string) => MemberName | undefined;

/** Made once per file. A text with `@` is an address, never a name: a member's name must not pass for another's address. */
export function memberNames(members: readonly ImportMember[]): FindMember {
  const byAddress = new Map(members.map((member) => [member.emailKey, member]));
  const byName = new Map<string, ImportMember | undefined>();
  for (const member of members) {
    const key = comparisonKey(member.name);
    byName.set(key, byName.has(key) ? undefined : member);
  }
  return (text) => {
    const key = comparisonKey(text);
    return key.includes('@') ? byAddress.get(key) : byName.get(key);
  };
}
