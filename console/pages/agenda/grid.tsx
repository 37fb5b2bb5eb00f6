import { useRef, useState } from 'preact/hooks';
import type { ListedTask } from '../../../src/contract/day/activity';
import { freeSlots, type Placed, SLOT, type Span } from '../../../src/contract/day/day-plan';
import { fullDay, isoDay, isoTime, minutesText, phoneText } from '../../format';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { useAction } from '../../use-action';
import { useNow } from '../day/use-day';
import { type Block, type Column, drawn, hoursOf, type TaskLine, timeText } from './columns';
import { RestOfTasks, TaskEntry } from './task-entry';

/** A free slot, as the form takes it. */
export interface Slot {
  readonly day: string;
  readonly time: string;
  readonly memberId: string | undefined;
}

export interface PlanProps {
  readonly columns: readonly Column[];
  /** Opens the form for a free slot. */
  readonly onSlot: (slot: Slot) => void;
  /** Opens an appointment, by its id. */
  readonly onOpen: (id: string) => void;
  /** Says of an appointment, by its id, that the person came. */
  readonly onCame: (id: string) => Promise<void>;
  readonly onTasks: (tasks: readonly ListedTask[]) => void;
}

export const slotOf = ({ day, memberId }: Column, start: number): Slot => ({ day, time: timeText(start), memberId });

export const slotLabel = ({ where }: Column, start: number): string => `Agendar às ${timeText(start)}${where}`;

/** A length on the scale of the grid. */
const scaled = (minutes: number): string => `calc(var(--half-hour) * ${minutes / SLOT})`;

interface Place {
  readonly column: number;
  readonly start: number;
}

const keyOf = ({ column, start }: Place): string => `${column}-${start}`;

