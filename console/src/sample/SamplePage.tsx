import { AGE_QUOTA } from '@panel/domain/console/quotas';
import type { SamplePageData as Sample } from '@panel/domain/console/sample-page';
import { type Address, navigate, useAddress, withQuery } from '../address.ts';
import { Bar } from '../charts/Bar.tsx';
import { QuotaGrid } from '../charts/QuotaGrid.tsx';
import { count, time } from '../format.ts';
import { lockIcon } from '../icons.ts';
import { OperationButton } from '../operations/OperationButton.tsx';
import cardStyles from '../parts/Card.module.css';
import { Card, CsvLink } from '../parts/Card.tsx';
import { FilterSelect } from '../parts/Filters.tsx';
import layout from '../parts/layout.module.css';
import { Note } from '../parts/Note.tsx';
import { CopyLink, PageHead } from '../parts/PageHead.tsx';
import textStyles from '../parts/text.module.css';
import type { PageProps } from '../shell/PageState.tsx';
import { SampleDraw } from './SampleDraw.tsx';
import styles from './SamplePage.module.css';
import { SampleExclusions, SampleRules } from './SampleRules.tsx';
import { type SampleTab, SampleTabs, useSampleTab } from './SampleTabs.tsx';
import { SavedSamples } from './SavedSamples.tsx';
import { TaskFigures } from './TaskFigures.tsx';
import { TaskList } from './TaskList.tsx';
import { TaskRules } from './TaskRules.tsx';
import { TaskSend } from './TaskSend.tsx';

/** The address with another number wanted in one cell, or without one. */
function withWanted(address: Address, row: string, column: string, wanted: number | null): string {
  const name = column === '' ? row : `${row}:${column}`;
  const others = address.query.getAll('cell').filter((cell) => !cell.startsWith(`${name}:`));
  return withQuery(address, { cell: wanted === null ? others : [...others, `${name}:${wanted}`] });
}

export function SamplePage({ data: sample, isOfAddress }: PageProps<'sample'>) {
  const tab = useSampleTab();
  const { query } = useAddress();
  return (
    <>
      <SampleTabs tab={tab} sample={sample} />
      <PageHead title="Sample" sub={SUBS[tab]}>
        <CopyLink />
        {tab === 'new' && (
          <>
            {query.size > 0 && (
              <OperationButton name="save-sample" known={{ sample: query.toString() }}>
                Save sample…
              </OperationButton>
            )}
            <CsvLink page="sample" table="narrowing" isButton />
          </>
        )}
      </PageHead>
      {tab === 'new' && <NewSample sample={sample} isOfAddress={isOfAddress} />}
      {tab === 'saved' && <SavedSamples saved={sample.saved} />}
      {tab === 'tasks' && <Tasks sample={sample} isOfAddress={isOfAddress} />}
    </>
  );
}

const SUBS: Readonly<Record<SampleTab, string>> = {
  new: 'Choose who to invite. The filters are saved in the page’s link.',
  saved: 'Rules that were saved by name',
  tasks: 'Drawn samples with their invitations and results',
};

type PartProps = { sample: Sample; isOfAddress: boolean };

function NewSample({ sample, isOfAddress }: PartProps) {
  return (
    <div className={layout.grid}>
      <div className={`${layout.stack} ${layout.span8}`}>
        <SampleRules sample={sample} />
        <SampleExclusions sample={sample} />
        <Quotas sample={sample} />
        <SampleDraw sample={sample} isCounted={isOfAddress} />
      </div>
      <div className={`${layout.stack} ${layout.span4}`}>
        <Narrowing sample={sample} />
        <Note icon={lockIcon}>The list of people is never shown.</Note>
      </div>
    </div>
  );
}

/** By age, or by questions with one answer: each person is in one cell. */
function Quotas({ sample: { questions, quota } }: { sample: Sample }) {
  const address = useAddress();
  const options = [AGE_QUOTA, ...questions.filter((each) => each.hasOneAnswer)].map(({ id, label }) => ({
    value: id,
    label,
  }));
  const row = address.query.get('quotaRow');
  return (
    <Card
      title="Quotas"
      sub="Completed answers wanted per cell. Cells you don’t set are filled in proportion to the sample."
      tools={quota && <CsvLink page="sample" table="quota" />}
      flush={quota !== null}
    >
      <div className={`${layout.row} ${cardStyles.above}`}>
        <FilterSelect name="quotaRow" label="Rows" options={options} none="–" clears={['cell', 'quotaColumn']} />
        {row && (
          <FilterSelect
            name="quotaColumn"
            label="Columns"
            options={options.filter(({ value }) => value !== row)}
            none="–"
            clears={['cell']}
          />
        )}
      </div>
      {quota && (
        <QuotaGrid
          quota={quota}
          onWanted={(inRow, column, wanted) => navigate(withWanted(address, inRow, column, wanted))}
        />
      )}
    </Card>
  );
}

function Tasks({ sample, isOfAddress }: PartProps) {
  const address = useAddress();
  const { task } = sample;
  const missing = isOfAddress && !task && address.query.get('task');
  return (
    <div className={layout.grid}>
      {task?.state === 'drawn' && <TaskSend key={task.task} task={task} sample={sample} />}
      {task && task.state !== 'drawn' && <TaskFigures key={task.task} task={task} sample={sample} />}
      {task && <TaskRules task={task} />}
      {missing && (
        <div>
          <Note tone="bad">Task {missing} doesn’t exist.</Note>
        </div>
      )}
      <TaskList tasks={sample.tasks} taskNames={sample.taskNames} />
    </div>
  );
}

/** How each rule narrows the panel down. It writes every number itself, so it needs no table. */
function Narrowing({ sample: { narrowing, at } }: { sample: Sample }) {
  const first = narrowing[0];
  const last = narrowing.at(-1);
  if (!first || !last) return null;
  if (first === last)
    return (
      <Card title="Available people" sub={`${count(first.people)} on the panel`}>
        <p className={textStyles.soft}>Add a rule or enter how many answers you need to see a count.</p>
      </Card>
    );
  return (
    <Card title="People who match now" sub={`of ${count(first.people)} on the panel · counted ${time(at)}`}>
      <p className={textStyles.amount} role="status">
        {count(last.people)}
      </p>
      <ol className={styles.narrowing}>
        {narrowing.map(({ label, people }, index) => {
          const before = narrowing[index - 1];
          return (
            <li key={label}>
              <span>{label}</span>
              <span className={`${textStyles.number} ${textStyles.faint}`}>
                {before && count(people - before.people)}
              </span>
              <span className={`${textStyles.number} ${textStyles.figure}`}>{count(people)}</span>
              <Bar
                share={people / Math.max(first.people, 1)}
                tone={index < narrowing.length - 1 ? 'muted' : undefined}
                isThin
              />
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
