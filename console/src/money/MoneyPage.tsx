import { type MoneyPageData as Money, sumOfLiability } from '@panel/domain/console/money-pages';
import { buttonClass } from '@panel/ui/Button';
import { PartsBar } from '../charts/Bar.tsx';
import { FigureOverTime } from '../charts/FigureOverTime.tsx';
import { GroupedBars } from '../charts/GroupedBars.tsx';
import { StackedAreas } from '../charts/StackedAreas.tsx';
import seriesStyles from '../charts/series.module.css';
import { day, dayAndTime, month, monthEnds, plural, rand, signedRand, sum, time, wholeRand } from '../format.ts';
import { pauseIcon, uploadIcon } from '../icons.ts';
import { Link } from '../Link.tsx';
import { OperationButton } from '../operations/OperationButton.tsx';
import { Banner } from '../parts/Banner.tsx';
import cardStyles from '../parts/Card.module.css';
import { Card } from '../parts/Card.tsx';
import { Define } from '../parts/Definitions.tsx';
import { Facts } from '../parts/Facts.tsx';
import layout from '../parts/layout.module.css';
import { PageHead } from '../parts/PageHead.tsx';
import { Amount } from '../parts/StatTile.tsx';
import textStyles from '../parts/text.module.css';
import { OpenProposal } from '../proposals/OpenProposal.tsx';
import type { PageProps } from '../shell/PageState.tsx';
import { BooksCard } from './BooksCard.tsx';
import { ExposureCard } from './ExposureCard.tsx';
import { MessagesInReview, PayoutsInReview, WithheldRewards } from './MoneyReviews.tsx';
import { OpenPayouts } from './OpenPayouts.tsx';
import { SettlementCard } from './SettlementCard.tsx';
import { isRecentOrOpen, StatementsCard } from './StatementsCard.tsx';

export function MoneyPage({ data: money }: PageProps<'money'>) {
  const ends = money.liabilityOverTime.at(-1)?.day;
  return (
    <>
      <PageHead title="Money" sub={`As of ${time(money.at)}${ends ? ` · charts end on ${day(ends)}` : ''}`}>
        {!money.frozen && (
          <OperationButton name="freeze-payouts" isDanger icon={pauseIcon}>
            Freeze payouts…
          </OperationButton>
        )}
      </PageHead>
      {money.frozen && (
        <Banner
          tone="bad"
          icon={pauseIcon}
          title={`Payouts have been frozen since ${dayAndTime(money.frozen.since)}`}
          actions={
            <OpenProposal proposal={money.frozen.proposal}>
              <OperationButton name="resume-payouts" isPrimary>
                Resume payouts…
              </OperationButton>
            </OpenProposal>
          }
        >
          <p>{money.frozen.reason}</p>
        </Banner>
      )}
      <div className={`${layout.grid} ${layout.stretch}`}>
        <LiabilityNow money={money} />
        <LiabilityOverTime money={money} />
        <Movement money={money} />
        <Flows flows={money.flows} />
      </div>
      <div className={layout.grid}>
        <div className={`${layout.stack} ${layout.span7}`}>
          <OpenPayouts payouts={money.payouts} />
          <PayoutsInReview money={money} />
          <WithheldRewards money={money} />
          <MessagesInReview money={money} />
          <ExposureCard exposure={money.exposure} pending={money.liability.pending} />
        </div>
        <div className={`${layout.stack} ${layout.span5}`}>
          <BooksCard books={money.books} />
          <SettlementCard settlement={money.settlement} />
        </div>
        <StatementsCard
          statements={money.statements.filter(isRecentOrOpen)}
          csv={{ page: 'money', table: 'statements' }}
          tools={
            <>
              <Link className={buttonClass('quiet', true)} href="/statement">
                All statements
              </Link>
              <OperationButton name="read-statement" icon={uploadIcon} isSmall>
                Upload a statement…
              </OperationButton>
            </>
          }
        />
      </div>
    </>
  );
}

const swatch = (series: number, label: string) => (
  <>
    <span className={`${seriesStyles.swatch} ${seriesStyles[`series${series}`]}`} />
    {label}
  </>
);

