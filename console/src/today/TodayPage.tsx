import type { TodayPageData as Today } from '@panel/api/pages/today';
import type { Waiting } from '@panel/api/pages/waiting';
import { WITHHELD_REASONS } from '@panel/domain/rewards/pricing';
import { Button, buttonClass } from '@panel/ui/Button';
import { refreshIcon } from '@panel/ui/Icon';
import { reload } from '../api.ts';
import { Uptime, UptimeLegend } from '../charts/Uptime.tsx';
import { count, dayAndTime, longDay, percent, plural, rand, sum, time } from '../format.ts';
import { pauseIcon } from '../icons.ts';
import { Link } from '../Link.tsx';
import { BooksCard } from '../money/BooksCard.tsx';
import { Age } from '../parts/Age.tsx';
import { Banner } from '../parts/Banner.tsx';
import { Card } from '../parts/Card.tsx';
import { Facts } from '../parts/Facts.tsx';
import layout from '../parts/layout.module.css';
import { PageHead } from '../parts/PageHead.tsx';
import { StatePill } from '../parts/StatusPill.tsx';
import { TableCard } from '../parts/TableCard.tsx';
import { Proposals } from '../proposals/Proposals.tsx';
import { useSession } from '../session.ts';
import type { PageProps } from '../shell/PageState.tsx';
import {
  CONNECTION_NAMES,
  CONNECTION_STATES,
  NOT_CALLED,
  PAYOUT_STATES,
  PROBES_ONLY,
  pageHref,
  WAITING,
} from '../words.ts';
import { FailedItems } from './FailedItems.tsx';
import { Last30Days } from './Last30Days.tsx';
import styles from './TodayPage.module.css';

export function TodayPage({ data: today }: PageProps<'today'>) {
  return (
    <>
      <PageHead title="Today" sub={`${longDay(today.at)}, ${time(today.at)} · South African time`}>
        <Button tone="plain" icon={refreshIcon} onClick={() => reload()}>
          Refresh
        </Button>
      </PageHead>
      {today.payouts.frozenSince && (
        <FrozenBanner since={today.payouts.frozenSince} open={totalOf(today.payouts.open)} />
      )}
      <div className={layout.grid}>
        <div className={`${layout.stack} ${layout.span8}`}>
          <WaitingCard waiting={today.waiting} now={today.at} />
          <FailedItems items={today.failedItems} now={today.at} />
          <Proposals today={today} />
        </div>
        <div className={`${layout.stack} ${layout.span4}`}>
          <BooksCard books={today.books} />
          <PayoutsCard payouts={today.payouts} />
        </div>
        <Connections connections={today.connections} />
        <Last30Days today={today} />
      </div>
    </>
  );
}

function WaitingCard({ waiting, now }: { waiting: Waiting[]; now: string }) {
  const total = sum(waiting.map((each) => each.count));
  const title = total === 0 ? 'Nothing needs attention' : `${plural(total, 'item needs', 'items need')} attention`;
  return (
    <TableCard
      title={title}
      sub="Overdue items have an orange edge"
      caption="Items that need attention"
      narrow="cards"
      rows={waiting}
      rowKey={({ kind }) => kind}
      isWaiting={({ overdue }) => overdue}
      empty="All done."
      columns={[
        {
          head: 'What',
          cell: ({ kind }) => <PageLink href={WAITING[kind][1]}>{WAITING[kind][0]}</PageLink>,
          note: ({ reasons = [] }) => reasons.map((reason) => WITHHELD_REASONS[reason]).join('; '),
        },
        { head: 'Count', value: (each) => each.count, format: (many) => <b>{count(many)}</b> },
        {
          head: 'Oldest',
          isNumber: true,
          cell: ({ oldest, overdue }) => <Age since={oldest} at={now} isLate={overdue} />,
        },
        { head: 'Amount', value: ({ amount }) => amount, format: rand },
      ]}
    />
  );
}

/** Whether the role can open a link's page. */
function useMayFollow(href: string): boolean {
  const session = useSession();
  return session?.pages.some(({ page }) => href.split(/[?#]/)[0] === pageHref(page)) ?? false;
}

/** Plain text if the role can't open the page. */
const PageLink = ({ href, children }: { href: string; children: string }) =>
  useMayFollow(href) ? <Link href={href}>{children}</Link> : children;

/** Only for roles that can open the page. */
const PageButton = ({ href, children }: { href: string; children: string }) =>
  useMayFollow(href) && (
    <Link className={buttonClass('plain')} href={href}>
      {children}
    </Link>
  );

const totalOf = (open: Today['payouts']['open']) => ({
  count: sum(open.map((each) => each.count)),
  amount: sum(open.map((each) => each.amount)),
});

const FrozenBanner = ({ since, open }: { since: string; open: { count: number; amount: number } }) => (
  <Banner
    tone="bad"
    icon={pauseIcon}
    title={`Payouts have been frozen since ${dayAndTime(since)}`}
    actions={
      <>
        <PageButton href="/settlement">Review settlement</PageButton>
        <PageButton href="/money">Open Money</PageButton>
      </>
    }
  >
    <p>
      No vouchers are requested until two people resume payouts. {plural(open.count, 'withdrawal')} ({rand(open.amount)}
      ) {open.count === 1 ? 'is' : 'are'} open.
    </p>
  </Banner>
);

function PayoutsCard({ payouts: { frozenSince, open } }: { payouts: Today['payouts'] }) {
  const all = totalOf(open);
  return (
    <Card
      title="Payouts"
      sub={all.count === 0 ? 'None are open' : 'Open now'}
      tools={<StatePill state={frozenSince ? ['bad', 'Frozen'] : ['good', 'Running']} />}
    >
      <div className={layout.stack}>
        {open.length > 0 && (
          <Facts
            rows={[
              ...open.map(({ state, count: many, amount }) => ({
                label: PAYOUT_STATES[state][0],
                value: `${count(many)} · ${rand(amount)}`,
              })),
              ...(open.length > 1
                ? [{ label: 'All', value: `${count(all.count)} · ${rand(all.amount)}`, isSum: true }]
                : []),
            ]}
          />
        )}
        <div>
          <PageButton href="/money">Open Money</PageButton>
        </div>
      </div>
    </Card>
  );
}

const Connections = ({ connections }: { connections: Today['connections'] }) => (
  <Card title="Connections" sub="The last 24 hours by half hour" csv={{ page: 'today', table: 'connections' }}>
    <UptimeLegend />
    <ul className={styles.services}>
      {connections.map(({ name, state, since, medianSeconds, failedShare, breakerOpen, halfHours }) => {
        const facts = [
          medianSeconds !== null && `${medianSeconds.toFixed(1)} s`,
          failedShare !== null && `${percent(failedShare)} failed`,
          since !== null && `since ${dayAndTime(since)}`,
          breakerOpen && PROBES_ONLY,
        ];
        const bad = halfHours.filter((each) => each === 'slow' || each === 'broken').length;
        return (
          <li key={name}>
            <div className={styles.service}>
              <h3>{CONNECTION_NAMES[name]}</h3>
              <StatePill state={state ? CONNECTION_STATES[state] : NOT_CALLED} />
            </div>
            <Uptime
              label={`${CONNECTION_NAMES[name]}: ${bad} of ${halfHours.length} half hours slow or broken`}
              halfHours={halfHours}
            />
            <p>{facts.filter(Boolean).join(' · ')}</p>
          </li>
        );
      })}
    </ul>
  </Card>
);
