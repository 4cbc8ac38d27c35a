import { TERMS_TEXT } from '@panel/domain/terms';
import styles from './Terms.module.css';

/** The terms, on their own page and in the first step of the application. */
export const TermsText = () => (
  <>
    <p className="small">{TERMS_TEXT.dates}</p>
    <div className={styles.prose}>
      {TERMS_TEXT.sections.map(({ title, items }) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul>
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  </>
);
