import type { SamplePageData } from '@panel/domain/console/sample-page';
import { useAddress, withQuery } from '../address.ts';
import { count, dayAndTime, percent, share } from '../format.ts';
import { Link } from '../Link.tsx';
import { Card, CsvLink } from '../parts/Card.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { FilterSelect } from '../parts/Filters.tsx';
import { StatePill } from '../parts/StatusPill.tsx';
import textStyles from '../parts/text.module.css';
import { TASK_STATE_WORDS } from '../words.ts';

/** The last tasks, and older ones by name; the address holds which one is open. */
export function TaskList({ tasks, taskNames }: Pick<SamplePageData, 'tasks' | 'taskNames'>) {
  const address = useAddress();
  if (tasks.length === 0)
    return (
      <Card title="No tasks yet">
        <p className={textStyles.soft}>
          Choose rules above, enter how many answers you need, and draw. Then write the chat message. Each person gets a
          personal link. Opened and finished links are counted here.
        </p>
      </Card>
    );
  return (
    <Card
      title="Tasks"
      sub="Recent tasks, newest first"
      flush
      tools={
        <>
          {taskNames.length > tasks.length && (
            <FilterSelect
              name="task"
              label="Open"
              none="–"
              options={taskNames.map((value) => ({ value, label: value }))}
            />
          )}
          <CsvLink page="sample" table="tasks" />
        </>
      }
    >
      <DataTable
        caption="Tasks"
        rows={tasks}
        rowKey={({ task }) => task}
        narrow="cards"
        columns={[
          { head: 'Task', cell: ({ task }) => <Link href={withQuery(address, { task })}>{task}</Link> },
          { head: 'Drawn on', cell: ({ createdAt }) => dayAndTime(createdAt) },
          {
            head: 'State',
            cell: ({ state }) => <StatePill state={TASK_STATE_WORDS[state]} icon={null} />,
          },
          { head: 'Drawn', isNumber: true, cell: ({ drawn }) => count(drawn) },
          { head: 'Sent', isNumber: true, cell: ({ sent }) => count(sent) },
          { head: 'Opened', isNumber: true, cell: ({ opened }) => count(opened) },
          { head: 'Finished', isNumber: true, cell: ({ finished }) => count(finished) },
          {
            head: 'Finished of sent',
            isNumber: true,
            cell: ({ finished, sent }) => (sent === 0 ? '–' : percent(share(finished, sent))),
          },
        ]}
      />
    </Card>
  );
}
