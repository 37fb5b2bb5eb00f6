import { ApiError } from '../../common/api-error';
import { momentOf } from '../../common/moment';
import type { LockedLead } from './leads.queries';

/** Throws `conflict` for a lead of another version than the caller saw, where the caller says so. */
export function expectVersion({ updatedAt }: LockedLead, expected: string | undefined): void {
  if (expected === undefined || momentOf(expected)?.getTime() === updatedAt.getTime()) return;
  throw new ApiError('conflict', { message: 'O lead foi alterado enquanto isso; recarregue e repita a alteração.' });
}
