import { termsText } from '@panel/domain/terms';
import styles from './Terms.module.css';

/** The terms, on their own page and in the first step of the application. */
export function TermsText() {
  const { dates, sections } = termsText();
  return (
    <>
      <p className="small">{dates}</p>
      <div className={styles.prose}>
        {sections.map(({ title, items }) => (
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
}
