import styles from './Bone.module.css';

type BoneProps = { height: number; width?: string; top?: number; tone?: 'line' | 'deep' | 'brand' };

/** Stands for a text that is still loading, and takes the very room that it will take, in whatever font and width. */
export const Ghost = ({ text, tone = 'line' }: { text: string; tone?: 'line' | 'deep' | 'none' }) => (
  <span className={`${styles.ghost} ${tone === 'none' ? '' : `${styles.bone} ${styles[tone]}`}`} data-text={text} />
);

/** Stands for something that is still loading, as large as what it stands for. */
export const Bone = ({ height, width, top, tone = 'line' }: BoneProps) => (
  <div className={`${styles.bone} ${styles[tone]}`} style={{ height, width, marginTop: top }} />
);
