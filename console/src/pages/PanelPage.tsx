import type { PanelPage as Panel } from '@panel/domain/console/panel-pages';
import { STATUS_LABELS } from '@panel/domain/console/people-operations';
import { PANELIST_STATUSES } from '@panel/domain/panelists/status';
import { useAddress } from '../address.ts';
import { usePage } from '../api.ts';
import { BarList } from '../charts/BarList.tsx';
import { CohortGrid } from '../charts/CohortGrid.tsx';
import { HeatGrid } from '../charts/HeatGrid.tsx';
import { LineChart } from '../charts/LineChart.tsx';
import { capitalize, count, day, listed, longDay, monthEnds, percent, share, sum } from '../format.ts';
import { lockIcon } from '../icons.ts';
import { Figure, useShownAsTable } from '../parts/Card.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { FilterChips, FilterSelect } from '../parts/Filters.tsx';
import { Note } from '../parts/Note.tsx';
import { CopyLink, PageHead } from '../parts/PageHead.tsx';
import { StatTile } from '../parts/StatTile.tsx';
import { PageState } from '../shell/states.tsx';
import { cohortsTitle, compositionTitle, crossedTitle, growthTitle } from './titles.ts';

export function PanelPage() {
  const { query } = useAddress();
  return (
    <PageState title="Panel" loaded={usePage('panel', query)}>
      {(panel) => <PanelContent panel={panel} />}
    </PageState>
  );
}

function PanelContent({ panel }: { panel: Panel }) {
  const { query } = useAddress();
  const grown = panel.size - panel.sizeBefore30Days;
  return (
    <>
      <PageHead title="Panel" sub={`Counted at the end of ${longDay(panel.countedOn)} · counted again each night`}>
        <FilterSelect
          name="status"
          label="Status"
          initial="approved"
          options={PANELIST_STATUSES.map((status) => ({ value: status, label: STATUS_LABELS[status] }))}
        />
        <CopyLink />
      </PageHead>
      <FilterChips
        chips={query.get('status') ? [{ name: 'status', label: 'Status', value: STATUS_LABELS[panel.status] }] : []}
      />
      <div className="grid">
        <div className="tiles span-12">
          <StatTile
            label="Panel"
            define="panel-size"
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
        </div>
        <Growth panel={panel} />
        <Composition panel={panel} />
        <Crossed panel={panel} />
        <Cohorts cohorts={panel.cohorts} />
        {panel.sealed.length > 0 && (
          <div className="span-12">
            <Note icon={lockIcon}>
              {capitalize(listed(panel.sealed.map((label) => label.toLowerCase())))} are sealed: they can’t be drawn,
              crossed or put in a CSV.
            </Note>
          </div>
        )}
      </div>
    </>
  );
}

function Growth({ panel: { status, growth, joinedIn30Days, leftIn30Days } }: { panel: Panel }) {
  const title = growthTitle(growth);
  return (
    <Figure
      title={title}
      sub={`${STATUS_LABELS[status]} panelists and those active in 90, 30 and 7 days, at month ends. In the last 30 days ${count(joinedIn30Days)} joined and ${count(leftIn30Days)} left the panel.`}
      define="active"
      span={12}
      page="panel"
      table="growth"
      asTable={
        <DataTable
          caption="Panel size and actives"
          rows={growth.toReversed()}
          rowKey={(row) => row.day}
          columns={[
            { head: 'At the end of', cell: (row) => day(row.day) },
            { head: 'Panel', isNumber: true, cell: ({ size }) => count(size) },
            { head: '90 days', isNumber: true, cell: ({ activeIn90Days }) => count(activeIn90Days) },
            { head: '30 days', isNumber: true, cell: ({ activeIn30Days }) => count(activeIn30Days) },
            { head: '7 days', isNumber: true, cell: ({ activeIn7Days }) => count(activeIn7Days) },
          ]}
        />
      }
    >
      <LineChart
        label={title}
        labels={monthEnds(growth.map((each) => each.day))}
        format={count}
        series={[
          { name: 'Panel', values: growth.map(({ size }) => size) },
          { name: 'In 90 days', values: growth.map(({ activeIn90Days }) => activeIn90Days) },
          { name: 'In 30 days', values: growth.map(({ activeIn30Days }) => activeIn30Days) },
          { name: 'In 7 days', values: growth.map(({ activeIn7Days }) => activeIn7Days) },
        ]}
      />
    </Figure>
  );
}

const optionsOf = (panel: Panel) => panel.questions.map(({ id, label }) => ({ value: id, label }));

function Composition({ panel }: { panel: Panel }) {
  const { composition } = panel;
  const total = sum(composition.answers.map(({ people }) => people));
  const rows = composition.answers.toSorted((a, b) => b.people - a.people);
  return (
    <Figure
      title={compositionTitle(composition)}
      sub={`By ${composition.label}, of ${count(total)} who answered`}
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
            { head: composition.label, cell: ({ label }) => label, foot: 'All' },
            { head: 'Panelists', isNumber: true, cell: ({ people }) => count(people), foot: count(total) },
            { head: 'Share', isNumber: true, cell: ({ people }) => percent(share(people, total)), foot: '100.0%' },
          ]}
        />
      }
    >
      <BarList rows={rows.map(({ label, people }) => ({ label, value: people }))} total={total} />
    </Figure>
  );
}

function Crossed({ panel }: { panel: Panel }) {
  const { row, column, columns, rows } = panel.crossed;
  const [isPlain] = useShownAsTable('crossed');
  const grid = (
    <HeatGrid
      caption={`${row.label} by ${column.label}`}
      head={row.label}
      columns={columns}
      rows={rows.map(({ label, people }) => ({ label, values: people }))}
      isPlain={isPlain}
    />
  );
  return (
    <Figure
      title={crossedTitle(panel.crossed)}
      sub={`${row.label} by ${column.label}; the stronger the green, the more`}
      span={7}
      page="panel"
      table="crossed"
      above={
        <div className="row">
          <FilterSelect name="row" label="Rows" initial={row.id} options={optionsOf(panel)} />
          <FilterSelect name="column" label="Columns" initial={column.id} options={optionsOf(panel)} />
        </div>
      }
      asTable={grid}
    >
      {grid}
    </Figure>
  );
}

function Cohorts({ cohorts }: { cohorts: Panel['cohorts'] }) {
  const [isPlain] = useShownAsTable('cohorts');
  const grid = <CohortGrid cohorts={cohorts} isPlain={isPlain} />;
  return (
    <Figure
      title={cohortsTitle(cohorts)}
      sub="Share of those who signed up in the month; the stronger the green, the more"
      define="cohort"
      span={12}
      page="panel"
      table="cohorts"
      asTable={grid}
    >
      {grid}
    </Figure>
  );
}
