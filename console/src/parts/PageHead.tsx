import { Button } from '@panel/ui/Button';
import type { ReactNode } from 'react';
import { useAddress, withQuery } from '../address.ts';
import { copyIcon } from '../icons.ts';
import { copy } from './copy.ts';
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
  const href = window.location.origin + withQuery(useAddress(), {});
  const copyLink = () => void copy(href, 'Link copied. It opens this view.', 'Copy the address instead.');
  return (
    <Button tone="plain" icon={copyIcon} onClick={copyLink}>
      Copy link
    </Button>
  );
}
