import type { PartnersPageData } from '@panel/domain/console/money-pages';
import { PARTNER_NAMES } from '@panel/domain/partners/partners';
import { FigureOverTime } from '../charts/FigureOverTime.tsx';
import { GroupedBars } from '../charts/GroupedBars.tsx';
import { LineChart } from '../charts/LineChart.tsx';
import { day, month, percent, share } from '../format.ts';

export const Conversion = ({ weeks }: { weeks: PartnersPageData['weeks'] }) => (
  <FigureOverTime
    title="Conversion by week"
    sub="Completes divided by entries, by week of entry"
    define="conversion"
    span={7}
    page="partners"
    table="weeks"
    chart={LineChart}
    isRate
    labelHead="Week of"
    labels={weeks.map(({ week }) => day(week))}
    format={(value) => percent(value)}
    series={(weeks[0]?.partners ?? []).map(({ partner }, index) => ({
      name: PARTNER_NAMES[partner],
      values: weeks.map(({ partners }) => {
        const { completed = 0, entered = 0 } = partners[index] ?? {};
        return entered === 0 ? null : share(completed, entered);
      }),
    }))}
  />
);

export const Reversals = ({ months }: { months: PartnersPageData['months'] }) => (
  <FigureOverTime
    title="Reversal rate by month earned"
    sub="* The month is still open for reversals"
    define="reversal-rate"
    span={5}
    page="partners"
    table="months"
    chart={GroupedBars}
    isRate
    labelHead="Earned in"
    labels={months.map((each) => `${month(each.month)}${each.open ? '*' : ''}`)}
    format={(value) => percent(value)}
    series={(months[0]?.partners ?? []).map(({ partner }, index) => ({
      name: PARTNER_NAMES[partner],
      values: months.map(({ partners }) => {
        const { reversed = 0, earned = 0 } = partners[index] ?? {};
        return earned === 0 ? null : share(reversed, earned);
      }),
    }))}
  />
);
