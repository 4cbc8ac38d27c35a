import type { DayFigures, TodayPageData } from '@panel/domain/console/today-page';
import { Sparkline } from '../charts/Sparkline.tsx';
import { change, count, day, percent, plural, rand, share, sum } from '../format.ts';
import cardStyles from '../parts/Card.module.css';
import { CsvLink, TableToggle, useShownAsTable } from '../parts/Card.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import layout from '../parts/layout.module.css';
import { StatTile, Tiles } from '../parts/StatTile.tsx';
import textStyles from '../parts/text.module.css';

const total = (days: readonly DayFigures[], of: keyof Omit<DayFigures, 'day'>) => sum(days.map((each) => each[of]));

/** Four small lines, and behind a button their numbers. */
export function Last30Days({ today: { days, daysBefore, panelSize } }: { today: TodayPageData }) {
  const [isTable, toggle] = useShownAsTable('days');
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const activeBefore = daysBefore.at(-1)?.activeIn7Days ?? 0;
  const aDay = (value: number) => `${count(value / days.length)} a day`;
  const span = { from: day(first.day), to: day(last.day) };
  const line = (name: string, of: keyof Omit<DayFigures, 'day'>, format = count) => (
    <Sparkline
      label={`${name} by day, from ${format(first[of])} to ${format(last[of])}`}
      values={days.map((each) => each[of])}
      {...span}
    />
  );
  const sub = (now: number, before: number, remark: string) => {
    const changed = change(now, before);
    return (
      <>
        {changed && <b>{changed}</b>}
        {changed && ' · '}
        {remark}
      </>
    );
  };
  return (
    <section aria-labelledby="last-30-days">
      <div className={layout.row}>
        <h2 id="last-30-days">The last {days.length} days</h2>
        <span className={textStyles.hint}>
          {span.from} to {span.to}, compared with the {daysBefore.length} days before
        </span>
        <span className={layout.push}>
          <TableToggle isTable={isTable} toggle={toggle} />
          <CsvLink page="today" table="days" />
        </span>
      </div>
      {isTable ? (
        <div className={`${cardStyles.card} ${cardStyles.flush}`}>
          <DaysTable days={days} />
        </div>
      ) : (
        <Tiles>
          <StatTile
            label="Sign-ups"
            define="sign-ups"
            value={count(total(days, 'signUps'))}
            sub={sub(total(days, 'signUps'), total(daysBefore, 'signUps'), aDay(total(days, 'signUps')))}
          >
            {line('Sign-ups', 'signUps')}
          </StatTile>
          <StatTile
            label="Active in 7 days"
            define="active"
            value={count(last.activeIn7Days)}
            sub={sub(last.activeIn7Days, activeBefore, `${percent(share(last.activeIn7Days, panelSize))} of the panel`)}
          >
            {line('Active in 7 days', 'activeIn7Days')}
          </StatTile>
          <StatTile
            label="Completes"
            define="completes"
            value={count(total(days, 'completes'))}
            sub={sub(total(days, 'completes'), total(daysBefore, 'completes'), aDay(total(days, 'completes')))}
          >
            {line('Completes', 'completes')}
          </StatTile>
          <StatTile
            label="Paid out"
            define="payouts"
            value={rand(total(days, 'paidOut'))}
            sub={sub(total(days, 'paidOut'), total(daysBefore, 'paidOut'), plural(total(days, 'vouchers'), 'voucher'))}
          >
            {line('Rand paid out', 'paidOut', rand)}
          </StatTile>
        </Tiles>
      )}
    </section>
  );
}

const DaysTable = ({ days }: { days: readonly DayFigures[] }) => (
  <DataTable
    caption="The last 30 days"
    rows={days.toReversed()}
    rowKey={(each) => each.day}
    columns={[
      { head: 'Day', cell: (each) => day(each.day), foot: 'All' },
      { head: 'Sign-ups', isNumber: true, cell: ({ signUps }) => count(signUps), foot: count(total(days, 'signUps')) },
      {
        head: 'Active in 7 days',
        isNumber: true,
        cell: ({ activeIn7Days }) => count(activeIn7Days),
        foot: count(days.at(-1)?.activeIn7Days ?? 0),
      },
      {
        head: 'Completes',
        isNumber: true,
        cell: ({ completes }) => count(completes),
        foot: count(total(days, 'completes')),
      },
      { head: 'Paid out', isNumber: true, cell: ({ paidOut }) => rand(paidOut), foot: rand(total(days, 'paidOut')) },
    ]}
  />
);
