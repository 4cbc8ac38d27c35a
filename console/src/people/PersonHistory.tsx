import type { LedgerEntry } from '@panel/api/panelists/card-ledger';
import type { PersonCard } from '@panel/api/panelists/card-page';
import { MAX_LEDGER_ENTRIES } from '@panel/domain/console/people-pages';
import { OUTCOME_WORDS } from '@panel/domain/partners/outcomes';
import { PARTNER_NAMES } from '@panel/domain/partners/partners';
import { count, day, dayAndTime, minutes, plural, rand, signedRand } from '../format.ts';
import { undoIcon } from '../icons.ts';
import { Link } from '../Link.tsx';
import { Card } from '../parts/Card.tsx';
import layout from '../parts/layout.module.css';
import { StatusPill } from '../parts/StatusPill.tsx';
import { TableCard } from '../parts/TableCard.tsx';
import { Timeline } from '../parts/Timeline.tsx';
import { DISPUTE_KIND_WORDS, DISPUTE_STATE_WORDS, LEDGER_STATE_WORDS, RETURN_WORDS } from '../words.ts';
import { PersonQuality } from './PersonQuality.tsx';

function sessionsTitle({ rows: sessions, newer }: PersonCard['sessions']): string {
  const paid = sessions.filter(({ reward }) => reward !== null && reward > 0).length;
  const disputed = sessions.filter(({ dispute }) => dispute !== null).length;
  const said = disputed === 0 ? '' : disputed === 1 ? ', one is disputed' : `, ${count(disputed)} are disputed`;
  return sessions.length === 0
    ? 'No sessions'
    : `Sessions: ${count(paid)} of ${newer === null ? 'the last ' : 'these '}${count(sessions.length)} paid${said}`;
}

const LEDGER_KINDS: Readonly<Record<LedgerEntry['kind'], string>> = {
  reward: 'Reward',
  correction: 'Price corrected',
  reversal: 'Taken back',
  reinstatement: 'Credited again',
  'thank-you': 'Thank-you',
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
          <Link href={`/disputes?dispute=${dispute}`}>{dispute}</Link>: {DISPUTE_KIND_WORDS[kind]}
        </>
      ),
      why: DISPUTE_STATE_WORDS[state][1],
      tone: state === 'credited' ? ('good' as const) : state === 'declined' ? undefined : ('wait' as const),
    })),
    ...card.notes.map(({ at, by, text }) => ({ key: at, at, what: `Note by ${by}`, why: text, tone: undefined })),
  ].sort((a, b) => b.at.localeCompare(a.at));
  return (
    <div className={`${layout.stack} ${layout.span8}`}>
      <PersonQuality card={card} />
      <TableCard
        title={sessionsTitle(card.sessions)}
        sub="What we recorded and what the partner reported"
        caption="Sessions"
        narrow="cards"
        rows={card.sessions}
        rowKey={({ session }) => session}
        isWaiting={({ dispute }) => dispute !== null}
        empty="This panelist hasn’t entered a survey."
        columns={[
          { head: 'Entered', cell: ({ enteredAt }) => dayAndTime(enteredAt) },
          { head: 'Partner', cell: ({ partner }) => PARTNER_NAMES[partner] },
          { head: 'Length', value: (session) => session.minutes, format: minutes },
          { head: 'Returned as', cell: ({ returnedAs }) => (returnedAs ? RETURN_WORDS[returnedAs] : '–') },
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
      <TableCard
        title="Ledger"
        sub={
          card.ledger.length < MAX_LEDGER_ENTRIES
            ? 'Newest first'
            : `The last ${count(MAX_LEDGER_ENTRIES)} entries, newest first. Export the person’s data to see all.`
        }
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
              return (
                <StatusPill tone={tone} icon={state === 'reversed' ? undoIcon : undefined}>
                  {availableOn ? `${word} until ${day(availableOn)}` : word}
                </StatusPill>
              );
            },
          },
          { head: 'Amount', value: ({ amount }) => amount, format: signedRand },
        ]}
      />
      <Card title="Disputes and notes" sub={told.length === 0 ? 'None yet' : plural(told.length, 'entry', 'entries')}>
        {told.length > 0 && <Timeline entries={told.map((entry) => ({ ...entry, when: day(entry.at) }))} />}
      </Card>
    </div>
  );
}
