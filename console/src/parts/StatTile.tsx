import type { DefinedWord } from '@panel/domain/console/definitions';
import type { CentsNumber } from '@panel/domain/console/values';
import type { ReactNode } from 'react';
import { rand } from '../format.ts';
import { Define } from './Definitions.tsx';
import styles from './StatTile.module.css';

type StatTileProps = {
  label: ReactNode;
  define?: DefinedWord;
  value: ReactNode;
  sub?: ReactNode;
  /** Marks it with an orange edge, as a table does its rows. */
  isWaiting?: boolean;
  children?: ReactNode;
};

/** Tiles side by side, with a hairline between them. */
export const Tiles = ({ children }: { children: ReactNode }) => <div className={styles.tiles}>{children}</div>;

export const StatTile = ({ label, define, value, sub, isWaiting = false, children }: StatTileProps) => (
  <div className={isWaiting ? `${styles.tile} ${styles.wait}` : styles.tile}>
    <p className={styles.label}>
      {label} {define && <Define word={define} />}
    </p>
    <p className={styles.figure}>{value}</p>
    {sub && <p className={styles.sub}>{sub}</p>}
    {children}
  </div>
);

/** A large amount, its cents small. */
export function Amount({ cents }: { cents: CentsNumber }) {
  const [whole, fraction] = rand(cents).split('.');
  return (
    <>
      {whole}
      <small>.{fraction}</small>
    </>
  );
}
