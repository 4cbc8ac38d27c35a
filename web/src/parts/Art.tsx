import type { ReactNode } from 'react';
import styles from './Art.module.css';

export const Scene = ({ children }: { children: ReactNode }) => (
  <svg className={styles.art} viewBox="0 0 200 160" aria-hidden="true">
    <circle className={styles.tint} cx="100" cy="80" r="70" />
    {children}
  </svg>
);
export const Line = ({ d, dashed }: { d: string; dashed?: string }) => (
  <path className={styles.line} d={d} strokeDasharray={dashed} />
);
export const Coin = ({ cx, cy, r }: { cx: number; cy: number; r: number }) => (
  <circle className={`${styles.line} ${styles.gold}`} cx={cx} cy={cy} r={r} />
);
/** The product's logo, a speech bubble. */
export const Bubble = ({ dashed }: { dashed?: string }) => (
  <path
    className={`${styles.line} ${styles.paper}`}
    d="M44 134V76a42 42 0 0 1 42-42h32a42 42 0 0 1 0 84H60z"
    strokeDasharray={dashed}
  />
);

export const LostArt = () => (
  <Scene>
    <Bubble />
    <Line d="M70 66h42M70 84h24" />
    <circle className={`${styles.line} ${styles.paper}`} cx="132" cy="96" r="24" />
    <Line d="M150 114l20 20M132 85v12M132 106v.1" />
  </Scene>
);
