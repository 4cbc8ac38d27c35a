import styles from './Sparkline.module.css';
import { points, scaleOf } from './scale.ts';
import seriesStyles from './series.module.css';

const WIDTH = 300;
const HEIGHT = 44;

type SparklineProps = { label: string; values: readonly number[]; from: string; to: string };

/** The course of a figure without an axis; its label says it in words. */
export function Sparkline({ label, values, from, to }: SparklineProps) {
  const x = scaleOf([0, Math.max(values.length - 1, 1)], [0, WIDTH]);
  const y = scaleOf([0, Math.max(...values, 1)], [HEIGHT, 4]);
  const line = points(values.map((value, index) => [x(index), y(value)]));
  return (
    <div className={`${seriesStyles.series1} ${styles.sparkline}`}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
        <path className={styles.area} d={`M0 ${HEIGHT}L${line}L${WIDTH} ${HEIGHT}z`} />
        <path className={styles.line} d={`M${line}`} />
      </svg>
      <div className={styles.axis}>
        <span>{from}</span>
        <span>{to}</span>
      </div>
    </div>
  );
}
