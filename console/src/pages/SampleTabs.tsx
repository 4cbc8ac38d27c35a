import type { SamplePageData } from '@panel/domain/console/sample-page';
import { useAddress, withQuery } from '../address.ts';
import { count } from '../format.ts';
import { Link } from '../Link.tsx';
import styles from '../parts/Tabs.module.css';

export type SampleTab = 'new' | 'saved' | 'tasks';

/** The open task belongs to the tasks. */
export function useSampleTab(): SampleTab {
  const { query } = useAddress();
  const tab = query.get('tab');
  if (tab === 'saved') return tab;
  return tab === 'tasks' || query.get('task') ? 'tasks' : 'new';
}

/** The three parts of the Sample page. Each keeps the rules in the address. */
export function SampleTabs({ tab, sample }: { tab: SampleTab; sample: SamplePageData }) {
  const address = useAddress();
  const tabs = [
    ['new', 'New sample', null],
    ['saved', 'Saved samples', sample.saved.length],
    ['tasks', 'Tasks', sample.taskNames.length],
  ] as const;
  return (
    <nav className={styles.nav} aria-label="Sample">
      {tabs.map(([name, label, entries]) => (
        <Link
          key={name}
          href={withQuery(address, { tab: name === 'new' ? null : name, task: null })}
          aria-current={name === tab ? 'page' : undefined}
        >
          {label} {entries !== null && <span className={styles.count}>{count(entries)}</span>}
        </Link>
      ))}
    </nav>
  );
}
