import type { ReactNode } from 'react';
import { Contact } from '../shell/Contact.tsx';
import styles from './Hero.module.css';

/** The dark top of the page and the content below it. The first card overlaps the top. */
export const Hero = ({ children, below }: { children: ReactNode; below: ReactNode }) => (
  <>
    <section className={styles.hero}>
      <div className={styles.column}>{children}</div>
    </section>
    <div className={`page ${styles.below}`}>
      {below}
      <Contact />
    </div>
  </>
);
