import { CONSOLE_PAGES, PAGE_DEFINITIONS, type PageName } from '@panel/domain/console/pages';
import { NavTabs } from '../parts/Tabs.tsx';
import { pageHref, titleOfPage } from '../words.ts';

/** A page and those that belong to it, which the menu doesn't list. A proposal is only opened by its number. */
export function SubNav({ current }: { current: PageName }) {
  const parent = PAGE_DEFINITIONS[current].parent ?? current;
  const pages = CONSOLE_PAGES.filter(
    (page) => page !== 'proposal' && (page === parent || PAGE_DEFINITIONS[page].parent === parent),
  );
  if (pages.length < 2) return null;
  const tabs = pages.map((page) => ({
    href: pageHref(page),
    label: page === parent ? 'Overview' : titleOfPage(page),
    isCurrent: page === current,
  }));
  return <NavTabs label={titleOfPage(parent)} tabs={tabs} />;
}
