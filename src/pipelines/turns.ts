/** A member's place in a rota: the lowest turn was served longest ago. */
export interface Turn {
  readonly memberId: string;
  readonly turn: number;
}

// Stryker disable next-line EqualityOperator: a member has one place.
const byTurn = (one: Turn, other: Turn): number => one.turn - other.turn || (one.memberId < other.memberId ? -1 : 1);

/** Turns of members who join a rota, in the order in which they are named: before all others, so each is served once first. */
export function turnsOfNew(memberIds: readonly string[], current: readonly Turn[]): Turn[] {
  const currentIds = new Set(current.map(({ memberId }) => memberId));
  const joining = memberIds.filter((memberId) => !currentIds.has(memberId));
  const first = Math.min(0, ...current.map(({ turn }) => turn)) - joining.length;
  return joining.map((memberId, index) => ({ memberId, turn: first + index }));
}

/** The turns of the next `count` leads, one each: the present member who was served longest ago. Empty when nobody is present. */
export function nextTurns(current: readonly Turn[], present: ReadonlySet<string>, count: number): Turn[] {
  const queue = current.filter(({ memberId }) => present.has(memberId)).sort(byTurn);
  const last = Math.max(0, ...current.map(({ turn }) => turn));
  return Array.from({ length: queue.length > 0 ? count : 0 }, (_, index) => ({
    // Stryker disable next-line OptionalChaining,StringLiteral: the index is within the queue.
    memberId: queue[index % queue.length]?.memberId ?? '',
    turn: last + index + 1,
  }));
}
