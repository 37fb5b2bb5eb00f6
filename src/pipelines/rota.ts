import { shareActive } from '../accounts/members/members.queries';
import { ApiError } from '../common/api-error';
import type { Transaction } from '../database/transaction';
import { endRota, insertTurn, keepMembers, listTurns, lockRota, startRota } from './rota.queries';
import { turnsOfNew } from './turns';

/** Keeps the members of a rota active until the commit. Throws 422 for one who is no active member. */
export async function expectActiveRota(
  tx: Transaction,
  accountId: string,
  memberIds: readonly string[],
): Promise<void> {
  if (memberIds.length === 0) return;
  const active = await tx.send(shareActive(accountId, memberIds));
  if (active.length < memberIds.length) throw ApiError.invalid([{ field: 'rota', message: NO_ACTIVE_MEMBER }]);
}

/**
 * Sets who is in the rota of a pipeline; those who stay keep their turns. A rota that has had nobody begins anew. Requires the locks of
 * the pipeline and the members.
 */
export async function setRota(
  tx: Transaction,
  accountId: string,
  pipelineId: string,
  memberIds: readonly string[],
): Promise<void> {
  if (memberIds.length === 0) {
    await tx.send(endRota(accountId, pipelineId));
    return;
  }
  const [, current] = await tx.send([lockRota(accountId, pipelineId), listTurns(accountId, pipelineId)]);
  await tx.send([
    current.length === 0 ? startRota(accountId, pipelineId) : undefined,
    keepMembers(accountId, pipelineId, memberIds),
    turnsOfNew(memberIds, current).map((turn) => insertTurn(accountId, pipelineId, turn)),
  ]);
}

const NO_ACTIVE_MEMBER = 'tem quem não é uma pessoa ativa da equipe';
