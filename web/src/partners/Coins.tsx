import type { Partner } from '@panel/domain/partners/partners';
import styles from './Coins.module.css';

type Position = readonly [x: number, y: number];

/** More coins for a partner whose surveys tend to pay more. The last one shows an R. */
const COINS: Readonly<Record<Partner, readonly Position[]>> = {
  'cint-match': [
    [14, 15],
    [31, 15],
    [22, 28],
  ],
  'cint-router': [
    [16, 18],
    [28, 26],
  ],
  purespectrum: [[22, 22]],
};

export function Coins({ partner }: { partner: Partner }) {
  const coins = COINS[partner];
  const [x, y] = coins[coins.length - 1] as Position;
  return (
    <svg className={styles.coins} viewBox="0 0 44 44" aria-hidden="true">
      {coins.map(([cx, cy]) => (
        <circle key={cx} cx={cx} cy={cy} r="12" />
      ))}
      <path d={`M${x - 3} ${y + 6}v-12h4a3.5 3.5 0 0 1 0 7h-4m4 0l3 5`} />
    </svg>
  );
}