function LiabilityNow({ money: { liability, owed, payouts } }: { money: Money }) {
  const { available, pending, reserved, unclaimed } = liability;
  const all = sumOfLiability(liability);
  const open = sum(payouts.flatMap(({ ages }) => ages));
  return (
    <Card title="Liability now" define="liability" span={4}>
      <p className={textStyles.amount}>
        <Amount cents={all} />
      </p>
      <PartsBar label="Liability by part, as listed below" parts={[available, pending, reserved, unclaimed]} />
      <Facts
        rows={[
          { key: 'available', label: swatch(1, 'Available'), value: rand(available) },
          { key: 'pending', label: swatch(2, 'Pending'), value: rand(pending) },
          { key: 'reserved', label: swatch(3, `Reserved, ${plural(open, 'open payout')}`), value: rand(reserved) },
          { key: 'unclaimed', label: swatch(4, 'Unclaimed'), value: rand(unclaimed) },
          { label: 'All', value: rand(all), isSum: true },
        ]}
      />
      <p className={cardStyles.foot}>
        Panelists also owe {rand(owed)} (not deducted here) <Define word="owed" />
      </p>
      {unclaimed > 0 && (
        <OperationButton name="claim-payout" isSmall>
          Record a claim…
        </OperationButton>
      )}
    </Card>
  );
}

function LiabilityOverTime({ money: { liabilityOverTime: over } }: { money: Money }) {
  const seriesOf = (name: string, of: (each: (typeof over)[number]) => number) => ({ name, values: over.map(of) });
  const available = seriesOf('Available', (each) => each.available);
  const pending = seriesOf('Pending', (each) => each.pending);
  return (
    <FigureOverTime
      title="Liability over time"
      sub="At month end. Other means reserved and unclaimed."
      define="liability"
      span={8}
      page="money"
      table="liability"
      chart={StackedAreas}
      labelHead="At the end of"
      labels={monthEnds(over.map((each) => each.day))}
      format={wholeRand}
      series={[available, pending, seriesOf('Other', ({ reserved, unclaimed }) => reserved + unclaimed)]}
      tableSeries={[
        available,
        pending,
        seriesOf('Reserved', ({ reserved }) => reserved),
        seriesOf('Unclaimed', ({ unclaimed }) => unclaimed),
        seriesOf('All', sumOfLiability),
      ]}
    />
  );
}

function Movement({ money: { movement, at } }: { money: Money }) {
  const { opening, accepted, thankYous, reversed, debtsPaidOff, paidOut, forfeited } = movement;
  return (
    <Card title="What changed this month" sub={`${day(movement.from)} to ${day(at)}`} span={4}>
      <Facts
        rows={[
          { label: `Liability before ${day(movement.from)}`, value: rand(opening) },
          { label: 'Rewards accepted', value: signedRand(accepted) },
          { label: 'Thank-yous for late screen-outs', value: signedRand(thankYous) },
          { label: 'Reversed by partners', value: signedRand(-reversed) },
          { label: 'Debts paid off by new rewards', value: signedRand(-debtsPaidOff) },
          { label: 'Paid out', value: signedRand(-paidOut) },
          { label: 'Forfeited when profiles were deleted', value: signedRand(-forfeited) },
          {
            label: 'Liability now',
            value: rand(opening + accepted + thankYous - reversed - debtsPaidOff - paidOut - forfeited),
            isSum: true,
          },
        ]}
      />
    </Card>
  );
}

const Flows = ({ flows }: { flows: Money['flows'] }) => (
  <FigureOverTime
    title="Partners’ debts, rewards and payouts"
    sub="By month. The current month is incomplete."
    define="owed-by-partners"
    span={8}
    page="money"
    table="flows"
    chart={GroupedBars}
    labelHead="Month"
    labels={flows.map((each) => month(each.month))}
    format={wholeRand}
    series={[
      { name: 'Owed by partners', values: flows.map(({ owedByPartners }) => owedByPartners) },
      { name: 'Rewards accepted', values: flows.map(({ accepted }) => accepted) },
      { name: 'Paid out', values: flows.map(({ paidOut }) => paidOut) },
    ]}
  />
);
