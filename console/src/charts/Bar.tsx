import styles from './Bar.module.css';
import seriesStyles from './series.module.css';

const fillOf = (series: number) => `${seriesStyles.fill} ${seriesStyles[`series${series}`]}`;

type BarProps = { share: number; series?: number; tone?: 'muted' | 'wait' | undefined; isThin?: boolean };

/** A bar on its track. The number next to it says the same, so screen readers skip it. */
export const Bar = ({ share, series = 1, tone, isThin = false }: BarProps) => (
  <svg
    className={isThin ? `${styles.bar} ${styles.thin}` : styles.bar}
    viewBox="0 0 100 10"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <rect className={styles.track} width="100" height="10" />
    <rect
      className={tone ? styles[tone] : fillOf(series)}
      width={Math.round(1000 * Math.min(Math.max(share, 0), 1)) / 10}
      height="10"
    />
  </svg>
);

/** Parts of a whole in one bar, each in its series' colour. */
export function PartsBar({ label, parts }: { label: string; parts: readonly number[] }) {
  const whole = parts.reduce((sum, part) => sum + part, 0) || 1;
  let before = 0;
  return (
    <svg
      className={`${styles.bar} ${styles.tall}`}
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {parts.map((part, index) => {
        const x = before;
        before += (100 * part) / whole;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a series is known by its place.
          <rect key={index} className={fillOf(index + 1)} x={x} width={(100 * part) / whole} height="10" />
        );
      })}
    </svg>
  );
}
