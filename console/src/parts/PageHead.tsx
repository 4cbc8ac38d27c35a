import { Button } from '@panel/ui/Button';
import { showToast } from '@panel/ui/toasts';
import type { ReactNode } from 'react';
import { copyIcon } from '../icons.ts';
import styles from './PageHead.module.css';

export const PageHead = ({ title, sub, children }: { title: string; sub?: ReactNode; children?: ReactNode }) => (
  <div className={styles.head}>
    <div className={styles.text}>
      <h1 tabIndex={-1}>{title}</h1>
      {sub && <p>{sub}</p>}
    </div>
    {children && <div className={styles.actions}>{children}</div>}
  </div>
);

export function CopyLink() {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(window.location.href);
      showToast({ tone: 'success', text: 'Link copied. It opens this view.' });
    } catch {
      showToast({ tone: 'error', text: 'Your browser blocked copying. Copy the address instead.' });
    }
  };
  return (
    <Button tone="plain" icon={copyIcon} onClick={copy}>
      Copy link
    </Button>
  );
}