const STEPS: Readonly<Record<string, readonly [columns: number, halfHours: number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** The nearest free slot in the direction of a key. */
function nextPlace(places: readonly Place[], at: Place, key: string): Place | undefined {
  const [columns, halfHours] = STEPS[key] ?? [0, 0];
  const ahead = places.filter(({ column, start }) =>
    columns === 0
      ? column === at.column && (start - at.start) * halfHours > 0
      : (column - at.column) * columns > 0 && column === nearest(places, at, columns),
  );
  const distance = ({ start }: Place): number => Math.abs(start - at.start);
  return [...ahead].sort((one, other) => distance(one) - distance(other))[0];
}

/** The next column in a direction that has a free slot. */
const nearest = (places: readonly Place[], at: Place, direction: number): number | undefined =>
  places
    .map(({ column }) => column)
    .filter((column) => (column - at.column) * direction > 0)
    .sort((one, other) => (one - other) * direction)[0];

/** Days or people side by side, and hours down; the arrow keys go from one free slot to the next. */
export function Grid({ columns, onSlot, onOpen, onCame, onTasks }: PlanProps) {
  const hours = hoursOf(columns);
  const free = columns.map(({ blocks }) => freeSlots(blocks, hours));
  const places = free.flatMap((starts, column) => starts.map((start) => ({ column, start })));
  const [chosen, setChosen] = useState<Place>();
  const grid = useRef<HTMLDivElement>(null);
  const current = places.find((place) => chosen && keyOf(place) === keyOf(chosen)) ?? places[0];
  const follow = (event: KeyboardEvent): void => {
    const isSlot = event.target instanceof Element && event.target.matches('[data-slot]');
    const next = isSlot && current && nextPlace(places, current, event.key);
    if (!next) return;
    event.preventDefault();
    setChosen(next);
    grid.current?.querySelector<HTMLElement>(`[data-slot="${keyOf(next)}"]`)?.focus();
  };
  return (
    <div class="agenda-scroll" role="region" aria-label="Horários" tabIndex={0}>
      <div
        class="agenda-grid"
        ref={grid}
        style={{ '--columns': columns.length, '--half-hours': (hours.to - hours.from) / SLOT }}
        onKeyDown={follow}
      >
        <div class="agenda-corner" />
        <Hours of={hours} />
        {columns.map((column, index) => (
          <section key={column.key} class="agenda-column" aria-label={column.title}>
            <ColumnHead of={column} />
            <div class={column.awayUntil ? 'agenda-body away' : 'agenda-body'}>
              {free[index]?.map((start) => {
                const place = { column: index, start };
                return (
                  <button
                    key={start}
                    type="button"
                    class="agenda-slot"
                    data-slot={keyOf(place)}
                    tabIndex={current && keyOf(current) === keyOf(place) ? 0 : -1}
                    aria-label={slotLabel(column, start)}
                    style={{ top: scaled(start - hours.from) }}
                    onFocus={() => setChosen(place)}
                    onClick={() => onSlot(slotOf(column, start))}
                  >
                    <span aria-hidden="true">+ {timeText(start)}</span>
                  </button>
                );
              })}
              <Now day={column.day} hours={hours} />
              <ul>
                {drawn(column).map((item) =>
                  'of' in item ? (
                    <GridBlock key={item.of.id} of={item} hours={hours} onOpen={onOpen} onCame={onCame} />
                  ) : (
                    <GridTasks key={item.task?.id ?? item.from} of={item} hours={hours} onTasks={onTasks} />
                  ),
                )}
              </ul>
            </div>
          </section>
        ))}
      </div>
    </div>
  );
}

export const ColumnHead = ({ of: { title, awayUntil } }: { readonly of: Column }) => (
  <div class="agenda-head">
    <h2>{title}</h2>
    {awayUntil && <p class="small muted">Ausente até {fullDay(awayUntil)}</p>}
  </div>
);

function Hours({ of: { from, to } }: { readonly of: Span }) {
  const hours = Array.from({ length: (to - from) / 60 }, (_, index) => from + index * 60);
  return (
    <div class="agenda-hours" aria-hidden="true">
      {hours.map((hour) => (
        <span key={hour} style={{ top: scaled(hour - from) }}>
          {timeText(hour)}
        </span>
      ))}
    </div>
  );
}

/** The line of the present moment. */
function Now({ day, hours }: { readonly day: string; readonly hours: Span }) {
  const now = useNow();
  const [hour = 0, minute = 0] = isoTime(now).split(':').map(Number);
  const at = hour * 60 + minute;
  if (isoDay(now) !== day || at < hours.from || at > hours.to) return null;
  return <div class="agenda-now" style={{ top: scaled(at - hours.from) }} />;
}

/** What an appointment is called. */
function blockWords({ of: { starts_at: at, lead, minutes, attended, missed } }: Block) {
  const name = lead.name ?? phoneText(lead.phone);
  const outcome = attended ? ', veio' : missed ? ', não veio' : '';
  return { time: isoTime(at), name, label: `${isoTime(at)} ${name}, ${minutesText(minutes)}${outcome}` };
}

interface PlacedProps<Item> {
  readonly of: Placed<Item>;
  readonly hours: Span;
}

/** The place of what overlaps others. */
const besides = ({ lane, lanes }: Placed<Span>) => ({ left: `${(lane / lanes) * 100}%`, width: `${100 / lanes}%` });

type BlockActions = Pick<PlanProps, 'onOpen' | 'onCame'>;

function GridBlock({ of: block, hours, ...actions }: PlacedProps<Block> & BlockActions) {
  const { from, to } = block;
  return (
    <li class="agenda-place" style={{ top: scaled(from - hours.from), height: scaled(to - from), ...besides(block) }}>
      <BlockEntry of={block} {...actions} />
    </li>
  );
}

/** An appointment; from its day on with a button for its usual end, which gives way to a sign: a second click meets no button. */
export function BlockEntry({ of: block, onOpen, onCame }: { readonly of: Block } & BlockActions) {
  const { of } = block;
  const { time, name, label } = blockWords(block);
  const isOver = of.attended || of.missed;
  const { isBusy, run } = useAction();
  const came = () => run(() => onCame(of.id));
  return (
    <>
      <button
        type="button"
        class={isOver ? 'agenda-block over' : 'agenda-block'}
        data-row
        aria-label={label}
        onClick={() => onOpen(of.id)}
      >
        <strong>{time}</strong> {name}
      </button>
      {isoDay(of.starts_at) <= isoDay(Date.now()) && (
        <span class="agenda-came" data-row>
          {isOver ? (
            <Icon name={of.attended ? 'check' : 'close'} />
          ) : (
            <Button kind="quiet" icon="check" label={`Veio: ${name}, ${time}`} isBusy={isBusy} onClick={came} />
          )}
        </span>
      )}
    </>
  );
}

/** A line that leaves the left part of a free slot open. */
function GridTasks({ of: line, hours, onTasks }: PlacedProps<TaskLine> & Pick<PlanProps, 'onTasks'>) {
  const { from, to, lanes, task, tasks } = line;
  const across = lanes === 1 ? { left: 'min(4.5rem, 25%)', right: 0 } : besides(line);
  const open = (): void => onTasks(tasks);
  return (
    <li class="agenda-line" style={{ top: scaled(from - hours.from), height: scaled(to - from), ...across }}>
      {task ? <TaskEntry of={task} onOpen={open} /> : <RestOfTasks of={line} onOpen={open} />}
    </li>
  );
}
