import { type Cents, formatRand } from '@panel/domain/rewards/money';
import styles from './Money.module.css';

/** The one large figure of a page: the rand large, the cents small. */
export function BigMoney({ amount }: { amount: Cents }) {
  const [rand, fraction] = formatRand(amount).split('.');
  return (
    <p className={`money ${styles.big}`}>
      {rand}
      {fraction && <small>{`.${fraction}`}</small>}
    </p>
  );
}
