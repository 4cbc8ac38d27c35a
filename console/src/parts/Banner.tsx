import { alertIcon, checkIcon, Icon, type IconShape } from '@panel/ui/Icon';
import { type ReactNode, useId } from 'react';
import { clockIcon } from '../icons.ts';
import styles from './Banner.module.css';

const ICONS = { good: checkIcon, wait: clockIcon, bad: alertIcon } as const;

type BannerProps = {
  tone: keyof typeof ICONS;
  title: string;
  icon?: IconShape;
  actions?: ReactNode;
  children?: ReactNode;
};

/** The first thing on a page: what happened, why, and what to do next. */
export function Banner({ tone, title, icon = ICONS[tone], actions, children }: BannerProps) {
  const id = useId();
  return (
    <section className={`${styles.banner} ${styles[tone] ?? ''}`} aria-labelledby={id}>
      <Icon icon={icon} />
      <div>
        <h2 id={id}>{title}</h2>
        {children}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </section>
  );
}
