import type { AccountWithSettings } from '../src/contract/account';
import type { MemberName, MemberView } from '../src/contract/members/member';
import { useMe } from './me';
import { Select } from './ui/field';
import { useTeamChanges } from './use-changes';
import { useResource, useWholeList } from './use-resource';

/** People who may be responsible for leads: the active members. */
export const useActiveMembers = (): readonly MemberView[] =>
  useWholeList<MemberView>('/members').data?.filter(({ active }) => active) ?? [];

interface Option {
  readonly value: string;
  readonly text: string;
}

/** Members as options, oneself first. */
export function memberOptions(members: readonly MemberView[], ownId: string | undefined): readonly Option[] {
  const option = ({ id, name }: MemberView): Option => ({ value: id, text: id === ownId ? `${name} (você)` : name });
  return [...members].sort((one, other) => Number(other.id === ownId) - Number(one.id === ownId)).map(option);
}

const initialsOf = (name: string): string => {
  const words = name.split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? '')][0]?.toUpperCase()).join('');
};

/** Initials of the responsible, for cards. */
export function Initials({ of: { name } }: { readonly of: MemberName }) {
  return (
    <span class="initials" role="img" aria-label={`Responsável: ${name}`} title={`Responsável: ${name}`}>
      {initialsOf(name)}
    </span>
  );
}

/** Whether leads of colleagues are shown; the account decides for its sellers. */
function useSeesColleagues(): boolean {
  const isSeller = useMe().member?.role === 'seller';
  const account = useResource<AccountWithSettings>(isSeller ? '/account' : undefined);
  useTeamChanges(account.refresh);
  return !isSeller || account.data?.sellers_see === 'all';
}

interface ResponsibleFilterProps {
  /** `me`, `none`, the id of a member, or empty for all. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function ResponsibleFilter({ value, onChange }: ResponsibleFilterProps) {
  const { member } = useMe();
  const seesColleagues = useSeesColleagues();
  const others = useActiveMembers().filter(({ id }) => id !== member?.id && (seesColleagues || id === value));
  const options = [
    { value: '', text: 'Todos' },
    ...(member ? [{ value: 'me', text: 'Meus' }] : []),
    { value: 'none', text: 'Sem responsável' },
    ...others.map(({ id, name }) => ({ value: id, text: name })),
  ];
  return <Select label="Responsável" value={value} onChange={onChange} options={options} />;
}
