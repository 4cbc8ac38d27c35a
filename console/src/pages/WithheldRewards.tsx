import type { MoneyPageData } from '@panel/domain/console/money-pages';
import { WITHHELD_REASONS } from '@panel/domain/rewards/pricing';
import { age, plural, rand, sum } from '../format.ts';
import { OperationButton } from '../operations/OperationButton.tsx';
import { Card } from '../parts/Card.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import layout from '../parts/layout.module.css';
import textStyles from '../parts/text.module.css';
import { OpenProposal } from './OpenProposal.tsx';

/** A reward that is there already is not left, but taken back with the rest. */
function DecideReward({
  reward: { event, reason, amount, standing },
}: {
  reward: MoneyPageData['withheldRewards'][number];
}) {
  const subject = `Event ${event} · ${rand(amount)} · ${WITHHELD_REASONS[reason]}`;
  return (
    <div className={layout.row}>
      <OperationButton name="credit-reward" known={{ event }} subject={subject} isSmall>
        Credit…
      </OperationButton>
      <OperationButton name="reverse-reward" known={{ event }} subject={subject} isDanger={standing !== null} isSmall>
        {standing === null ? 'Reject…' : 'Take it back…'}
      </OperationButton>
    </div>
  );
}

/** Completions that broke a rule for review. */
export function WithheldRewards({ money: { withheldRewards, at } }: { money: MoneyPageData }) {
  return (
    <Card
      title={
        withheldRewards.length === 0
          ? 'No rewards are withheld'
          : `${plural(withheldRewards.length, 'reward is', 'rewards are')} withheld`
      }
      sub={
        withheldRewards.length > 0 &&
        `${rand(sum(withheldRewards.map(({ amount, standing }) => amount - (standing ?? 0))))} hidden from panelists until two people decide.`
      }
      anchor="withheld"
      flush
    >
      <DataTable
        caption="Withheld rewards"
        narrow="cards"
        rows={withheldRewards}
        rowKey={({ event }) => event}
        empty={null}
        columns={[
          { head: 'Event', cell: ({ event }) => <span className={textStyles.mono}>{event}</span> },
          {
            head: 'Why',
            cell: ({ reason, standing }) => (
              <div>
                {WITHHELD_REASONS[reason]}
                {standing !== null && <small>{rand(standing)} already credited</small>}
              </div>
            ),
          },
          { head: 'Age', isNumber: true, cell: ({ earnedAt }) => age(earnedAt, at) },
          { head: 'Quality', isNumber: true, cell: ({ quality }) => quality ?? '–' },
          { head: 'Amount', isNumber: true, cell: ({ amount }) => rand(amount) },
          {
            head: 'Action',
            isAction: true,
            cell: (reward) => (
              <OpenProposal proposal={reward.proposal} isSmall>
                <DecideReward reward={reward} />
              </OpenProposal>
            ),
          },
        ]}
      />
    </Card>
  );
}
