import { checkIcon, closeIcon, Icon, type IconShape } from '@panel/ui/Icon';
import type { ReactNode } from 'react';
import { clockIcon } from '../icons.ts';
import styles from './tones.module.css';

/** Good, waiting for a person, broken or refused, over (`line`), or neutral (`fact`). */
export type Tone = 'good' | 'wait' | 'bad' | 'line' | 'fact';

const TONE_ICONS: Readonly<Record<Tone, IconShape | null>> = {
  good: checkIcon,
  wait: clockIcon,
  bad: closeIcon,
  line: null,
  fact: null,
};

type StatusPillProps = { tone: Tone; icon?: IconShape | null | undefined; children: ReactNode };

/** A mark, a word, then colour: the colour never says it alone. */
export function StatusPill({ tone, icon = TONE_ICONS[tone], children }: StatusPillProps) {
  return (
    <span className={`${styles.pill} ${styles[tone] ?? ''}`}>
      {icon && <Icon icon={icon} />}
      {children}
    </span>
  );
}

type StatePillProps = { state: readonly [Tone, string]; icon?: IconShape | null | undefined };

/** A state by the tone and the word that `words.ts` has for it. */
export const StatePill = ({ state: [tone, word], icon }: StatePillProps) => (
  <StatusPill tone={tone} icon={icon}>
    {word}
  </StatusPill>
);
