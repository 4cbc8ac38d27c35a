import type { PartnerFigures, PartnersPageData as Partners } from '@panel/domain/console/money-pages';
import { PARTNER_NAMES } from '@panel/domain/partners/partners';
import { useAddress } from '../address.ts';
import { Funnel } from '../charts/Funnel.tsx';
import { count, day, dayAndTime, minutes, percent, plural, rand, share, sum } from '../format.ts';
import { OperationButton } from '../operations/OperationButton.tsx';
import { Card, FigureSection } from '../parts/Card.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { Define } from '../parts/Definitions.tsx';
import { Facts } from '../parts/Facts.tsx';
import layout from '../parts/layout.module.css';
import { PageHead } from '../parts/PageHead.tsx';
import { StatePill, StatusPill } from '../parts/StatusPill.tsx';
import { Tabs } from '../parts/Tabs.tsx';
import textStyles from '../parts/text.module.css';
import type { PageProps } from '../shell/PageState.tsx';
import { CONNECTION_STATES, PROBES_ONLY } from '../words.ts';
import { Conversion, Reversals } from './PartnerCharts.tsx';
import { Callbacks, Codes, LateEnds } from './PartnerReports.tsx';

const PERIODS = ['7', '30', '90'].map((days) => ({ value: days, label: `${days} days` }));

const total = (page: Partners, of: 'entered' | 'completed' | 'rewards') => sum(page.partners.map((each) => each[of]));

export function PartnersPage({ data: page }: PageProps<'partners'>) {
  const { query } = useAddress();
  const period = `${day(page.from)} to ${day(page.to)}`;
  return (
    <>
      <PageHead
        title="Partners"
        sub={`${plural(total(page, 'entered'), 'entry', 'entries')}, ${plural(total(page, 'completed'), 'complete')}, ${rand(total(page, 'rewards'))} earned · sessions entered ${period}, as of the end of ${day(page.to)}`}
      >
        <Tabs name="days" label="Period" value={query.get('days') ?? '30'} tabs={PERIODS} />
      </PageHead>
      <FigureSection
        title="From entry to reward"
        page="partners"
        table="partners"
        asTable={<FunnelsTable page={page} />}
      >
        <div className={`${layout.grid} ${layout.stretch}`}>
          {page.partners.map((partner, index) => (
            <PartnerCard key={partner.partner} figures={partner} series={index + 1} />
          ))}
        </div>
      </FigureSection>
      <div className={`${layout.grid} ${layout.stretch}`}>
        <Conversion weeks={page.weeks} />
        <Reversals months={page.months} />
        <Callbacks page={page} period={period} />
        <Codes codes={page.codes} />
        <LateEnds rows={page.lateEnds} />
      </div>
    </>
  );
}

function PartnerCard({ figures, series }: { figures: PartnerFigures; series: number }) {
  const { partner, entered, returned, completed, released, reversed, breakerOpen, blockedSince } = figures;
  const name = PARTNER_NAMES[partner];
  return (
    <Card
      title={name}
      span={4}
      tools={figures.connection && <StatePill state={CONNECTION_STATES[figures.connection]} />}
    >
      <Funnel
        series={series}
        stages={[
          { name: 'Entered', value: entered },
          ...(returned === null
            ? [{ name: 'Complete', value: completed, remark: `${percent(share(completed, entered))} of entered` }]
            : [
                { name: 'Returned', value: returned, remark: `${percent(share(returned, entered))} of entered` },
                { name: 'Complete', value: completed, remark: `${percent(share(completed, returned))} of returned` },
              ]),
          { name: 'Released', value: released, remark: `${count(figures.pending)} pending` },
          { name: 'Reversed', value: reversed, remark: `${percent(share(reversed, completed))} of completes` },
        ]}
      />
      <Facts
        rows={[
          {
            key: 'length',
            label: (
              <>
                Median length <Define word="length" />
              </>
            ),
            value: figures.medianMinutes === null ? '–' : minutes(figures.medianMinutes),
          },
          {
            key: 'earnings',
            label: (
              <>
                Earnings per click <Define word="earnings-per-click" />
              </>
            ),
            value: rand(Math.round(share(figures.owedByPartner, entered))),
          },
          { label: 'Mean reward', value: rand(Math.round(share(figures.rewards, figures.rewarded))) },
        ]}
      />
      <div className={`${layout.row} ${layout.between}`}>
        <span className={`${textStyles.soft} ${textStyles.small}`}>{breakerOpen && PROBES_ONLY}</span>
        {blockedSince ? (
          <OperationButton name="unblock-partner" known={{ partner }} subject={name} isSmall>
            Unblock the button…
          </OperationButton>
        ) : (
          <OperationButton name="block-partner" known={{ partner }} subject={name} isDanger isSmall>
            Block the button…
          </OperationButton>
        )}
      </div>
      {blockedSince && <StatusPill tone="bad">{`Blocked since ${dayAndTime(blockedSince)}`}</StatusPill>}
    </Card>
  );
}

const FunnelsTable = ({ page }: { page: Partners }) => (
  <DataTable
    caption="From entry to reward, by partner"
    rows={page.partners}
    rowKey={({ partner }) => partner}
    columns={[
      { head: 'Partner', cell: ({ partner }) => PARTNER_NAMES[partner], foot: 'All' },
      ...(['entered', 'returned', 'completed', 'pending', 'released', 'reversed'] as const).map((of) => ({
        head: {
          entered: 'Entered',
          returned: 'Returned',
          completed: 'Verified complete',
          pending: 'Pending',
          released: 'Released',
          reversed: 'Reversed',
        }[of],
        value: (partner: PartnerFigures) => partner[of],
        isSummed: true,
      })),
      {
        head: 'Conversion',
        value: ({ completed, entered }) => share(completed, entered),
        format: (value) => percent(value),
        foot: percent(share(total(page, 'completed'), total(page, 'entered'))),
      },
      { head: 'Median length', value: ({ medianMinutes }) => medianMinutes, format: minutes },
      {
        head: 'Per click',
        value: ({ owedByPartner, entered }) => Math.round(share(owedByPartner, entered)),
        format: rand,
      },
    ]}
  />
);
