import type { ComponentChildren } from 'preact';

interface BarCellProps {
  readonly value: number;
  readonly most: number;
  /** Class of `metrics.css`. */
  readonly colour: string;
  readonly text: ComponentChildren;
}

export function BarCell({ value, most, colour, text }: BarCellProps) {
  return (
    <td class="bar-cell">
      <span class="bar-value">{text}</span>
      <span
        class={`bar ${colour}`}
        style={{ width: `${most === 0 ? 0 : Math.max((value / most) * 100, value > 0 ? 1 : 0)}%` }}
      />
    </td>
  );
}
