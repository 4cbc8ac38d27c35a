import { Icon } from '@panel/ui/Icon';
import { showToast } from '@panel/ui/toasts';
import type { ReactNode } from 'react';
import { copyIcon } from '../icons.ts';

export const PageHead = ({ title, sub, children }: { title: string; sub?: ReactNode; children?: ReactNode }) => (
  <div className="head">
    <div className="head__text">
      <h1 tabIndex={-1}>{title}</h1>
      {sub && <p>{sub}</p>}
    </div>
    {children && <div className="head__actions">{children}</div>}
  </div>
);

export function CopyLink() {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(window.location.href);
      showToast({ tone: 'success', text: 'The link is copied: it opens what you see.' });
    } catch {
      showToast({ tone: 'error', text: 'The browser does not let us copy. Copy the address instead.' });
    }
  };
  return (
    <button className="button" type="button" onClick={copy}>
      <Icon icon={copyIcon} />
      Copy link
    </button>
  );
}
