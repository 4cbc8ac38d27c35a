import type { ReactNode } from 'react';
import styles from './Hero.module.css';

/** The dark top of the page. The first card below overlaps it. */
export const Hero = ({ children, below }: { children: ReactNode; below: ReactNode }) => (
  <>
    <section className={styles.hero}>
      <div className={styles.column}>{children}</div>
    </section>
    <div className={`page ${styles.below}`}>{below}</div>
  </>
);
