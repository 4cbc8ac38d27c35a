import { CONSOLE_PAGES, PARENT_PAGES, type PageName } from '@panel/domain/console/pages';
import { NavTabs } from '../parts/Tabs.tsx';
import { PAGE_TITLES, pageHref } from '../shell/pages.ts';

/** A page and those that belong to it, which the menu doesn't list. */
export function SubNav({ current }: { current: PageName }) {
  const parent = PARENT_PAGES[current] ?? current;
  const tabs = CONSOLE_PAGES.filter((page) => page === parent || PARENT_PAGES[page] === parent).map((page) => ({
    href: pageHref(page),
    label: page === parent ? 'Overview' : PAGE_TITLES[page],
    isCurrent: page === current,
  }));
  return <NavTabs label={PAGE_TITLES[parent]} tabs={tabs} />;
}
