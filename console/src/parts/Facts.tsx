import type { ReactNode } from 'react';

type FactRow = { label: ReactNode; value: ReactNode; isSum?: boolean; key?: string };

/** Labels and their values, as a list of definitions; a sum stands under a line. */
export const Facts = ({ rows, isText = false }: { rows: readonly FactRow[]; isText?: boolean }) => (
  <dl className={isText ? 'facts facts--text' : 'facts'}>
    {rows.map(({ label, value, isSum, key }) => (
      <div key={key ?? String(label)} className={isSum ? 'sum' : undefined}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
