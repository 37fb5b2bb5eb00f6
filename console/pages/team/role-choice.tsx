import type { GivenRole, Role } from '../../../src/contract/members/roles';
import { Check } from '../../ui/field';
import { ROLE_WORDS } from '../../words';

interface RoleChoiceProps {
  readonly roles: readonly GivenRole[];
  readonly chosen: Role;
}

/** Radio buttons named `role`, with what each role includes. */
export function RoleChoice({ roles, chosen }: RoleChoiceProps) {
  return (
    <fieldset>
      <legend>Papel</legend>
      {roles.map((role) => (
        <Check
          key={role}
          type="radio"
          name="role"
          value={role}
          defaultChecked={role === chosen}
          title={ROLE_WORDS[role].title}
        >
          {ROLE_WORDS[role].text}
        </Check>
      ))}
    </fieldset>
  );
}
