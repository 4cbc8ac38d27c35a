import { navigate, useAddress, withQuery } from '../address.ts';
import { count } from '../format.ts';
import { Link } from '../Link.tsx';
import styles from './Tabs.module.css';

/** An empty value takes the filter off. */
type Tab = { value: string; label: string; count?: number };
type TabsProps = {
  name: string;
  label: string;
  value: string;
  tabs: readonly Tab[];
  /** The server stopped counting. */
  hasMore?: boolean;
};

/** Filters of a table, some with their number of rows. The choice is part of the address. */
export function Tabs({ name, label, value, tabs, hasMore = false }: TabsProps) {
  const address = useAddress();
  return (
    <fieldset className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          aria-pressed={tab.value === value}
          onClick={() => navigate(withQuery(address, { [name]: tab.value || null }))}
        >
          {tab.label}
          <Count value={tab.count} hasMore={hasMore} />
        </button>
      ))}
    </fieldset>
  );
}

const Count = ({ value, hasMore = false }: { value: number | undefined; hasMore?: boolean }) =>
  value !== undefined && (
    <>
      {' '}
      <span className={styles.count}>
        {count(value)}
        {hasMore && '+'}
      </span>
    </>
  );

type NavTab = { href: string; label: string; isCurrent: boolean; count?: number };

/** Links to the parts of a page. */
export const NavTabs = ({ label, tabs }: { label: string; tabs: readonly NavTab[] }) => (
  <nav className={styles.nav} aria-label={label}>
    {tabs.map((tab) => (
      <Link key={tab.href} href={tab.href} aria-current={tab.isCurrent ? 'page' : undefined}>
        {tab.label}
        <Count value={tab.count} />
      </Link>
    ))}
  </nav>
);
