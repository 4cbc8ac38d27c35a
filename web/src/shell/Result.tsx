import type { ReactNode } from 'react';
import styles from './Result.module.css';

type ResultProps = { art: ReactNode; title: string; text: string; children?: ReactNode };

/** A whole page that says one thing: a drawing, a title, one sentence, one way on. */
export const Result = ({ art, title, text, children }: ResultProps) => (
  <main className="page">
    <div className={styles.result}>
      {art}
      <h1>{title}</h1>
      <p className="lead">{text}</p>
      {children}
    </div>
  </main>
);

/** The same within a page, where something would be listed and there is nothing. */
export const NothingHere = ({ art, title, text, children }: ResultProps) => (
  <div className={styles.result}>
    {art}
    <h2>{title}</h2>
    <p>{text}</p>
    {children}
  </div>
);
