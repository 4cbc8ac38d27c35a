import type { SampleQuestion } from '@panel/domain/console/sample-page';
import { navigate, useAddress, withQuery } from '../address.ts';
import styles from './LsmRule.module.css';

type LsmRuleProps = { question: SampleQuestion; codes: readonly string[] };

/** The LSM groups as ten boxes in a row, kept in the address in their order. */
export function LsmRule({ question: { id, label, options }, codes }: LsmRuleProps) {
  const address = useAddress();
  const others = address.query.getAll('answer').filter((answer) => !answer.startsWith(`${id}:`));
  const toggle = (toggled: string) => {
    const kept = options.filter(({ code }) => codes.includes(code) !== (code === toggled));
    navigate(withQuery(address, { answer: [...others, ...kept.map(({ code }) => `${id}:${code}`)] }));
  };
  return (
    <fieldset className={styles.ten}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.code}>
          <input type="checkbox" checked={codes.includes(option.code)} onChange={() => toggle(option.code)} />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
