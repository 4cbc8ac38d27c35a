/** The cards of Money whose rows need a decision: payouts, withheld rewards and messages. */
import { MESSAGE_WORDS } from '@panel/domain/console/money-operations';
import type { MoneyPageData } from '@panel/domain/console/money-pages';
import { isOverdue } from '@panel/domain/console/today-page';
import { WITHHELD_REASONS } from '@panel/domain/rewards/pricing';
import type { ReactNode } from 'react';
import { age, plural, rand, sum } from '../format.ts';
import { OperationButton } from '../operations/OperationButton.tsx';
import { Age } from '../parts/Age.tsx';
import layout from '../parts/layout.module.css';
import { Reference } from '../parts/Reference.tsx';
import { StatusPill } from '../parts/StatusPill.tsx';
import { TableCard } from '../parts/TableCard.tsx';
import textStyles from '../parts/text.module.css';
import { OpenProposal } from '../proposals/OpenProposal.tsx';

type ReviewProps = { money: MoneyPageData };

const QUALITY = { head: 'Quality', value: ({ quality }: { quality: number | null }) => quality };
const AMOUNT = { head: 'Amount', value: ({ amount }: { amount: number }) => amount, format: rand };

const Actions = ({ proposal, children }: { proposal: string | null; children: ReactNode }) => (
  <OpenProposal proposal={proposal} isSmall>
    <div className={layout.row}>{children}</div>
  </OpenProposal>
);

export function PayoutsInReview({ money: { needsReview, at } }: ReviewProps) {
  const oldest = needsReview[0];
  return (
    <TableCard
      title={
        oldest
          ? `${plural(needsReview.length, 'payout needs', 'payouts need')} review, ${rand(sum(needsReview.map(({ amount }) => amount)))}`
          : 'No payouts need review'
      }
      sub={oldest && 'Ask the issuer about the reference, then propose the outcome'}
      {...(oldest && { csv: { page: 'money', table: 'needs-review' } })}
      tools={oldest && <StatusPill tone="wait">{`Oldest ${age(oldest.since, at)}`}</StatusPill>}
      anchor="needs-review"
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
          cell: ({ since }) => <Age since={since} at={at} isLate={isOverdue(since, at)} />,
        },
        QUALITY,
        AMOUNT,
        {
          head: 'Action',
          isAction: true,
          cell: ({ id, reference, amount, proposal }) => (
            <Actions proposal={proposal}>
              <OperationButton name="resolve-payout" known={{ id }} subject={`${reference} · ${rand(amount)}`} isSmall>
                Resolve…
              </OperationButton>
            </Actions>
          ),
        },
      ]}
    />
  );
}

/** Completions that broke a rule for review. A reward that is there already is taken back instead of rejected. */
export function WithheldRewards({ money: { withheldRewards, at } }: ReviewProps) {
  const hidden = sum(withheldRewards.map(({ amount, standing }) => amount - (standing ?? 0)));
  return (
    <TableCard
      title={
        withheldRewards.length === 0
          ? 'No rewards are withheld'
          : `${plural(withheldRewards.length, 'reward is', 'rewards are')} withheld`
      }
      sub={withheldRewards.length > 0 && `${rand(hidden)} hidden from panelists until two people decide.`}
      anchor="withheld"
      caption="Withheld rewards"
      narrow="cards"
      rows={withheldRewards}
      rowKey={({ event }) => event}
      empty={null}
      columns={[
        { head: 'Event', cell: ({ event }) => <span className={textStyles.mono}>{event}</span> },
        {
          head: 'Why',
          cell: ({ reason }) => WITHHELD_REASONS[reason],
          note: ({ standing }) => standing !== null && `${rand(standing)} already credited`,
        },
        { head: 'Age', isNumber: true, cell: ({ earnedAt }) => age(earnedAt, at) },
        QUALITY,
        AMOUNT,
        {
          head: 'Action',
          isAction: true,
          cell: ({ event, reason, amount, standing, proposal }) => {
            const subject = `Event ${event} · ${rand(amount)} · ${WITHHELD_REASONS[reason]}`;
            const about = { known: { event }, subject, isSmall: true };
            return (
              <Actions proposal={proposal}>
                <OperationButton name="credit-reward" {...about}>
                  Credit…
                </OperationButton>
                <OperationButton name="reverse-reward" {...about} isDanger={standing !== null}>
                  {standing === null ? 'Reject…' : 'Take it back…'}
                </OperationButton>
              </Actions>
            );
          },
        },
      ]}
    />
  );
}

const wordOf = ({ kind }: MoneyPageData['messages'][number]): string => MESSAGE_WORDS[kind];

/** Messages about money that could not be sent. */
export const MessagesInReview = ({ money: { messages, at } }: ReviewProps) => (
  <TableCard
    title={
      messages.length === 0
        ? 'No messages need review'
        : `${plural(messages.length, 'message')} about money ${messages.length === 1 ? 'needs' : 'need'} review`
    }
    anchor="messages"
    caption="Messages that need review"
    narrow="cards"
    rows={messages}
    rowKey={({ message }) => message}
    empty={null}
    columns={[
      { head: 'Message', cell: wordOf },
      { head: 'Withdrawal', cell: ({ reference }) => (reference ? <Reference value={reference} /> : '–') },
      { head: 'Age', isNumber: true, cell: ({ since }) => age(since, at) },
      AMOUNT,
      {
        head: 'Action',
        isAction: true,
        cell: (message) => {
          const subject = [wordOf(message), message.reference, rand(message.amount)].filter(Boolean).join(' · ');
          const about = { known: { id: message.message }, subject, isSmall: true };
          return (
            <Actions proposal={message.proposal}>
              <OperationButton name="resend-message" {...about}>
                Send again…
              </OperationButton>
              <OperationButton name="close-message" {...about}>
                Close…
              </OperationButton>
            </Actions>
          );
        },
      },
    ]}
  />
);
