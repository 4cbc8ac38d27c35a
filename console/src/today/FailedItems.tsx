import { OPERATIONS } from '@panel/domain/console/all-operations';
import { type FailedItem, isSentAgain, JOB_ITEMS, type JobName } from '@panel/domain/console/jobs';
import { age, dayAndTime, plural } from '../format.ts';
import { Link } from '../Link.tsx';
import { OperationButton } from '../operations/OperationButton.tsx';
import { RunButton } from '../operations/RunButton.tsx';
import { TableCard } from '../parts/TableCard.tsx';
import textStyles from '../parts/text.module.css';

/** Where an item is shown; null if no page shows it. */
function hrefOf(job: JobName, item: string): string | null {
  if (job === 'statements') return `/statement?statement=${item.split(' ')[0]}`;
  if (job === 'settlement') return '/settlement?show=all';
  if (job === 'disputes') return `/disputes?dispute=${item}`;
  if (job === 'webhook') return `/proposal?id=${item}`;
  return job === 'payouts' || job === 'messages' ? '/money' : null;
}

/** What keeps failing. Everything else goes on without it. */
export const FailedItems = ({ items, now }: { items: FailedItem[]; now: string }) =>
  items.length > 0 && (
    <TableCard
      title={`${plural(items.length, 'item')} could not be processed`}
      sub="Everything else goes on without them"
      anchor="failed-items"
      narrow="cards"
      rows={items}
      rowKey={({ job, item }) => `${job} ${item}`}
      empty={null}
      columns={[
        {
          head: 'Item',
          cell: ({ job, item }) => {
            const href = hrefOf(job, item);
            return <span className={textStyles.mono}>{href ? <Link href={href}>{item}</Link> : item}</span>;
          },
          note: ({ job }) => JOB_ITEMS[job],
        },
        {
          head: 'Reason',
          cell: ({ reason }) => <code>{reason}</code>,
          note: ({ failures }) => plural(failures, 'failure'),
        },
        { head: 'Since', isNumber: true, cell: ({ since }) => age(since, now) },
        {
          head: 'Next try',
          cell: ({ nextTryAt }) => (nextTryAt ? dayAndTime(nextTryAt) : 'When it is sent again'),
        },
        {
          head: 'Action',
          isAction: true,
          cell: ({ job, item }) =>
            isSentAgain(job) ? (
              <OperationButton name="close-item" known={{ job, item }} subject={`${JOB_ITEMS[job]} ${item}`} isSmall>
                Close…
              </OperationButton>
            ) : (
              <RunButton operation={OPERATIONS['retry-item']} values={{ job, item }}>
                Try again
              </RunButton>
            ),
        },
      ]}
    />
  );
