import type { SamplePage as Sample } from '@panel/domain/console/panel-pages';
import { useAddress } from '../address.ts';
import { usePage } from '../api.ts';
import { Bar } from '../charts/Bar.tsx';
import { LineChart } from '../charts/LineChart.tsx';
import { QuotaGrid } from '../charts/QuotaGrid.tsx';
import { count, dayAndTime, percent, time } from '../format.ts';
import { lockIcon } from '../icons.ts';
import { Card, CsvLink, Figure } from '../parts/Card.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { FilterSelect } from '../parts/Filters.tsx';
import { Note } from '../parts/Note.tsx';
import { CopyLink, PageHead } from '../parts/PageHead.tsx';
import { PageState } from '../shell/states.tsx';
import { Invite } from './Invite.tsx';
import { SampleRules } from './SampleRules.tsx';
import { quotaTitle, taskTitle } from './titles.ts';

export function SamplePage() {
  const { query } = useAddress();
  return (
    <PageState title="Sample" loaded={usePage('sample', query)}>
      {(sample) => <SampleContent sample={sample} />}
    </PageState>
  );
}

function SampleContent({ sample }: { sample: Sample }) {
  const matching = sample.narrowing.at(-1)?.people ?? 0;
  return (
    <>
      <PageHead title="Sample" sub="Who would be asked, before anybody is. The address holds the rules.">
        <CopyLink />
        <CsvLink page="sample" table="narrowing" isButton />
      </PageHead>
      <div className="grid">
        <div className="stack span-8">
          <SampleRules sample={sample} />
          {sample.quota && (
            <Card
              title={quotaTitle(sample.quota)}
              sub={
                sample.finishShare !== null &&
                `${percent(sample.finishShare, 0)} of those asked finish, as in the last tasks`
              }
              tools={<CsvLink page="sample" table="quota" />}
              flush
            >
              <QuotaGrid quota={sample.quota} />
            </Card>
          )}
        </div>
        <div className="stack span-4">
          <Narrowing sample={sample} />
          <Note icon={lockIcon}>The list of people is never shown.</Note>
        </div>
        <Invite people={matching} />
        {sample.tasks.length > 0 && <TaskFigure sample={sample} />}
      </div>
    </>
  );
}

/** How each rule narrows the panel down. It writes every number itself, so it needs no table. */
function Narrowing({ sample: { narrowing, at } }: { sample: Sample }) {
  const first = narrowing[0];
  const last = narrowing.at(-1);
  if (!first || !last) return null;
  return (
    <Card title="People who match now" sub={`of ${count(first.people)} approved · counted ${time(at)}`}>
      <p className="amount" role="status">
        {count(last.people)}
      </p>
      <ol className="narrowing">
        {narrowing.map(({ label, people }, index) => {
          const before = narrowing[index - 1];
          return (
            <li key={label}>
              <span>{label}</span>
              <span className="number faint">{before && count(people - before.people)}</span>
              <span className="number figure">{count(people)}</span>
              <Bar
                share={people / Math.max(first.people, 1)}
                size="thin"
                {...(index < narrowing.length - 1 && { tone: 'muted' as const })}
              />
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

function TaskFigure({ sample: { task, tasks } }: { sample: Sample }) {
  const choice = (
    <FilterSelect
      name="task"
      label="Task"
      initial={task?.task ?? ''}
      options={tasks.map((name) => ({ value: name, label: name }))}
    />
  );
  if (!task)
    return (
      <Card title="No task was sent yet" span={12}>
        {choice}
      </Card>
    );
  const title = taskTitle(task);
  const { sent, delivered, opened, dropped, remindedAt, reminded, progress } = task;
  return (
    <Figure
      title={title}
      sub={`Sent ${dayAndTime(task.sentAt)} to ${count(sent)} people${remindedAt ? `, reminder ${dayAndTime(remindedAt)} to the ${count(reminded)} who had not opened it` : ''}. ${count(delivered)} delivered, ${opened === null ? '' : `${count(opened)} opened, `}${count(dropped)} dropped.`}
      span={12}
      page="sample"
      table="task"
      above={choice}
      asTable={
        <DataTable
          caption={`${task.task}, running totals`}
          rows={progress}
          rowKey={({ at }) => at}
          columns={[
            { head: 'At', cell: ({ at }) => dayAndTime(at) },
            { head: 'Delivered', isNumber: true, cell: (each) => count(each.delivered) },
            ...(opened === null
              ? []
              : [
                  {
                    head: 'Opened',
                    isNumber: true,
                    cell: (each: (typeof progress)[number]) => count(each.opened ?? 0),
                  },
                ]),
            { head: 'Dropped', isNumber: true, cell: (each) => count(each.dropped) },
          ]}
        />
      }
    >
      <LineChart
        label={title}
        labels={progress.map(({ at }) => dayAndTime(at))}
        format={count}
        series={[
          { name: 'Delivered', values: progress.map((each) => each.delivered) },
          ...(opened === null ? [] : [{ name: 'Opened', values: progress.map((each) => each.opened ?? 0) }]),
          { name: 'Dropped', values: progress.map((each) => each.dropped) },
        ]}
      />
    </Figure>
  );
}
