import { checkIcon, closeIcon, Icon, type IconShape } from '@panel/ui/Icon';
import type { ReactNode } from 'react';
import { clockIcon } from '../icons.ts';
import styles from './StatusPill.module.css';

/** Good, waiting for a person, broken or refused, over (`line`), or neutral (`fact`). */
export type Tone = 'good' | 'wait' | 'bad' | 'line' | 'fact';

const TONE_ICONS: Readonly<Record<Tone, IconShape | null>> = {
  good: checkIcon,
  wait: clockIcon,
  bad: closeIcon,
  line: null,
  fact: null,
};

type StatusPillProps = { tone: Tone; icon?: IconShape | null; children: ReactNode };

/** A mark, a word, then colour: the colour never says it alone. */
export function StatusPill({ tone, icon = TONE_ICONS[tone], children }: StatusPillProps) {
  return (
    <span className={`${styles.pill} ${styles[tone] ?? ''}`}>
      {icon && <Icon icon={icon} />}
      {children}
    </span>
  );
}
