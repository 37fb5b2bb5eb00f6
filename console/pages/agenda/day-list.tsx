import { freeSlots, freeTimes, shownHours, type Span } from '../../../src/contract/day/day-plan';
import { type Block, type Column, timeText } from './columns';
import { blockWords, ColumnHead, type PlanProps, slotLabel, slotOf } from './grid';

/** The columns one below the other, by hour, for a phone; free half hours are folded. */
export const DayList = ({ columns, onSlot, onOpen }: PlanProps) => (
  <>
    {columns.map((column) => (
      <DayCard key={column.key} of={column} onSlot={onSlot} onOpen={onOpen} />
    ))}
  </>
);

interface DayCardProps extends Omit<PlanProps, 'columns'> {
  readonly of: Column;
}

function DayCard({ of: column, onSlot, onOpen }: DayCardProps) {
  const starts = freeSlots(column.blocks, shownHours(column.blocks));
  const rows = [
    ...column.blocks.map((block) => ({ from: block.from, block, free: undefined })),
    ...freeTimes(starts).map((free) => ({ from: free.from, block: undefined, free })),
  ].sort((one, other) => one.from - other.from);
  return (
    <section class="card agenda-column" aria-label={column.title}>
      <ColumnHead of={column} />
      <ul class={column.awayUntil ? 'agenda-list away' : 'agenda-list'}>
        {rows.map(({ from, block, free }) => (
          <li key={block?.of.id ?? from}>
            {block && <Row of={block} onOpen={onOpen} />}
            {free && <Free time={free} starts={starts} column={column} onSlot={onSlot} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ of: block, onOpen }: { readonly of: Block; readonly onOpen: PlanProps['onOpen'] }) {
  const { of } = block;
  const { time, name, label } = blockWords(block);
  return (
    <button
      type="button"
      class={of.attended || of.missed ? 'agenda-block over' : 'agenda-block'}
      data-row
      aria-label={label}
      onClick={() => onOpen(of.id)}
    >
      <strong>{time}</strong> {name}
    </button>
  );
}

interface FreeProps {
  readonly time: Span;
  readonly starts: readonly number[];
  readonly column: Column;
  readonly onSlot: PlanProps['onSlot'];
}

const Free = ({ time: { from, to }, starts, column, onSlot }: FreeProps) => (
  <details class="agenda-free">
    <summary>
      Livre das {timeText(from)} às {timeText(to)}
    </summary>
    <div class="kinds">
      {starts
        .filter((start) => start >= from && start < to)
        .map((start) => (
          <button
            key={start}
            type="button"
            class="button plain"
            aria-label={slotLabel(column, start)}
            onClick={() => onSlot(slotOf(column, start))}
          >
            {timeText(start)}
          </button>
        ))}
    </div>
  </details>
);
