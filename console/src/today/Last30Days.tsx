import type { DayFigures } from '@panel/api/figures/page-figures';
import type { TodayPageData } from '@panel/api/pages/today';
import type { Visits } from '@panel/api/web/page-views';
import { OLD_BEFORE_CHROME } from '@panel/domain/console/today-page';
import { Sparkline } from '../charts/Sparkline.tsx';
import { change, count, day, percent, plural, rand, share, sum } from '../format.ts';
import { FigureSection } from '../parts/Card.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import layout from '../parts/layout.module.css';
import { StatTile, Tiles } from '../parts/StatTile.tsx';
import textStyles from '../parts/text.module.css';

const FIGURES = [
  { of: 'signUps', name: 'Sign-ups', define: 'sign-ups', format: count },
  { of: 'activeIn7Days', name: 'Active in 7 days', define: 'active', format: count },
  { of: 'completes', name: 'Completes', define: 'completes', format: count },
  { of: 'paidOut', name: 'Paid out', define: 'payouts', format: rand },
] as const;

/** Of all the days; those active are counted on the last one. */
const total = (days: readonly DayFigures[], of: keyof Omit<DayFigures, 'day'>): number =>
  of === 'activeIn7Days' ? (days.at(-1)?.[of] ?? 0) : sum(days.map((each) => each[of]));

const visitsText = ({ total: all, inOldBrowsers, started }: Visits): string =>
  `${percent(share(inOldBrowsers, all))} of visits came from browsers older than Chrome ${OLD_BEFORE_CHROME}; ` +
  // The app also starts in pages from the phone's cache, which are not counted as visits.
  `the app did not start in ${percent(Math.max(0, 1 - share(started, all)))} of visits.`;

/** Four small lines, and behind a button their numbers. */
export function Last30Days({ today: { days, daysBefore, panelSize, visits } }: { today: TodayPageData }) {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const span = { from: day(first.day), to: day(last.day) };
  const aDay = (of: 'signUps' | 'completes') => `${count(total(days, of) / days.length)} a day`;
  const remarks = {
    signUps: aDay('signUps'),
    activeIn7Days: `${percent(share(last.activeIn7Days, panelSize))} of the panel`,
    completes: aDay('completes'),
    paidOut: plural(total(days, 'vouchers'), 'voucher'),
  };
  const table = (
    <DataTable
      caption="The last 30 days"
      rows={days.toReversed()}
      rowKey={(each) => each.day}
      columns={[
        { head: 'Day', cell: (each) => day(each.day), foot: 'All' },
        ...FIGURES.map(({ of, name, format }) => ({
          head: name,
          value: (each: DayFigures) => each[of],
          format,
          foot: format(total(days, of)),
        })),
      ]}
    />
  );
  return (
    <div className={layout.stack}>
      <FigureSection
        title={`The last ${days.length} days`}
        hint={`${span.from} to ${span.to}, compared with the ${daysBefore.length} days before`}
        page="today"
        table="days"
        asTable={table}
      >
        <Tiles>
          {FIGURES.map(({ of, name, define, format }) => {
            const changed = change(total(days, of), total(daysBefore, of));
            return (
              <StatTile
                key={of}
                label={name}
                define={define}
                value={format(total(days, of))}
                sub={
                  <>
                    {changed && <b>{changed}</b>}
                    {changed && ' · '}
                    {remarks[of]}
                  </>
                }
              >
                <Sparkline
                  label={`${name} by day, from ${format(first[of])} to ${format(last[of])}`}
                  values={days.map((each) => each[of])}
                  {...span}
                />
              </StatTile>
            );
          })}
        </Tiles>
      </FigureSection>
      {visits && <p className={textStyles.hint}>{visitsText(visits)}</p>}
    </div>
  );
}
