import type { Partner } from '@panel/domain/partners/partners';
import { useFocusOnRemoval } from '@panel/ui/Button';
import { Icon } from '@panel/ui/Icon';
import { arrowRightIcon } from '@panel/ui/icons';
import { TextSkeleton } from '@panel/ui/Skeleton';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { ActionForm } from '../without-script/forms.tsx';
import { Coins } from './Coins.tsx';
import styles from './SurveyCard.module.css';

/** The partner whose survey a posted form asks for. */
export const PARTNER_FIELD = 'partner';

type CardProps = { look: string | undefined; first: boolean; coins: ReactNode; children: ReactNode };

const Card = ({ look, first, coins, children }: CardProps) => (
  <div className={`${styles.card} ${look} ${first ? styles.first : ''}`}>
    {coins}
    <div className={styles.text}>{children}</div>
  </div>
);

type SurveyCardProps = {
  partner: Partner;
  title: string;
  hint: string;
  first: boolean;
  busy: boolean;
  disabled: boolean;
  onPress: () => void;
};

/** The specification disables these buttons while one of them is busy, which takes the focus from it. */
function useReturnedFocus(busy: boolean): void {
  const focused = useRef<Element>(null);
  useLayoutEffect(() => {
    const { activeElement, body } = document;
    if (!busy && activeElement === body && focused.current instanceof HTMLElement)
      focused.current.focus({ preventScroll: true });
    focused.current = busy ? activeElement : null;
  }, [busy]);
  useFocusOnRemoval(busy);
}

/** The button's name is only its title, so the hint is outside it. CSS extends the button over the card. */
export function SurveyCard({ partner, title, hint, first, busy, disabled, onPress }: SurveyCardProps) {
  const id = useId();
  useReturnedFocus(busy);
  const look = busy ? '' : disabled ? styles.disabled : styles.enabled;
  return (
    <Card look={look} first={first} coins={<Coins partner={partner} />}>
      <ActionForm name={PARTNER_FIELD} value={partner} onAct={onPress}>
        <button
          type="submit"
          className={styles.title}
          aria-describedby={id}
          aria-busy={busy || undefined}
          disabled={disabled}
        >
          {title}
          <span className={styles.end}>{busy ? <span className="spinner" /> : <Icon icon={arrowRightIcon} />}</span>
        </button>
      </ActionForm>
      <p className={styles.hint} id={id}>
        {hint}
      </p>
    </Card>
  );
}

export const SurveyCardSkeleton = ({ title, hint, first }: Pick<SurveyCardProps, 'title' | 'hint' | 'first'>) => (
  <Card look={styles.skeleton} first={first} coins={<div />}>
    <div className={styles.title}>
      <TextSkeleton tone="none" text={title} />
    </div>
    <p className={styles.hint}>
      <TextSkeleton tone="none" text={hint} />
    </p>
  </Card>
);
