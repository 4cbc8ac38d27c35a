import { STATUS_LABELS } from '@panel/domain/console/people-operations';
import { type LedgerEntry, MAX_LEDGER_ENTRIES, type PersonCard } from '@panel/domain/console/people-pages';
import { MINIMUM_WITHDRAWAL } from '@panel/domain/rewards/money';
import { count, day, dayAndTime, dayAndYear, plural, rand, signedRand } from '../format.ts';
import { undoIcon } from '../icons.ts';
import { Link } from '../Link.tsx';
import { OperationButton } from '../operations/OperationButton.tsx';
import { Card } from '../parts/Card.tsx';
import { DataTable, Pager } from '../parts/DataTable.tsx';
import { Facts } from '../parts/Facts.tsx';
import layout from '../parts/layout.module.css';
import { Amount, StatTile, Tiles } from '../parts/StatTile.tsx';
import { StatusPill } from '../parts/StatusPill.tsx';
import { Timeline } from '../parts/Timeline.tsx';
import textStyles from '../parts/text.module.css';
import { DISPUTE_KIND_WORDS, DISPUTE_STATE_WORDS, LEDGER_STATE_WORDS, OUTCOME_WORDS, PARTNER_NAMES } from '../words.ts';
import { PersonConsents } from './PersonConsents.tsx';

export function PersonWallet({ card: { wallet, earned, paidOut, nextReleaseOn } }: { card: PersonCard }) {
  const short = Number(MINIMUM_WITHDRAWAL) - wallet.available;
  return (
    <Tiles>
      <StatTile
        label="Available"
        value={<Amount cents={wallet.available} />}
        sub={short > 0 ? `${rand(short)} short of the minimum withdrawal` : 'enough to withdraw'}
      />
      <StatTile
        label="Pending"
        value={<Amount cents={wallet.pending} />}
        sub={nextReleaseOn ? `next on ${day(nextReleaseOn)}` : 'none'}
      />
      <StatTile
        label="Reserved"
        value={<Amount cents={wallet.reserved} />}
        sub={wallet.reserved > 0 ? 'payout in progress' : 'no payout in progress'}
      />
      <StatTile label="Owed" define="owed" value={<Amount cents={wallet.owed} />} />
      <StatTile label="Total earned" value={<Amount cents={earned} />} sub={`${rand(paidOut)} paid out`} />
    </Tiles>
  );
}

function sessionsTitle({ rows: sessions, newer }: PersonCard['sessions']): string {
  const paid = sessions.filter(({ reward }) => reward !== null && reward > 0).length;
  const disputed = sessions.filter(({ dispute }) => dispute !== null).length;
  const said = disputed === 0 ? '' : disputed === 1 ? ', one is disputed' : `, ${count(disputed)} are disputed`;
  return sessions.length === 0
    ? 'No sessions'
    : `Sessions: ${count(paid)} of ${newer === null ? 'the last ' : 'these '}${count(sessions.length)} were paid${said}`;
}

const LEDGER_KINDS: Readonly<Record<LedgerEntry['kind'], string>> = {
  reward: 'Reward',
  correction: 'Price corrected',
  reversal: 'Taken back',
  reinstatement: 'Credited again',
  withdrawal: 'Withdrawal',
  return: 'Withdrawal returned',
  debt: 'Owed from before',
};

