import type { ReactNode } from 'react';
import styles from './Result.module.css';

type ResultProps = { art?: ReactNode; title: string; text: string; children?: ReactNode };

/** A whole page with one message: a title, a sentence, links or buttons, and sometimes a drawing. */
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
