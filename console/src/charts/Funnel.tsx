import { count } from '../format.ts';
import textStyles from '../parts/text.module.css';
import { Bar } from './Bar.tsx';
import styles from './Funnel.module.css';

type Stage = { name: string; value: number; remark?: string };

/** Each stage's bar against the first one's. */
export function Funnel({ stages, series }: { stages: readonly Stage[]; series: number }) {
  const first = stages[0]?.value || 1;
  return (
    <ol className={styles.funnel}>
      {stages.map(({ name, value, remark }) => (
        <li key={name}>
          <div className={styles.row}>
            <b>{name}</b>
            {remark && <span className={textStyles.faint}>{remark}</span>}
            <span className={styles.figure}>{count(value)}</span>
          </div>
          <Bar share={value / first} series={series} />
        </li>
      ))}
    </ol>
  );
}
