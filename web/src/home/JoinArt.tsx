import styles from './JoinArt.module.css';

export const JoinArt = () => (
  <svg className={styles.art} viewBox="0 0 124 104" aria-hidden="true">
    <path className={styles.deep} d="M10 92V36A26 26 0 0 1 36 10h34a26 26 0 0 1 0 52H30z" />
    <path d="M28 30l4 4 7-8M50 30h22M28 46l4 4 7-8M50 46h14" />
    <g className={styles.coin}>
      <circle cx="92" cy="70" r="26" />
      <path className={styles.rand} d="M85 83V57h9a7.5 7.5 0 0 1 0 15h-9M94 72l7 11" />
    </g>
  </svg>
);
