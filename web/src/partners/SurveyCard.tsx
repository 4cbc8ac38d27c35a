import type { Partner } from '@panel/domain/partners/partners';
import { Icon } from '@panel/ui/Icon';
import { arrowRightIcon } from '@panel/ui/icons';
import { TextSkeleton } from '@panel/ui/Skeleton';
import { useId } from 'react';
import { Coins } from './Coins.tsx';
import styles from './SurveyCard.module.css';

type SurveyCardProps = {
  partner: Partner;
  title: string;
  hint: string;
  first: boolean;
  busy: boolean;
  disabled: boolean;
  onPress: () => void;
};

export function SurveyCard({ partner, title, hint, first, busy, disabled, onPress }: SurveyCardProps) {
  const id = useId();
  return (
    <button
      type="button"
      className={first ? `${styles.card} ${styles.first}` : styles.card}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}hint`}
      aria-busy={busy || undefined}
      data-partner={partner}
      disabled={disabled}
      onClick={onPress}
    >
      {/* Old WebViews lay out no button as flex: the row is inside it. */}
      <span className={styles.row}>
        <Coins partner={partner} />
        <span className={styles.text}>
          <span className={styles.title} id={`${id}title`}>
            {title}
          </span>
          <span className={styles.hint} id={`${id}hint`}>
            {hint}
          </span>
        </span>
        {busy ? <span className="spinner" /> : <Icon icon={arrowRightIcon} />}
      </span>
    </button>
  );
}

/** The same card, as large, while it is not yet known whether there is one. */
export const SurveyCardSkeleton = ({ title, hint, first }: Pick<SurveyCardProps, 'title' | 'hint' | 'first'>) => (
  <div className={`${styles.card} ${styles.skeleton} ${first ? styles.first : ''}`}>
    <div className={styles.row}>
      <div />
      <div className={styles.text}>
        <div className={styles.title}>
          <TextSkeleton tone="none" text={title} />
        </div>
        <div className={styles.hint}>
          <TextSkeleton tone="none" text={hint} />
        </div>
      </div>
      <div className={styles.arrow} />
    </div>
  </div>
);
