import { ApiError } from '../common/api-error';
import type { Role } from '../contract/members/roles';

/** Undefined for the operator. */
type CallingMember = { readonly id: string; readonly role: Role } | undefined;

interface Target {
  /** Undefined for somebody who is not a member yet. */
  readonly id?: string;
  readonly role: Role;
}

interface Change {
  readonly role?: Role;
  readonly active?: boolean;
}

/**
 * Throws `forbidden` unless the caller may change this member so: the owner and the operator everybody, a manager sellers who stay
 * sellers, and everybody their own name and absence.
 */
export function refuseUnlessManaged(caller: CallingMember, target: Target, { role, active }: Change = {}): void {
  if (!caller || caller.role === 'owner') return;
  const isOneself = caller.id === target.id && role === undefined && active === undefined;
  const isSeller = target.role === 'seller' && (role === undefined || role === 'seller');
  if (isOneself || (caller.role === 'manager' && isSeller)) return;
  throw new ApiError('forbidden', { message: caller.role === 'manager' ? ONLY_SELLERS : ONLY_ONESELF });
}

const ONLY_SELLERS = 'Um gestor convida e muda só vendedores, e em si mesmo só o nome e a ausência.';
const ONLY_ONESELF = 'Você pode mudar só o seu nome e a sua ausência. Peça a quem administra a conta.';
