import type { SamplePageData } from '@panel/domain/console/sample-page';
import { useAddress, withQuery } from '../address.ts';
import { NavTabs } from '../parts/Tabs.tsx';

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
  const entry = (name: SampleTab, label: string) => ({
    href: withQuery(address, { tab: name === 'new' ? null : name, task: null }),
    label,
    isCurrent: name === tab,
  });
  return (
    <NavTabs
      label="Sample"
      tabs={[
        entry('new', 'New sample'),
        { ...entry('saved', 'Saved samples'), count: sample.saved.length },
        { ...entry('tasks', 'Tasks'), count: sample.taskNames.length },
      ]}
    />
  );
}
