import { useId } from 'preact/hooks';
import { count } from '../format';
import { Empty } from '../ui/loaded';

interface Bar {
  readonly name: string;
  readonly value: number;
}

interface BarChartProps {
  readonly title: string;
  readonly bars: readonly Bar[];
  readonly empty: string;
}

/** Most bars that have all their names below, and their numbers above, on a wide screen. */
const [NAMED, NUMBERED] = [7, 31];

/** List that is drawn as bars: each entry has a name and a number, also where there is no room to show them. */
export function BarChart({ title, bars, empty }: BarChartProps) {
  const id = useId();
  const most = Math.max(...bars.map(({ value }) => value));
  const step = bars.length > NAMED ? Math.ceil(bars.length / 5) : 1;
  const hidden = (isHidden: boolean): string | undefined => (isHidden ? 'visually-hidden' : undefined);
  return (
    <figure class="card chart" aria-labelledby={id}>
      <figcaption id={id}>{title}</figcaption>
      {most === 0 ? (
        <Empty title={empty} />
      ) : (
        <ol class={bars.length > NAMED ? 'bars many' : 'bars'}>
          {bars.map(({ name, value }, index) => (
            <li key={name} title={`${name}: ${count(value)}`}>
              <small class={hidden(index % step > 0)}>{name}</small>
              <span class="bar" style={{ height: `${value && Math.max(1, (value / most) * 100)}%` }} />
              <small class={hidden(value === 0 || bars.length > NUMBERED)}>{count(value)}</small>
            </li>
          ))}
        </ol>
      )}
    </figure>
  );
}
