import type { PanelPageData as Panel } from '@panel/domain/console/panel-pages';
import { STATUS_LABELS } from '@panel/domain/console/people-operations';
import { AGE_QUOTA } from '@panel/domain/console/quotas';
import { PANELIST_STATUSES } from '@panel/domain/panelists/status';
import { LSM } from '@panel/domain/profiling/lsm-groups';
import { BarList } from '../charts/BarList.tsx';
import { CohortGrid } from '../charts/CohortGrid.tsx';
import { FigureOverTime } from '../charts/FigureOverTime.tsx';
import { LineChart } from '../charts/LineChart.tsx';
import { capitalize, count, listed, longDay, monthEnds, percent, plural, share, sum } from '../format.ts';
import { lockIcon } from '../icons.ts';
import { Figure } from '../parts/Card.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { FilterSelect } from '../parts/Filters.tsx';
import layout from '../parts/layout.module.css';
import { Note } from '../parts/Note.tsx';
import { CopyLink, PageHead } from '../parts/PageHead.tsx';
import { StatTile, Tiles } from '../parts/StatTile.tsx';
import type { PageProps } from '../shell/PageState.tsx';

export function PanelPage({ data: panel }: PageProps<'panel'>) {
  const grown = panel.size - panel.sizeBefore30Days;
  return (
    <>
      <PageHead title="Panel" sub={`All figures as of the end of ${longDay(panel.countedOn)} · updated every night`}>
        <FilterSelect
          name="status"
          label="Status"
          initial="approved"
          options={PANELIST_STATUSES.map((status) => ({ value: status, label: STATUS_LABELS[status] }))}
        />
        <CopyLink />
      </PageHead>
      <div className={`${layout.grid} ${layout.stretch}`}>
        <Tiles>
          <StatTile
            {...(panel.status === 'approved'
              ? { label: 'Panel size', define: 'panel-size' as const }
              : { label: STATUS_LABELS[panel.status] })}
            value={count(panel.size)}
            sub={
              <>
                <b>{grown < 0 ? count(grown) : `+${count(grown)}`}</b> in 30 days
              </>
            }
          />
          {panel.active.map(({ days, people }) => (
            <StatTile
              key={days}
              label={`Active in ${days} days`}
              define="active"
              value={count(people)}
              sub={`${percent(share(people, panel.size))} of the panel`}
            />
          ))}
        </Tiles>
        <Growth panel={panel} />
        <Composition panel={panel} />
        <Crossed panel={panel} />
        <Cohorts cohorts={panel.cohorts} />
        {panel.sealed.length > 0 && (
          <div>
            <Note icon={lockIcon}>
              {capitalize(listed(panel.sealed.map((label) => label.toLowerCase())))} are sealed. They can’t be charted,
              cross-tabulated or exported to CSV.
            </Note>
          </div>
        )}
      </div>
    </>
  );
}

const ACTIVES = [
  { of: 'activeIn90Days', name: 'In 90 days' },
  { of: 'activeIn30Days', name: 'In 30 days' },
  { of: 'activeIn7Days', name: 'In 7 days' },
] as const;

/** How the size changed in 30 days. The parts add up to the change. */
function changeText({ status, size, sizeBefore30Days, joinedIn30Days }: Panel): string {
  const left = sizeBefore30Days + joinedIn30Days - size;
  const others = left < 0 ? `${count(-left)} changed to ${STATUS_LABELS[status]}` : `${count(left)} left`;
  return `In the last 30 days, ${count(joinedIn30Days)} joined and ${others}.`;
}

function Growth({ panel }: { panel: Panel }) {
  const { status, active, growth } = panel;
  const actives = active.length > 0 ? ACTIVES : [];
  const drawn = actives.length > 0 ? ', and those active in the last 90, 30 and 7 days' : '';
  return (
    <FigureOverTime
      title={actives.length > 0 ? 'Panel size and activity' : `${STATUS_LABELS[status]} panelists`}
      sub={`${STATUS_LABELS[status]} panelists${drawn}, at month end. ${changeText(panel)}`}
      define="joined"
      span={7}
      page="panel"
      table="growth"
      chart={LineChart}
      labelHead="At the end of"
      labels={monthEnds(growth.map((each) => each.day))}
      format={count}
      series={[
        { name: status === 'approved' ? 'Panel' : STATUS_LABELS[status], values: growth.map(({ size }) => size) },
        ...actives.map(({ of, name }) => ({ name, values: growth.map((row) => row[of]) })),
      ]}
    />
  );
}

