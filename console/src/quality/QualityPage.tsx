import { isOverReconciled, MAX_RECONCILED_SHARE, type MonthOfPartner } from '@panel/domain/console/quality-page';
import { PARTNER_NAMES } from '@panel/domain/partners/partners';
import { BarList } from '../charts/BarList.tsx';
import { count, day, month, percent, share, sum } from '../format.ts';
import { Card } from '../parts/Card.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { TableCard } from '../parts/TableCard.tsx';
import type { PageProps } from '../shell/PageState.tsx';

type Figure = Exclude<keyof MonthOfPartner, 'month' | 'partner'>;
const shareColumn = (head: string, part: Figure, whole: Figure) => ({
  head,
  isNumber: true,
  cell: (row: MonthOfPartner) => `${count(row[part])} (${percent(share(row[part], row[whole]))})`,
});

export const QualityPage = ({ data: { countedOn, scores, months } }: PageProps<'quality'>) => (
  <>
    <PageHead title="Panel quality" sub={`Counted on ${day(countedOn)}`} />
    <Card title="Panelists by score" csv={{ page: 'quality', table: 'scores' }}>
      <BarList
        rows={scores.map(({ score, people }) => ({ label: score, value: people }))}
        total={sum(scores.map(({ people }) => people))}
      />
    </Card>
    <TableCard
      title="Completes by month"
      sub={`Marked: over ${percent(MAX_RECONCILED_SHARE, 0)} taken back`}
      csv={{ page: 'quality', table: 'months' }}
      rows={months}
      rowKey={(row) => row.month + row.partner}
      groupOf={(row) => month(row.month)}
      isWaiting={isOverReconciled}
      columns={[
        { head: 'Partner', cell: ({ partner }) => PARTNER_NAMES[partner] },
        { head: 'Completes', value: ({ completes }) => completes },
        shareColumn('Fast', 'fast', 'timed'),
        shareColumn('Answers that disagree', 'contradictory', 'completes'),
        shareColumn('Taken back', 'reversed', 'rewarded'),
      ]}
    />
  </>
);
