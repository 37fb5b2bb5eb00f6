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
import { useColours } from './use-colours';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

interface Bar {
  readonly name: string;
  readonly value: number;
}

interface BarChartProps {
  readonly title: string;
  /** Names of the bars and of their lengths in the table. */
  readonly columns: readonly [name: string, value: string];
  readonly bars: readonly Bar[];
  readonly empty: string;
}

/** Bar chart, with the same numbers as a table for screen readers. */
export function BarChart({ title, columns, bars, empty }: BarChartProps) {
  const id = useId();
  const isEmpty = bars.every(({ value }) => value === 0);
  return (
    <figure class="card chart" aria-labelledby={id}>
      <figcaption id={id}>{title}</figcaption>
      {isEmpty ? (
        <Empty title={empty} />
      ) : (
        <>
          <Canvas title={title} bars={bars} />
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
}

const FONT = { family: 'system-ui, sans-serif', size: 13 };

function Canvas({ title, bars }: CanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = useColours();
  useEffect(() => {
    if (!canvas.current) return undefined;
    const chart = new Chart(canvas.current, configuration(bars, colours));
    return () => chart.destroy();
  }, [bars, colours]);
  return (
    <div class="canvas" style={{ height: '260px' }}>
      <canvas ref={canvas} role="img" aria-label={`Gráfico: ${title}. Os números estão na tabela abaixo.`} />
    </div>
  );
}

function configuration(
  bars: readonly Bar[],
  { accent, text, line }: ReturnType<typeof useColours>,
): ChartConfiguration<'bar', number[], string> {
  const values = {
    beginAtZero: true,
    grid: { color: line },
    border: { display: false },
    ticks: { color: text, precision: 0, font: FONT },
  };
  const names = {
    grid: { display: false },
    border: { color: line },
    // The names of some days are enough.
    ticks: { color: text, maxRotation: 0, autoSkip: true, autoSkipPadding: 12, font: FONT },
  };
  return {
    type: 'bar',
    data: {
      labels: bars.map(({ name }) => name),
      datasets: [
        { data: bars.map(({ value }) => value), backgroundColor: accent, borderRadius: 4, maxBarThickness: 28 },
      ],
    },
    options: {
      maintainAspectRatio: false,
      animation: false,
      scales: { x: names, y: values },
      layout: { padding: { top: 18 } },
      plugins: {
        tooltip: { displayColors: false, callbacks: { title: ([bar]) => bars[bar?.dataIndex ?? 0]?.name ?? '' } },
      },
    },
    plugins: [barValues(text, FONT)],
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
