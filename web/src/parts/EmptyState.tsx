import type { ReactNode } from 'react';
import styles from './Result.module.css';

type EmptyStateProps = { art: ReactNode; title: string; text: string; children?: ReactNode };

/** In place of a list without entries: a drawing, a title, a sentence, and links or buttons. */
export const EmptyState = ({ art, title, text, children }: EmptyStateProps) => (
  <div className={styles.result}>
    {art}
    <h2>{title}</h2>
    <p>{text}</p>
    {children}
  </div>
);
