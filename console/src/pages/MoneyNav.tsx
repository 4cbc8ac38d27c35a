import type { PageName } from '@panel/domain/console/pages';
import { Link } from '../Link.tsx';
import styles from '../parts/Tabs.module.css';
import { PAGE_TITLES, pageHref } from '../shell/pages.ts';

const PAGES: readonly PageName[] = ['money', 'settlement', 'statement'];

/** Money's own pages, which the menu doesn't list. */
export const MoneyNav = ({ current }: { current: PageName }) => (
  <nav className={styles.nav} aria-label="Money">
    {PAGES.map((page) => (
      <Link key={page} href={pageHref(page)} aria-current={page === current ? 'page' : undefined}>
        {page === 'money' ? 'Overview' : PAGE_TITLES[page]}
      </Link>
    ))}
  </nav>
);
