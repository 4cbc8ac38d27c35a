import type { ReactNode } from 'react';
import styles from './Result.module.css';
import { WaitArt } from './WaitArt.tsx';

type EmptyStateProps = { title: string; text: string; children?: ReactNode };

/** In place of a list without entries: a drawing, a title, a sentence, and links or buttons. */
export const EmptyState = ({ title, text, children }: EmptyStateProps) => (
  <div className={styles.result}>
    <WaitArt />
    <h2>{title}</h2>
    <p>{text}</p>
    {children}
  </div>
);
