import { count, percent, share } from '../format.ts';
import { Bar } from './Bar.tsx';

type BarListProps = { rows: readonly { label: string; value: number }[]; total: number };

/** Label, bar, count and share, the most first. */
export function BarList({ rows, total }: BarListProps) {
  const max = Math.max(...rows.map(({ value }) => value), 1);
  return (
    <ul className="bars">
      {rows.map(({ label, value }) => (
        <li key={label}>
          <b>{label}</b>
          <Bar share={value / max} />
          <span className="number">{count(value)}</span>
          <span className="number faint">{percent(share(value, total))}</span>
        </li>
      ))}
    </ul>
  );
}
