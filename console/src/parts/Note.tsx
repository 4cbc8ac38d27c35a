import { alertIcon, Icon, type IconShape, infoIcon } from '@panel/ui/Icon';
import type { ReactNode } from 'react';

type NoteProps = { tone?: 'plain' | 'good' | 'wait' | 'bad'; icon?: IconShape; children: ReactNode };

/** What is wrong is announced; everything else is read in its place. */
export const Note = ({ tone = 'plain', icon = tone === 'bad' ? alertIcon : infoIcon, children }: NoteProps) => (
  <div className={tone === 'plain' ? 'note' : `note note--${tone}`} role={tone === 'bad' ? 'alert' : undefined}>
    <Icon icon={icon} />
    <div>{children}</div>
  </div>
);
