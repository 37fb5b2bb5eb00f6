import type { AccountCaller } from '../../auth/access/account-caller';
import { ApiError } from '../../common/api-error';
import { idOf } from '../../common/input/id.pipe';

/** Whose leads a list asks for: a member's id, or `none` for leads without a responsible. */
export type AskedResponsible = string | undefined;

/** Reads the parameter `responsible`. Throws 422 for `me` from the operator, who is nobody in the account. */
export function responsibleOf(
  { responsible }: { readonly responsible?: string },
  { member }: AccountCaller,
): AskedResponsible {
  if (responsible === undefined || responsible === 'none') return responsible;
  if (responsible !== 'me') return idOf(responsible);
  if (member) return member.id;
  throw ApiError.invalid([{ field: 'responsible', message: 'o operador não é uma pessoa da conta; informe um id' }]);
}
