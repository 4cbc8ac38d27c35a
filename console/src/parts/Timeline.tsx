import type { ReactNode } from 'react';
import type { Tone } from './StatusPill.tsx';
import styles from './Timeline.module.css';

type TimelineEntry = {
  key: string;
  when: string;
  what: ReactNode;
  why?: ReactNode;
  tone?: Tone | undefined;
};

export const Timeline = ({ entries }: { entries: readonly TimelineEntry[] }) => (
  <ol className={styles.timeline}>
    {entries.map(({ key, when, what, why, tone }) => (
      <li key={key} className={tone && styles[tone]}>
        <span className={styles.when}>{when}</span>
        <div>
          <b>{what}</b>
          {why && <p>{why}</p>}
        </div>
      </li>
    ))}
  </ol>
);
