import type { PartyState } from '@panel/domain/console/today-page';
import { CONNECTION_STATES } from '../words.ts';
import seriesStyles from './series.module.css';
import styles from './Uptime.module.css';

export const UptimeLegend = () => (
  <ul className={seriesStyles.legend}>
    {(['up', 'slow', 'broken', 'none'] as const).map((state) => (
      <li key={state}>
        <span className={`${seriesStyles.swatch} ${styles[state]}`} />
        {state === 'none' ? 'No calls' : CONNECTION_STATES[state][1]}
      </li>
    ))}
  </ul>
);

const HEIGHTS: Readonly<Record<PartyState, number>> = { up: 16, slow: 22, broken: 22 };

/** The last day in half hours: a taller mark was slow or broken. */
export const Uptime = ({ label, halfHours }: { label: string; halfHours: readonly (PartyState | null)[] }) => (
  <svg
    className={styles.uptime}
    viewBox={`0 0 ${halfHours.length * 5} 22`}
    preserveAspectRatio="none"
    role="img"
    aria-label={label}
  >
    {halfHours.map((state, index) => {
      const height = state ? HEIGHTS[state] : 3;
      return (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a half hour is known by its place.
          key={index}
          className={styles[state ?? 'none']}
          x={index * 5}
          y={22 - height}
          width="4"
          height={height}
          rx="1"
        />
      );
    })}
  </svg>
);
