import styles from './Skeleton.module.css';

type SkeletonProps = { height: number; tone?: 'line' | 'deep' };

/** Takes the place of something that is still loading, at the same size: an svg, whose height needs no inline style. */
export const Skeleton = ({ height, tone = 'line' }: SkeletonProps) => (
  <svg className={`${styles.block} ${styles.skeleton} ${styles[tone]}`} height={height} aria-hidden="true" />
);

/** Takes the place of a text that is still loading, and wraps as that text will, in any font and width. */
export const TextSkeleton = ({ text, tone = 'line' }: { text: string; tone?: 'line' | 'deep' | 'none' }) => (
  <span className={`${styles.text} ${tone === 'none' ? '' : `${styles.skeleton} ${styles[tone]}`}`} data-text={text} />
);
