import { MAX_RECONCILED_SHARE, type QualityPageData, RECONCILED_MONTHS } from '@panel/domain/console/quality-page';
import { GOOD_SCORE } from '@panel/domain/quality/score';
import { BarList } from '../charts/BarList.tsx';
import { count, day, month, percent, share, sum } from '../format.ts';
import { Card, CsvLink } from '../parts/Card.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import layout from '../parts/layout.module.css';
import { PageHead } from '../parts/PageHead.tsx';
import { StatusPill } from '../parts/StatusPill.tsx';
import type { PageProps } from '../shell/PageState.tsx';
import { PARTNER_NAMES } from '../words.ts';
import { SubNav } from './SubNav.tsx';

export const QualityPage = ({ data }: PageProps<'quality'>) => (
  <>
    <SubNav current="quality" />
    <PageHead
      title="Panel quality"
      sub={`Counted on ${day(data.countedOn)}. A score changes no status and no money.`}
    />
    <div className={layout.grid}>
      <Scores scores={data.scores} />
      <Reconciliation rows={data.reconciliation} />
    </div>
    <Months months={data.months} />
  </>
);

const bandLabel = (from: number | null): string =>
  from === null ? 'No score yet' : `${from} to ${from === 90 ? 100 : from + 9}`;

function Scores({ scores }: { scores: QualityPageData['scores'] }) {
  const scored = scores.filter(({ from }) => from !== null);
  const total = sum(scored.map(({ people }) => people));
  const good = sum(scored.filter(({ from }) => (from ?? 0) >= GOOD_SCORE).map(({ people }) => people));
  return (
    <Card
      title={total === 0 ? 'No scores yet' : `${percent(share(good, total))} of scores are ${GOOD_SCORE} or more`}
      sub="Approved panelists by quality score"
      tools={<CsvLink page="quality" table="scores" />}
      span={6}
    >
      <BarList
        rows={scores.map(({ from, people }) => ({ label: bandLabel(from), value: people }))}
        total={sum(scores.map(({ people }) => people))}
      />
    </Card>
  );
}

function Reconciliation({ rows }: { rows: QualityPageData['reconciliation'] }) {
  const over = rows.filter(({ isOver }) => isOver).length;
  return (
    <Card
      title={`${over === 0 ? 'No' : count(over)} ${over === 1 ? 'partner' : 'partners'} took back over ${percent(MAX_RECONCILED_SHARE, 0)}`}
      sub={`Completes of the last ${RECONCILED_MONTHS} months`}
      tools={<CsvLink page="quality" table="reconciliation" />}
      span={6}
      flush
    >
      <DataTable
        caption="Reconciliation by partner"
        rows={rows}
        rowKey={({ partner }) => partner}
        isWaiting={({ isOver }) => isOver}
        columns={[
          { head: 'Partner', cell: ({ partner }) => PARTNER_NAMES[partner] },
          { head: 'Rewards', isNumber: true, cell: ({ rewarded }) => count(rewarded) },
          { head: 'Taken back', isNumber: true, cell: ({ reversed }) => count(reversed) },
          {
            head: 'Share',
            isNumber: true,
            cell: ({ rewarded, reversed, isOver }) => (
              <StatusPill tone={isOver ? 'wait' : 'good'}>{percent(share(reversed, rewarded))}</StatusPill>
            ),
          },
        ]}
      />
    </Card>
  );
}

type Figures = QualityPageData['months'][number];
type Figure = Exclude<keyof Figures, 'month' | 'partner'>;
const shareColumn = (head: string, part: Figure, whole: Figure) => ({
  head,
  isNumber: true,
  cell: (row: Figures) => (row[whole] === 0 ? '–' : `${count(row[part])} (${percent(share(row[part], row[whole]))})`),
});

const Months = ({ months }: { months: QualityPageData['months'] }) => (
  <Card
    title="Completes by month and partner"
    sub="Fast: if the usual length was known. The current month is incomplete."
    tools={<CsvLink page="quality" table="months" />}
    flush
  >
    <DataTable
      caption="Quality of completes by month and partner"
      rows={months}
      rowKey={({ month: of, partner }) => `${of} ${partner}`}
      groupOf={({ month: of }) => month(of)}
      empty="No completes yet."
      columns={[
        { head: 'Partner', cell: ({ partner }) => PARTNER_NAMES[partner] },
        { head: 'Completes', isNumber: true, cell: ({ completes }) => count(completes) },
        shareColumn('Fast', 'fast', 'timed'),
        shareColumn('Disagreeing answers', 'contradictory', 'completes'),
        shareColumn('Taken back', 'reversed', 'rewarded'),
      ]}
    />
  </Card>
);