export function PersonHistory({ card }: { card: PersonCard }) {
  const told = [
    ...card.disputes.map(({ dispute, kind, state, at }) => ({
      key: dispute,
      at,
      what: (
        <>
          <Link href={`/disputes?dispute=${dispute}`}>{dispute}</Link>, {DISPUTE_KIND_WORDS[kind].toLowerCase()}
        </>
      ),
      why: DISPUTE_STATE_WORDS[state][1],
      tone: state === 'credited' ? ('good' as const) : state === 'declined' ? undefined : ('wait' as const),
    })),
    ...card.notes.map(({ at, by, text }) => ({ key: at, at, what: `Note by ${by}`, why: text, tone: undefined })),
  ].sort((a, b) => b.at.localeCompare(a.at));
  return (
    <div className={`${layout.stack} ${layout.span8}`}>
      <Card title={sessionsTitle(card.sessions)} sub="What we recorded and what the partner reported" flush>
        <DataTable
          caption="Sessions"
          narrow="cards"
          rows={card.sessions.rows}
          rowKey={({ session }) => session}
          isWaiting={({ dispute }) => dispute !== null}
          empty="This panelist hasn’t entered a survey."
          columns={[
            { head: 'Entered', cell: ({ enteredAt }) => dayAndTime(enteredAt) },
            { head: 'Partner', cell: ({ partner }) => PARTNER_NAMES[partner] },
            { head: 'Length', isNumber: true, cell: ({ minutes }) => (minutes === null ? '–' : `${minutes} min`) },
            { head: 'Returned as', cell: ({ returnedAs }) => (returnedAs ? OUTCOME_WORDS[returnedAs] : '–') },
            {
              head: 'Partner reported',
              cell: ({ reported }) =>
                reported.length === 0 ? 'No callback' : reported.map((each) => OUTCOME_WORDS[each]).join(', then '),
            },
            {
              head: 'Reward',
              isNumber: true,
              cell: ({ reward, dispute }) => (
                <span>
                  {reward !== null && rand(reward)} {dispute && <StatusPill tone="wait">{dispute}</StatusPill>}
                  {reward === null && !dispute && '–'}
                </span>
              ),
            },
          ]}
        />
        {card.sessions.total > card.sessions.rows.length && <Pager list={card.sessions} />}
      </Card>
      <Card
        title="Ledger"
        sub={
          card.ledger.length < MAX_LEDGER_ENTRIES
            ? 'Newest first'
            : `The last ${count(MAX_LEDGER_ENTRIES)} entries, newest first. Export the person’s data to see all.`
        }
        flush
      >
        <DataTable
          caption="Ledger"
          narrow="cards"
          // Two of the same amount may have moved at the same moment.
          rows={card.ledger.map((entry, index) => ({ ...entry, key: String(index) }))}
          rowKey={({ key }) => key}
          empty="No entries yet."
          columns={[
            { head: 'Day', cell: ({ at }) => day(at) },
            {
              head: 'What',
              cell: ({ kind, partner }) =>
                [LEDGER_KINDS[kind], partner && PARTNER_NAMES[partner]].filter(Boolean).join(', '),
            },
            {
              head: 'State',
              cell: ({ state, availableOn }) => {
                const [tone, word] = LEDGER_STATE_WORDS[state];
                const text = availableOn ? `${word} until ${day(availableOn)}` : word;
                return state === 'reversed' ? (
                  <StatusPill tone={tone} icon={undoIcon}>
                    {text}
                  </StatusPill>
                ) : (
                  <StatusPill tone={tone}>{text}</StatusPill>
                );
              },
            },
            { head: 'Amount', isNumber: true, cell: ({ amount }) => signedRand(amount) },
          ]}
        />
      </Card>
      <Card title="Disputes and notes" sub={told.length === 0 ? 'None yet' : plural(told.length, 'entry', 'entries')}>
        {told.length > 0 && <Timeline entries={told.map((entry) => ({ ...entry, when: day(entry.at) }))} />}
      </Card>
    </div>
  );
}

const STATUS_DOTS: Readonly<Record<string, 'good' | 'wait' | 'bad'>> = {
  approved: 'good',
  suspended: 'wait',
  blocked: 'bad',
  rejected: 'bad',
  underage: 'bad',
  duplicate: 'bad',
};

/** For panelists who have lost a voucher. */
function Voucher({ card, voucher }: { card: PersonCard; voucher: NonNullable<PersonCard['voucher']> }) {
  const { amount, paidAt, serialEnds, canBeSentAgain } = voucher;
  return (
    <Card title="Last voucher" sub={`${rand(amount)}, ${dayAndTime(paidAt)}; serial number ends in ${serialEnds}`}>
      {canBeSentAgain ? (
        <OperationButton
          name="resend-voucher"
          known={{ panelist: card.card }}
          subject={`${rand(amount)} · …${serialEnds}`}
        >
          Send it again…
        </OperationButton>
      ) : (
        <p className={textStyles.soft}>
          The PIN is erased a day after sending. Flash, the issuer of 1Voucher, can help with the serial number.
        </p>
      )}
    </Card>
  );
}

export const PersonAside = ({ card }: { card: PersonCard }) => (
  <div className={`${layout.stack} ${layout.span4}`}>
    <Card title="Status">
      <Timeline
        entries={card.statuses.map(({ status, at, by, reason }) => ({
          key: `${at} ${status}`,
          when: day(at),
          what: status === 'registered' ? 'Registered' : STATUS_LABELS[status],
          why: [by, reason].filter(Boolean).join(': ') || undefined,
          tone: STATUS_DOTS[status],
        }))}
      />
    </Card>
    <PersonConsents card={card} />
    <Card title="Questionnaires">
      <Facts
        rows={card.questionnaires.map(({ questionnaire, label, doneOn, dueOn }) => ({
          key: questionnaire,
          label,
          value:
            [doneOn && day(doneOn), dueOn && `due from ${dayAndYear(dueOn)}`].filter(Boolean).join(', ') || 'not yet',
        }))}
      />
    </Card>
    {card.voucher && <Voucher card={card} voucher={card.voucher} />}
    <Card title="Messages" sub="Message types only. Contents are never shown.">
      <Facts
        rows={card.messages.map(({ kind, state, at }) => ({
          key: at + kind,
          label: kind,
          value: `${day(at)}, ${state}`,
        }))}
      />
    </Card>
  </div>
);
