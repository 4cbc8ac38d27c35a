import type { PartnersPageData } from '@panel/domain/console/money-pages';
import { GroupedBars } from '../charts/GroupedBars.tsx';
import { LineChart } from '../charts/LineChart.tsx';
import { round } from '../charts/scale.ts';
import { day, month, percent, share } from '../format.ts';
import { Figure } from '../parts/Card.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { PARTNER_NAMES } from '../words.ts';

export function Conversion({ weeks }: { weeks: PartnersPageData['weeks'] }) {
  const partners = weeks[0]?.partners.map(({ partner }) => partner) ?? [];
  const rate = (week: PartnersPageData['weeks'][number], index: number) => {
    const { completed = 0, entered = 0 } = week.partners[index] ?? {};
    return entered === 0 ? null : share(completed, entered);
  };
  return (
    <Figure
      title="Conversion by week"
      sub="Completes divided by entries, by week of entry"
      define="conversion"
      span={7}
      page="partners"
      table="weeks"
      asTable={
        <DataTable
          caption="Conversion by week"
          rows={weeks.toReversed()}
          rowKey={({ week }) => week}
          columns={[
            { head: 'Week of', cell: ({ week }) => day(week) },
            ...partners.map((partner, index) => ({
              head: PARTNER_NAMES[partner],
              isNumber: true,
              cell: (week: PartnersPageData['weeks'][number]) => {
                const value = rate(week, index);
                return value === null ? '–' : percent(value);
              },
            })),
          ]}
        />
      }
    >
      <LineChart
        label="Conversion by week"
        isRate
        labels={weeks.map(({ week }) => day(week))}
        format={(value) => percent(value)}
        formatTick={(value) => percent(value, 0)}
        series={partners.map((partner, index) => ({
          name: PARTNER_NAMES[partner],
          values: weeks.map((week) => rate(week, index)),
        }))}
      />
    </Figure>
  );
}

export function Reversals({ months }: { months: PartnersPageData['months'] }) {
  const partners = months[0]?.partners.map(({ partner }) => partner) ?? [];
  const label = ({ month: of, open }: PartnersPageData['months'][number]) => `${month(of)}${open ? '*' : ''}`;
  return (
    <Figure
      title="Reversal rate by month earned"
      sub="* The month is still open for reversals"
      define="reversal-rate"
      span={5}
      page="partners"
      table="months"
      asTable={
        <DataTable
          caption="Reversal rate by month earned"
          rows={months.toReversed()}
          rowKey={(each) => each.month}
          columns={[
            { head: 'Earned in', cell: label },
            ...partners.map((partner, index) => ({
              head: PARTNER_NAMES[partner],
              isNumber: true,
              cell: (each: PartnersPageData['months'][number]) =>
                percent(share(each.partners[index]?.reversed ?? 0, each.partners[index]?.earned ?? 0)),
            })),
          ]}
        />
      }
    >
      <GroupedBars
        label="Reversal rate by month earned"
        names={partners.map((partner) => PARTNER_NAMES[partner])}
        format={(value) => percent(value, Number.isInteger(round(100 * value)) ? 0 : 1)}
        groups={months.map((each) => ({
          label: label(each),
          values: each.partners.map(({ reversed, earned }) => share(reversed, earned)),
        }))}
      />
    </Figure>
  );
}
