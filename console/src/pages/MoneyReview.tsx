import type { MoneyPage } from '@panel/domain/console/money-pages';
import { isOverdue } from '@panel/domain/console/today-page';
import { WITHHELD_REASONS } from '@panel/domain/rewards/withheld';
import { HeatTable, heatClass } from '../charts/HeatTable.tsx';
import { age, count, plural, rand, sum } from '../format.ts';
import { OperationButton } from '../operations/OperationButton.tsx';
import { Card, CsvLink } from '../parts/Card.tsx';
import tableStyles from '../parts/DataTable.module.css';
import { DataTable } from '../parts/DataTable.tsx';
import layout from '../parts/layout.module.css';
import { StatusPill } from '../parts/StatusPill.tsx';
import textStyles from '../parts/text.module.css';
import { PAYOUT_STATES } from '../words.ts';
import { OpenProposal } from './OpenProposal.tsx';

const AGES = ['Under 15 min', 'to 1 h', 'to 24 h', 'Older'];

/** Open payouts by state and age: a table with heat, so that what is stuck stands out. */
export function OpenPayouts({ payouts }: { payouts: MoneyPage['payouts'] }) {
  const open = sum(payouts.flatMap(({ ages }) => ages));
  const review = sum(payouts.find(({ state }) => state === 'needs-review')?.ages ?? []);
  const max = Math.max(...payouts.flatMap(({ ages }) => ages), 1);
  return (
    <Card
      title={`${plural(open, 'payout is', 'payouts are')} open; ${review === 0 ? 'none need' : review === 1 ? 'one needs' : `${count(review)} need`} review`}
      sub="By state and age. While the issuer is up, no payout should stay open for more than 15 minutes."
      tools={<CsvLink page="money" table="payouts" />}
      flush
    >
      <HeatTable label="Payouts by state and age">
        <thead>
          <tr>
            <th scope="col">State</th>
            {[...AGES, 'All', 'Amount'].map((head) => (
              <th key={head} scope="col" className={tableStyles.number}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {payouts.map(({ state, ages, amount }) => (
            <tr key={state}>
              <th scope="row">
                {PAYOUT_STATES[state][0]}
                <small>{PAYOUT_STATES[state][1]}</small>
              </th>
              {ages.map((value, index) => (
                <td key={AGES[index]} className={value === 0 ? tableStyles.number : heatClass(value, max)}>
                  {value === 0 ? '·' : count(value)}
                </td>
              ))}
              <td className={tableStyles.number}>
                <b>{count(sum(ages))}</b>
              </td>
              <td className={tableStyles.number}>{rand(amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All</th>
            {AGES.map((head, index) => (
              <td key={head} className={tableStyles.number}>
                {count(sum(payouts.map(({ ages }) => ages[index] ?? 0)))}
              </td>
            ))}
            <td className={tableStyles.number}>{count(open)}</td>
            <td className={tableStyles.number}>{rand(sum(payouts.map(({ amount }) => amount)))}</td>
          </tr>
        </tfoot>
      </HeatTable>
    </Card>
  );
}

export function NeedsReviewCard({ money: { needsReview, at } }: { money: MoneyPage }) {
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
      {oldest && (
        <DataTable
          caption="Payouts that need review"
          narrow="cards"
          rows={needsReview}
          rowKey={({ id }) => id}
          isWaiting={({ since }) => isOverdue(since, at)}
          columns={[
            { head: 'Reference', cell: ({ reference }) => <span className={textStyles.mono}>{reference}</span> },
            { head: 'Issuer’s answer', cell: ({ answer }) => answer },
            {
              head: 'Age',
              isNumber: true,
              cell: ({ since }) => (
                <span className={isOverdue(since, at) ? textStyles.late : undefined}>{age(since, at)}</span>
              ),
            },
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
      )}
    </Card>
  );
}

/** A reward that is there already is not left, but taken back with the rest. */
function DecideReward({
  reward: { event, reason, amount, standing },
}: {
  reward: MoneyPage['withheldRewards'][number];
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
export function WithheldRewards({ money: { withheldRewards, at } }: { money: MoneyPage }) {
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
      {withheldRewards.length > 0 && (
        <DataTable
          caption="Withheld rewards"
          narrow="cards"
          rows={withheldRewards}
          rowKey={({ event }) => event}
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
      )}
    </Card>
  );
}
