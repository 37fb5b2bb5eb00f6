import { freeSlots, freeTimes, shownHours, type Span } from '../../../src/contract/day/day-plan';
import { type Column, minuteOf, timeText } from './columns';
import { BlockEntry, ColumnHead, type PlanProps, slotLabel, slotOf } from './grid';
import { TaskEntry } from './task-entry';

/** The columns one below the other, by hour, for a phone; free half hours are folded. */
export const DayList = ({ columns, ...actions }: PlanProps) => (
  <>
    {columns.map((column) => (
      <DayCard key={column.key} of={column} {...actions} />
    ))}
  </>
);

interface DayCardProps extends Omit<PlanProps, 'columns'> {
  readonly of: Column;
}

function DayCard({ of: column, onSlot, onTasks, ...actions }: DayCardProps) {
  const starts = freeSlots(column.blocks, shownHours(column.blocks));
  const rows = [
    ...column.blocks.map((block) => ({
      from: block.from,
      key: block.of.id,
      shown: (
        <div class="agenda-entry">
          <BlockEntry of={block} {...actions} />
        </div>
      ),
    })),
    ...column.tasks.map((task) => ({
      from: minuteOf(task),
      key: task.id,
      shown: <TaskEntry of={task} onOpen={() => onTasks([task])} />,
    })),
    ...freeTimes(starts).map((time) => ({
      from: time.from,
      key: time.from,
      shown: <Free time={time} starts={starts} column={column} onSlot={onSlot} />,
    })),
  ].sort((one, other) => one.from - other.from);
  return (
    <section class="card agenda-column" aria-label={column.title}>
      <ColumnHead of={column} />
      <ul class={column.awayUntil ? 'agenda-list away' : 'agenda-list'}>
        {rows.map(({ key, shown }) => (
          <li key={key}>{shown}</li>
        ))}
      </ul>
    </section>
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
