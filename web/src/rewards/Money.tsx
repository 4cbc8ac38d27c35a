import { formatRand, type ShownCents } from '@panel/domain/rewards/amounts';
import styles from './Money.module.css';

/** The rand in large digits, the cents in small ones. */
export function BigMoney({ amount }: { amount: ShownCents }) {
  const [rand, fraction] = formatRand(amount).split('.');
  return (
    <p className={`money ${styles.big}`}>
      {rand}
      {fraction && <small>{`.${fraction}`}</small>}
    </p>
  );
}
