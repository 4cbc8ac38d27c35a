import type { ReactNode } from 'react';
import styles from './Facts.module.css';

type FactRow = { label: ReactNode; value: ReactNode; isSum?: boolean; key?: string };

/** Labels and their values. A sum is below a line. */
export const Facts = ({ rows, isText = false }: { rows: readonly FactRow[]; isText?: boolean }) => (
  <dl className={isText ? `${styles.facts} ${styles.text}` : styles.facts}>
    {rows.map(({ label, value, isSum, key }) => (
      <div key={key ?? String(label)} className={isSum ? styles.sum : undefined}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
