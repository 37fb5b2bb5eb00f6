import type { Actor } from '../../accounts/actor';
import { ApiError } from '../../common/api-error';

/**
 * Throws `forbidden` unless they may give a lead from one member to another (null: nobody): a seller takes what is nobody's, and hands on
 * what is theirs.
 */
export function expectMayAssign(
  from: string | null,
  to: string | null,
  { memberId, mayAssign }: Pick<Actor, 'memberId' | 'mayAssign'>,
): void {
  const isTaken = from === null && to === memberId;
  if (mayAssign || from === to || isTaken || from === memberId) return;
  throw new ApiError('forbidden', { message: from === null ? ONLY_ONESELF : OF_ANOTHER });
}

const ONLY_ONESELF =
  'Um lead sem responsável você pode assumir; para dar a outra pessoa, peça a quem administra a conta.';
const OF_ANOTHER = 'Este lead é de outra pessoa da equipe. Só ela ou quem administra a conta pode passá-lo.';