/** Questions whose answers are shown in their order. For others, the most frequent comes first. */
const ORDERED: readonly string[] = [LSM.id, AGE_QUOTA.id];
const definitionOf = (ids: readonly string[]) => {
  if (ids.includes(LSM.id)) return { define: 'lsm' as const };
  return ids.includes(AGE_QUOTA.id) ? { define: 'age-group' as const } : {};
};

const optionsOf = (panel: Panel) => panel.questions.map(({ id, label }) => ({ value: id, label }));

function Composition({ panel }: { panel: Panel }) {
  const { composition } = panel;
  const { answered, hasOneAnswer } = composition;
  const rows = ORDERED.includes(composition.id)
    ? composition.answers
    : composition.answers.toSorted((a, b) => b.people - a.people);
  return (
    <Figure
      title={`Panelists by ${composition.label}`}
      sub={
        composition.id === LSM.id
          ? `Worked out for ${plural(answered, 'person', 'people')}`
          : `${plural(answered, 'person', 'people')} answered${hasOneAnswer ? '' : '. Each can give several answers.'}`
      }
      {...definitionOf([composition.id])}
      span={5}
      page="panel"
      table="composition"
      above={<FilterSelect name="question" label="Question" initial={composition.id} options={optionsOf(panel)} />}
      asTable={
        <DataTable
          caption={`Panelists by ${composition.label}`}
          rows={composition.answers}
          rowKey={({ label }) => label}
          columns={[
            { head: composition.label, cell: ({ label }) => label, foot: hasOneAnswer ? 'All' : 'Answered' },
            { head: 'Panelists', value: ({ people }) => people, foot: count(answered) },
            {
              head: 'Share',
              value: ({ people }) => share(people, answered),
              format: (value) => percent(value),
              isSummed: hasOneAnswer,
            },
          ]}
        />
      }
    >
      <BarList rows={rows.map(({ label, people }) => ({ label, value: people }))} total={answered} />
    </Figure>
  );
}

type CrossedRow = Panel['crossed']['rows'][number];

/** Two questions at once: a table first, colour second. */
function Crossed({ panel }: { panel: Panel }) {
  const { row, column, columns, rows, answered } = panel.crossed;
  const title = `${row.label} by ${column.label}`;
  const most = Math.max(...rows.flatMap(({ people }) => people));
  const all = {
    head: 'All',
    value: ({ people }: CrossedRow) => sum(people),
    format: (people: number) => <b>{count(people)}</b>,
    isSummed: row.hasOneAnswer,
  };
  const grid = (isPlain: boolean) => (
    <DataTable
      caption={title}
      isHeat
      rows={rows}
      rowKey={({ label }) => label}
      columns={[
        { head: row.label, cell: ({ label }) => label, foot: row.hasOneAnswer ? 'All' : undefined },
        // A sum counts people only if each of them is in one row, or in one column.
        ...columns.map((head, index) => ({
          head,
          value: ({ people }: CrossedRow) => people[index] ?? 0,
          strongestFrom: isPlain ? undefined : most,
          isSummed: row.hasOneAnswer,
        })),
        ...(column.hasOneAnswer ? [all] : []),
      ]}
    />
  );
  return (
    <Figure
      title={title}
      sub={`${plural(answered, 'person', 'people')} answered both. Stronger colour means more people.`}
      {...definitionOf([row.id, column.id])}
      page="panel"
      table="crossed"
      above={
        <div className={layout.row}>
          <FilterSelect name="row" label="Rows" initial={row.id} options={optionsOf(panel)} />
          <FilterSelect name="column" label="Columns" initial={column.id} options={optionsOf(panel)} />
        </div>
      }
      asTable={grid(true)}
    >
      {grid(false)}
    </Figure>
  );
}

const Cohorts = ({ cohorts }: { cohorts: Panel['cohorts'] }) => (
  <Figure
    title="Sign-up cohorts"
    sub="Share of the people who signed up in that month. Stronger colour means more."
    define="cohort"
    page="panel"
    table="cohorts"
    asTable={<CohortGrid cohorts={cohorts} isPlain />}
  >
    <CohortGrid cohorts={cohorts} isPlain={false} />
  </Figure>
);
