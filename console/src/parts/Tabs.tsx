import { navigate, useAddress, withQuery } from '../address.ts';
import { count } from '../format.ts';
import styles from './Tabs.module.css';

type Tab = { value: string; label: string; count: number };
type TabsProps = { name: string; label: string; value: string; tabs: readonly Tab[] };

/** Filters of a table, each with its number of rows. The choice is part of the address. */
export function Tabs({ name, label, value, tabs }: TabsProps) {
  const address = useAddress();
  return (
    <fieldset className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          aria-pressed={tab.value === value}
          onClick={() => navigate(withQuery(address, { [name]: tab.value }))}
        >
          {tab.label} <span className={styles.count}>{count(tab.count)}</span>
        </button>
      ))}
    </fieldset>
  );
}
