interface BarCellProps {
  readonly value: number;
  /** The value of the longest bar. */
  readonly most: number;
  /** A class of `metrics.css`. */
  readonly colour: string;
  readonly text: string;
}

/** A cell of a table with its value, and a bar of its length. */
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
