import type { ReactNode } from 'react';
import tableStyles from '../parts/DataTable.module.css';
import { Scroller } from '../parts/DataTable.tsx';
import styles from './HeatTable.module.css';

type HeatTableProps = { label: string; caption?: string; children: ReactNode };

/** A table whose cells have a colour by their value. */
export const HeatTable = ({ label, caption = label, children }: HeatTableProps) => (
  <Scroller label={label}>
    <table className={`${tableStyles.table} ${tableStyles.pinned} ${styles.heat}`}>
      <caption className="visually-hidden">{caption}</caption>
      {children}
    </table>
  </Scroller>
);

/** The classes of a cell: one of seven steps of colour, by its share of the max. The number in the cell says the same. */
export const heatClass = (value: number, max: number): string =>
  `${tableStyles.number} ${styles.cell} ${styles[`heat${Math.min(6, Math.floor((7 * value) / (max || 1)))}`]}`;
