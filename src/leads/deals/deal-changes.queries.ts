import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import type { Author } from '../../accounts/actor';
import { recordAudit } from '../../audit/audit.queries';
import type { AuditDetails } from '../../contract/audit';
import type { MoverKind, ClosingFigures, Ending } from '../../contract/deal';
import { inOrder, inserted, propertiesOf } from '../../database/columns';
import { prepared, type Sendable, write } from '../../database/query';
import { DealChange } from '../record/deal.entity';

const WRITTEN = propertiesOf(DealChange);

const INSERT_DEAL_CHANGE = prepared('insert_deal_change', `insert into deal_changes ${inserted(DealChange, WRITTEN)}`);

interface ChangedDeal {
  /** The lead, whose lock the transaction has. */
  readonly leadId: string;
  readonly dealId: string;
  readonly at: Date;
  readonly actor: Author;
}

const CHANGED_BY: Partial<Record<Author['type'], MoverKind>> = { key: 'api', job: 'automation' };

type Figures = Pick<DealChange, 'field' | 'before' | 'after' | 'beforeReason' | 'afterReason'>;

/** Keeps a change of money for the timeline; what people do is in the audit trail too, without texts. */
function keepChange(
  accountId: string,
  { leadId, dealId, at, actor }: ChangedDeal,
  { before, after, ...figures }: Figures,
  action: 'deal.value_changed' | 'deal.closing_corrected' | 'deal.closing_undone',
  details: AuditDetails,
): Sendable {
  const changedBy = CHANGED_BY[actor.type] ?? 'staff';
  const { keyId, memberId } = actor;
  const who = { changedBy, keyId, memberId };
  const json = { before: jsonText(before), after: jsonText(after) };
  const row = { accountId, id: uuidv7(), leadId, dealId, changedAt: at, ...figures, ...json, ...who };
  return [
    write(INSERT_DEAL_CHANGE, inOrder(WRITTEN, row)),
    changedBy === 'staff'
      ? recordAudit(accountId, actor, action, { type: 'deal', id: dealId }, { leadId, details })
      : undefined,
  ];
}

const jsonText = (value: DealChange['before']): string | null => (value === null ? null : JSON.stringify(value));

/** A change of the expected value, in reais. */
export const keepValueChange = (
  accountId: string,
  deal: ChangedDeal,
  value: { readonly before: number | null; readonly after: number | null },
): Sendable =>
  keepChange(
    accountId,
    deal,
    { field: 'value', ...value, beforeReason: null, afterReason: null },
    'deal.value_changed',
    { value },
  );

/** How the deal had ended, and how it has; null where it goes on. */
interface EndingChange {
  readonly before: Ending;
  readonly after: Ending | null;
}

const figuresOf = ({ is_won, closed_value, closed_at }: Ending): ClosingFigures => ({
  is_won,
  closed_value,
  closed_at,
});

/** A corrected or undone closing; nothing where it is as before. Sent after the change. */
export function keepClosingChange(accountId: string, deal: ChangedDeal, { before, after }: EndingChange): Sendable {
  if (isDeepStrictEqual(before, after)) return undefined;
  const figures = { before: figuresOf(before), after: after && figuresOf(after) };
  const reasons = { beforeReason: before.lost_reason, afterReason: after?.lost_reason ?? null };
  const reasonChanged = reasons.beforeReason !== reasons.afterReason;
  return keepChange(
    accountId,
    deal,
    { field: 'closing', ...figures, ...reasons },
    after?.is_won === before.is_won ? 'deal.closing_corrected' : 'deal.closing_undone',
    { closing: { ...figures, reason_changed: reasonChanged } },
  );
}
