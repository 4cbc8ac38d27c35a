import { count, percent, share } from '../format.ts';
import textStyles from '../parts/text.module.css';
import { Bar } from './Bar.tsx';
import styles from './BarList.module.css';

type BarListProps = { rows: readonly { label: string; value: number }[]; total: number };

/** Label, bar, count and share, the most first. */
export function BarList({ rows, total }: BarListProps) {
  const max = Math.max(...rows.map(({ value }) => value), 1);
  return (
    <ul className={styles.bars}>
      {rows.map(({ label, value }) => (
        <li key={label}>
          <b>{label}</b>
          <Bar share={value / max} />
          <span className={textStyles.number}>{count(value)}</span>
          <span className={`${textStyles.number} ${textStyles.faint}`}>{percent(share(value, total))}</span>
        </li>
      ))}
    </ul>
  );
}
