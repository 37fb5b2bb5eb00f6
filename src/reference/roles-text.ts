import { type Right, ROLES, rolesWith } from '../contract/members/roles';

/** Roles that may call, where not all may. */
export function rolesText(right: Right): string | undefined {
  const roles = rolesWith(right);
  if (right === 'export') return 'Sellers only where the account has `sellers_export`.';
  if (roles.length === ROLES.length) return undefined;
  return `Only for the ${roles.join(' and the ')} of the account: others get 403 \`forbidden\`.`;
}
