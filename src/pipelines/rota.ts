/** A member's position in a rota: the lowest was served longest ago. */
export interface RotaPosition {
  readonly memberId: string;
  readonly position: number;
}

const byPosition = (one: RotaPosition, other: RotaPosition): number =>
  // Stryker disable next-line EqualityOperator: a member has one position.
  one.position - other.position || (one.memberId < other.memberId ? -1 : 1);

/** Positions of members who join a rota, in the order in which they are named: before all others, so each is served once first. */
export function positionsOfNew(memberIds: readonly string[], current: readonly RotaPosition[]): RotaPosition[] {
  const currentIds = new Set(current.map(({ memberId }) => memberId));
  const joining = memberIds.filter((memberId) => !currentIds.has(memberId));
  const first = Math.min(0, ...current.map(({ position }) => position)) - joining.length;
  return joining.map((memberId, index) => ({ memberId, position: first + index }));
}

/** The positions of the next `count` leads, one each: the present member who was served longest ago. Empty when nobody is present. */
export function nextPositions(
  current: readonly RotaPosition[],
  present: ReadonlySet<string>,
  count: number,
): RotaPosition[] {
  const queue = current.filter(({ memberId }) => present.has(memberId)).sort(byPosition);
  const last = Math.max(0, ...current.map(({ position }) => position));
  return Array.from({ length: queue.length > 0 ? count : 0 }, (_, index) => ({
    // Stryker disable next-line OptionalChaining,StringLiteral: the index is within the queue.
    memberId: queue[index % queue.length]?.memberId ?? '',
    position: last + index + 1,
  }));
}
