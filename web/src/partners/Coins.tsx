import { PARTNER_BUTTONS, type Partner } from '@panel/domain/partners/partners';
import styles from './Coins.module.css';

/** Where the centres of one, two and three coins are. */
const PLACES = {
  1: [[22, 22]],
  2: [
    [16, 18],
    [28, 26],
  ],
  3: [
    [14, 15],
    [31, 15],
    [22, 28],
  ],
} as const;

/** The last one shows an R. */
export function Coins({ partner }: { partner: Partner }) {
  const coins: readonly (readonly [x: number, y: number])[] = PLACES[PARTNER_BUTTONS[partner].coins];
  const [x, y] = coins[coins.length - 1] ?? [0, 0];
  return (
    <svg className={styles.coins} viewBox="0 0 44 44" aria-hidden="true">
      {coins.map(([cx, cy]) => (
        <circle key={cx} cx={cx} cy={cy} r="12" />
      ))}
      <path d={`M${x - 3} ${y + 6}v-12h4a3.5 3.5 0 0 1 0 7h-4m4 0l3 5`} />
    </svg>
  );
}
