import { alertIcon, Icon, infoIcon } from '@panel/ui/Icon';
import type { ReactNode } from 'react';
import styles from './Notice.module.css';

type NoticeProps = { tone?: 'info' | 'error'; children: ReactNode };

/** A message in the page. It is not announced by itself: usually a toast says the same. */
export const Notice = ({ tone = 'info', children }: NoticeProps) => (
  <div className={tone === 'error' ? `${styles.notice} ${styles.error}` : styles.notice}>
    <Icon icon={tone === 'error' ? alertIcon : infoIcon} />
    <div className="stack">{children}</div>
  </div>
);
