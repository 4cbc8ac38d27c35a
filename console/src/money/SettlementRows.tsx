import type { SettlementPageData } from '@panel/api/rewards/settlement-page';
import {
  ALARMING_VERDICTS,
  SETTLEMENT_FILTERS,
  SETTLEMENT_VERDICT_WORDS,
  type SettlementRow,
} from '@panel/domain/console/upload-pages';
import type { Day } from '@panel/domain/console/values';
import { dayAndTime, day as dayText, longDay, rand } from '../format.ts';
import { OperationButton } from '../operations/OperationButton.tsx';
import { Reference } from '../parts/Reference.tsx';
import { StatusPill, type Tone } from '../parts/StatusPill.tsx';
import { TableCard } from '../parts/TableCard.tsx';
import { Tabs } from '../parts/Tabs.tsx';
import { OpenProposal } from '../proposals/OpenProposal.tsx';
import { SETTLEMENT_FILTER_WORDS } from '../words.ts';

const amount = (cents: number | null) => (cents === null ? '–' : rand(cents));

type SettlementRowsProps = { data: SettlementPageData; day: Day };

/** The rows of the issuer's file with what to do about each. `day` is the file's. */
export const SettlementRows = ({ data: { counts, show, rows }, day }: SettlementRowsProps) => (
  <TableCard
    title="Rows"
    csv={{ page: 'settlement', table: 'rows' }}
    anchor="rows"
    above={
      <Tabs
        name="show"
        label="Filter rows"
        value={show}
        tabs={SETTLEMENT_FILTERS.map((value) => ({
          value,
          label: SETTLEMENT_FILTER_WORDS[value],
          count: counts[value],
        }))}
      />
    }
    caption="Settlement rows"
    narrow="cards"
    rows={rows}
    rowKey={({ reference, transaction }) => `${reference} ${transaction}`}
    isWaiting={({ needsAttention, proposal }) => needsAttention && proposal === null}
    empty="No rows."
    columns={[
      { head: 'Reference', cell: ({ reference }) => <Reference value={reference} /> },
      {
        head: 'Our amount',
        isNumber: true,
        cell: ({ ours }) => amount(ours),
        note: ({ state }) => state !== null && state !== 'paid' && (STATE_WORDS[state] ?? 'open'),
      },
      { head: 'Issuer’s amount', value: ({ theirs }) => theirs, format: rand },
      { head: 'State', cell: (row) => <State row={row} /> },
      { head: 'Next step', isAction: true, cell: (row) => <Actions row={row} day={day} /> },
    ]}
  />
);

const STATE_WORDS: Readonly<Partial<Record<NonNullable<SettlementRow['state']>, string>>> = {
  returned: 'returned',
  'needs-review': 'needs review',
};

function stateOf({ verdict, needsAttention, writtenOffAt, proposal }: SettlementRow): readonly [Tone, string] {
  if (verdict === 'matched') return ['good', 'Matched'];
  if (writtenOffAt) return ['line', `Written off ${dayText(writtenOffAt)}`];
  if (!needsAttention) return ['line', 'Resolved'];
  if (proposal) return ['line', 'Waiting for approval'];
  return [ALARMING_VERDICTS.includes(verdict) ? 'bad' : 'wait', SETTLEMENT_VERDICT_WORDS[verdict][0]];
}

function State({ row }: { row: SettlementRow }) {
  const [tone, word] = stateOf(row);
  const { verdict, ours, theirs, needsAttention, asked } = row;
  const why = verdict === 'amount-differs' ? `by ${rand(Math.abs((theirs ?? 0) - (ours ?? 0)))}` : ALARM_WORDS[verdict];
  return (
    <div>
      <StatusPill tone={tone}>{word}</StatusPill>
      {needsAttention && why && <small>{why}</small>}
      {needsAttention && asked && <small>{`Issuer asked by ${asked.by} on ${dayAndTime(asked.at)}`}</small>}
    </div>
  );
}

const ALARM_WORDS: Readonly<Partial<Record<SettlementRow['verdict'], string>>> = {
  'theirs-only': 'We never requested it. Froze payouts.',
  'issued-twice': 'The reference has another voucher, too. Froze payouts.',
  'issued-and-returned': 'The panelist also got the money back. Froze payouts.',
};

function Actions({ row, day }: { row: SettlementRow; day: Day }) {
  const { reference, transaction, needsAttention, toWriteOff, payout, proposal, asked, ours, theirs } = row;
  if (!needsAttention) return null;
  const shown = `${reference} · ${rand(theirs ?? ours ?? 0)}`;
  return (
    <OpenProposal proposal={proposal} isSmall>
      <span>
        {payout && transaction !== null && (
          <OperationButton
            name="resolve-payout"
            known={{ id: payout, outcome: 'issued', transaction }}
            subject={`Mark ${shown} as issued`}
            isSmall
          >
            Mark as issued…
          </OperationButton>
        )}{' '}
        <OperationButton name="ask-issuer" known={{ reference }} subject={questionAbout(row, day)} isSmall>
          {asked ? 'Ask again…' : 'Ask issuer…'}
        </OperationButton>{' '}
        {toWriteOff !== null && transaction !== null && (
          <OperationButton
            name="write-off-voucher"
            known={{ reference, transaction }}
            subject={`${reference}: ${rand(Math.abs(toWriteOff))} ${toWriteOff > 0 ? 'becomes a loss' : 'is booked back'}`}
            isDanger
            isSmall
          >
            Write off…
          </OperationButton>
        )}
      </span>
    </OpenProposal>
  );
}

/** The text to send to the issuer. */
const questionAbout = ({ reference, ours, theirs, verdict }: SettlementRow, day: Day): string => {
  const file = `Your settlement file of ${longDay(day)}`;
  if (theirs === null)
    return `${file} does not list voucher ${reference} for ${amount(ours)}, which you issued to us. Please tell us why.`;
  const ask = 'Please tell us when and for whom it was issued.';
  const about = verdict === 'amount-differs' ? `We requested ${amount(ours)}.` : ask;
  return `${file} lists voucher ${reference} for ${amount(theirs)}. ${about}`;
};
