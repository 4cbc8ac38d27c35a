import { navigate, useAddress, withQuery } from '../address.ts';
import { count } from '../format.ts';
import styles from './Tabs.module.css';

/** An empty value takes the filter off. */
type Tab = { value: string; label: string; count: number };
type TabsProps = {
  name: string;
  label: string;
  value: string;
  tabs: readonly Tab[];
  /** The server stopped counting. */
  hasMore?: boolean;
};

/** Filters of a table, each with its number of rows. The choice is part of the address. */
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
          {tab.label}{' '}
          <span className={styles.count}>
            {count(tab.count)}
            {hasMore && '+'}
          </span>
        </button>
      ))}
    </fieldset>
  );
}
