import { alertIcon, Icon, type IconShape, infoIcon } from '@panel/ui/Icon';
import type { ReactNode } from 'react';
import styles from './tones.module.css';

type NoteProps = { tone?: 'plain' | 'wait' | 'bad'; icon?: IconShape; children: ReactNode };

/** Errors are announced; everything else is read in order. */
export const Note = ({ tone = 'plain', icon = tone === 'bad' ? alertIcon : infoIcon, children }: NoteProps) => (
  <div className={`${styles.note} ${styles[tone] ?? ''}`} role={tone === 'bad' ? 'alert' : undefined}>
    <Icon icon={icon} />
    <div>{children}</div>
  </div>
);
