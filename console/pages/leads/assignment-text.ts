import type { TimelineEntry } from '../../../src/contract/timeline';

type Assignment = NonNullable<TimelineEntry['assignment']>;

/** Sentence about a change of who is responsible. */
export function assignmentText(assignment: Assignment): string {
  const { from, to, assigned_by: by, member } = assignment;
  if (by === 'rota') return `Lead novo distribuído para ${to?.name ?? 'ninguém'}`;
  if (by === 'hand_over') {
    const end = to ? `o lead passou para ${to.name}` : 'o lead ficou sem responsável';
    return from ? `Com a saída de ${from.name}, ${end}` : end;
  }
  return member ? byMember(member, assignment) : to ? `O lead passou para ${to.name}` : 'O lead ficou sem responsável';
}

function byMember(member: NonNullable<Assignment['member']>, { from, to }: Assignment): string {
  if (!to) return `${member.name} deixou o lead sem responsável`;
  const isOfAnother = from && from.id !== member.id;
  if (to.id === member.id) return `${member.name} assumiu o lead${isOfAnother ? `, que era de ${from.name}` : ''}`;
  return `${member.name} passou o lead ${isOfAnother ? `de ${from.name} ` : ''}para ${to.name}`;
}
