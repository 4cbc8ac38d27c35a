import styles from './Skeleton.module.css';

type SkeletonProps = { height: number; top?: number; tone?: 'line' | 'deep' };

/** Takes the place of something that is still loading, at the same size. */
export const Skeleton = ({ height, top, tone = 'line' }: SkeletonProps) => (
  <div className={`${styles.skeleton} ${styles[tone]}`} style={{ height, marginTop: top }} />
);

/** Takes the place of a text that is still loading, and wraps as that text will, in any font and width. */
export const TextSkeleton = ({ text, tone = 'line' }: { text: string; tone?: 'line' | 'deep' | 'none' }) => (
  <span className={`${styles.text} ${tone === 'none' ? '' : `${styles.skeleton} ${styles[tone]}`}`} data-text={text} />
);
