import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  LinearScale,
  Tooltip,
} from 'chart.js';
import { useEffect, useId, useRef } from 'preact/hooks';
import { count } from '../format';
import { Empty } from '../ui/loaded';
import { barValues } from './bar-values';
import { labelLines } from './label-lines';
import { useColours } from './use-colours';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

/** A bar: its name and its value. */
interface Bar {
  readonly name: string;
  readonly value: number;
}

interface BarChartProps {
  readonly title: string;
  /** The names of the bars and of their lengths in the table. */
  readonly columns: readonly [name: string, value: string];
  readonly bars: readonly Bar[];
  readonly isHorizontal?: boolean;
  /** The text shown when there is nothing to show. */
  readonly empty: string;
}

/** Bars, and the same numbers as a table for people who cannot see them. */
export function BarChart({ title, columns, bars, isHorizontal = false, empty }: BarChartProps) {
  const id = useId();
  const isEmpty = bars.every(({ value }) => value === 0);
  return (
    <figure class="card chart" aria-labelledby={id}>
      <figcaption id={id}>{title}</figcaption>
      {isEmpty ? (
        <Empty title={empty} />
      ) : (
        <>
          <Canvas title={title} bars={bars} isHorizontal={isHorizontal} />
          <details>
            <summary>Ver em tabela</summary>
            <Table columns={columns} bars={bars} />
          </details>
        </>
      )}
    </figure>
  );
}

interface CanvasProps {
  readonly title: string;
  readonly bars: readonly Bar[];
  readonly isHorizontal: boolean;
}

const BAR_HEIGHT = 36;
const AXIS_HEIGHT = 40;
const FONT = { family: 'system-ui, sans-serif', size: 13 };

function Canvas({ title, bars, isHorizontal }: CanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = useColours();
  useEffect(() => {
    if (!canvas.current) return undefined;
    const chart = new Chart(canvas.current, configuration(bars, isHorizontal, colours));
    return () => chart.destroy();
  }, [bars, isHorizontal, colours]);
  const height = isHorizontal ? bars.length * BAR_HEIGHT + AXIS_HEIGHT : 260;
  return (
    <div class="canvas" style={{ height: `${height}px` }}>
      <canvas ref={canvas} role="img" aria-label={`Gráfico: ${title}. Os números estão na tabela abaixo.`} />
    </div>
  );
}

function configuration(
  bars: readonly Bar[],
  isHorizontal: boolean,
  { accent, text, line }: ReturnType<typeof useColours>,
): ChartConfiguration<'bar', number[], string | string[]> {
  const values = {
    beginAtZero: true,
    grid: { color: line },
    border: { display: false },
    ticks: { color: text, precision: 0, font: FONT },
  };
  const names = {
    grid: { display: false },
    border: { color: line },
    // Every bar that lies has its name; of days some are enough.
    ticks: { color: text, maxRotation: 0, autoSkip: !isHorizontal, autoSkipPadding: 12, font: FONT },
  };
  return {
    type: 'bar',
    data: {
      labels: bars.map(({ name }) => (isHorizontal ? labelLines(name) : name)),
      datasets: [
        { data: bars.map(({ value }) => value), backgroundColor: accent, borderRadius: 4, maxBarThickness: 28 },
      ],
    },
    options: {
      indexAxis: isHorizontal ? 'y' : 'x',
      maintainAspectRatio: false,
      animation: false,
      scales: isHorizontal ? { x: values, y: names } : { x: names, y: values },
      layout: { padding: { top: isHorizontal ? 0 : 18 } },
      plugins: {
        tooltip: { displayColors: false, callbacks: { title: ([bar]) => bars[bar?.dataIndex ?? 0]?.name ?? '' } },
      },
    },
    plugins: isHorizontal ? [] : [barValues(text, FONT)],
  };
}

function Table({ columns, bars }: Pick<BarChartProps, 'columns' | 'bars'>) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{columns[0]}</th>
          <th scope="col" class="number">
            {columns[1]}
          </th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ name, value }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td class="number">{count(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
