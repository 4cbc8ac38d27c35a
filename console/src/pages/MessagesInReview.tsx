import type { MoneyPageData } from '@panel/domain/console/money-pages';
import { age, plural, rand } from '../format.ts';
import { OperationButton } from '../operations/OperationButton.tsx';
import { Card } from '../parts/Card.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import layout from '../parts/layout.module.css';
import { Reference } from '../parts/Reference.tsx';
import { MESSAGE_WORDS } from '../words.ts';
import { OpenProposal } from './OpenProposal.tsx';

type Message = MoneyPageData['messages'][number];

const wordOf = ({ kind }: Message): string => MESSAGE_WORDS[kind] ?? kind;

/** Messages about money that could not be sent. */
export function MessagesInReview({ money: { messages, at } }: { money: MoneyPageData }) {
  return (
    <Card
      title={
        messages.length === 0
          ? 'No messages need review'
          : `${plural(messages.length, 'message')} about money ${messages.length === 1 ? 'needs' : 'need'} review`
      }
      anchor="messages"
      flush
    >
      <DataTable
        caption="Messages that need review"
        narrow="cards"
        rows={messages}
        rowKey={({ message }) => message}
        empty={null}
        columns={[
          { head: 'Message', cell: wordOf },
          {
            head: 'Withdrawal',
            cell: ({ reference }) => (reference ? <Reference value={reference} /> : '–'),
          },
          { head: 'Age', isNumber: true, cell: ({ since }) => age(since, at) },
          { head: 'Amount', isNumber: true, cell: ({ amount }) => rand(amount) },
          {
            head: 'Action',
            isAction: true,
            cell: (message) => {
              const about = {
                known: { id: message.message },
                subject: [wordOf(message), message.reference, rand(message.amount)].filter(Boolean).join(' · '),
                isSmall: true,
              };
              return (
                <OpenProposal proposal={message.proposal} isSmall>
                  <div className={layout.row}>
                    <OperationButton name="resend-message" {...about}>
                      Send again…
                    </OperationButton>
                    <OperationButton name="close-message" {...about}>
                      Close…
                    </OperationButton>
                  </div>
                </OpenProposal>
              );
            },
          },
        ]}
      />
    </Card>
  );
}
