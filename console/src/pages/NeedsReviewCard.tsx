import type { MoneyPageData } from '@panel/domain/console/money-pages';
import { isOverdue } from '@panel/domain/console/today-page';
import { age, plural, rand, sum } from '../format.ts';
import { OperationButton } from '../operations/OperationButton.tsx';
import { Card, CsvLink } from '../parts/Card.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { Reference } from '../parts/Reference.tsx';
import { StatusPill } from '../parts/StatusPill.tsx';
import textStyles from '../parts/text.module.css';
import { OpenProposal } from './OpenProposal.tsx';

export function NeedsReviewCard({ money: { needsReview, at } }: { money: MoneyPageData }) {
  const oldest = needsReview[0];
  return (
    <Card
      title={
        oldest
          ? `${plural(needsReview.length, 'payout needs', 'payouts need')} review, ${rand(sum(needsReview.map(({ amount }) => amount)))}`
          : 'No payouts need review'
      }
      sub={oldest && 'Ask the issuer about the reference, then propose the outcome'}
      tools={
        oldest && (
          <>
            <StatusPill tone="wait">{`Oldest ${age(oldest.since, at)}`}</StatusPill>
            <CsvLink page="money" table="needs-review" />
          </>
        )
      }
      anchor="needs-review"
      flush
    >
      <DataTable
        caption="Payouts that need review"
        narrow="cards"
        rows={needsReview}
        rowKey={({ id }) => id}
        isWaiting={({ since }) => isOverdue(since, at)}
        empty={null}
        columns={[
          { head: 'Reference', cell: ({ reference }) => <Reference value={reference} /> },
          { head: 'Issuer’s answer', cell: ({ answer }) => answer },
          {
            head: 'Age',
            isNumber: true,
            cell: ({ since }) => (
              <span className={isOverdue(since, at) ? textStyles.late : undefined}>{age(since, at)}</span>
            ),
          },
          { head: 'Quality', isNumber: true, cell: ({ quality }) => quality ?? '–' },
          { head: 'Amount', isNumber: true, cell: ({ amount }) => rand(amount) },
          {
            head: 'Action',
            isAction: true,
            cell: ({ id, reference, amount, proposal }) => (
              <OpenProposal proposal={proposal} isSmall>
                <OperationButton
                  name="resolve-payout"
                  known={{ id }}
                  subject={`${reference} · ${rand(amount)}`}
                  isSmall
                >
                  Resolve…
                </OperationButton>
              </OpenProposal>
            ),
          },
        ]}
      />
    </Card>
  );
}
