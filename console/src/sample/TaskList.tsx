import type { SamplePageData } from '@panel/domain/console/sample-page';
import { useAddress, withQuery } from '../address.ts';
import { dayAndTime, percent, share } from '../format.ts';
import { Link } from '../Link.tsx';
import { Card } from '../parts/Card.tsx';
import { FilterSelect } from '../parts/Filters.tsx';
import { StatePill } from '../parts/StatusPill.tsx';
import { TableCard } from '../parts/TableCard.tsx';
import textStyles from '../parts/text.module.css';
import { TASK_STATE_WORDS } from '../words.ts';

/** The last tasks, and older ones by name; the address holds which one is open. */
export function TaskList({ tasks, taskNames }: Pick<SamplePageData, 'tasks' | 'taskNames'>) {
  const address = useAddress();
  if (tasks.length === 0)
    return (
      <Card title="No tasks yet">
        <p className={textStyles.soft}>Choose rules under New sample, and draw.</p>
      </Card>
    );
  return (
    <TableCard
      title="Tasks"
      sub="Newest first"
      csv={{ page: 'sample', table: 'tasks' }}
      tools={
        taskNames.length > tasks.length && (
          <FilterSelect
            name="task"
            label="Open"
            none="–"
            options={taskNames.map((value) => ({ value, label: value }))}
          />
        )
      }
      narrow="cards"
      rows={tasks}
      rowKey={({ task }) => task}
      columns={[
        { head: 'Task', cell: ({ task }) => <Link href={withQuery(address, { task })}>{task}</Link> },
        { head: 'Drawn on', cell: ({ createdAt }) => dayAndTime(createdAt) },
        {
          head: 'State',
          onPhone: 'top',
          cell: ({ state }) => <StatePill state={TASK_STATE_WORDS[state]} icon={null} />,
        },
        { head: 'Drawn', value: ({ drawn }) => drawn },
        { head: 'Sent', value: ({ sent }) => sent },
        { head: 'Opened', value: ({ opened }) => opened },
        { head: 'Finished', value: ({ finished }) => finished },
        {
          head: 'Finished of sent',
          value: ({ finished, sent }) => (sent === 0 ? null : share(finished, sent)),
          format: (value) => percent(value),
        },
      ]}
    />
  );
}
