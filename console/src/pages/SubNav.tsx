import { CONSOLE_PAGES, PAGE_DEFINITIONS, type PageName } from '@panel/domain/console/pages';
import { Link } from '../Link.tsx';
import styles from '../parts/Tabs.module.css';
import { PAGE_TITLES, pageHref } from '../shell/pages.ts';

/** A page and those that belong to it, which the menu doesn't list. */
export function SubNav({ current }: { current: PageName }) {
  const parent = PAGE_DEFINITIONS[current].parent ?? current;
  return (
    <nav className={styles.nav} aria-label={PAGE_TITLES[parent]}>
      {CONSOLE_PAGES.filter((page) => page === parent || PAGE_DEFINITIONS[page].parent === parent).map((page) => (
        <Link key={page} href={pageHref(page)} aria-current={page === current ? 'page' : undefined}>
          {page === parent ? 'Overview' : PAGE_TITLES[page]}
        </Link>
      ))}
    </nav>
  );
}
