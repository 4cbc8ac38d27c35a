import type { DisputesPageData as Disputes } from '@panel/api/disputes/disputes-page';
import { DISPUTE_LISTS, type DisputeListName } from '@panel/domain/console/people-pages';
import { ANSWER_DAYS, DISPUTE_KINDS, isDisputeLate } from '@panel/domain/disputes/disputes';
import { OUTCOME_WORDS } from '@panel/domain/partners/outcomes';
import { PARTNER_NAMES, PARTNERS } from '@panel/domain/partners/partners';
import { useEffect, useRef } from 'react';
import { useAddress, withQuery } from '../address.ts';
import { count, plural, rand } from '../format.ts';
import { Link } from '../Link.tsx';
import { Age } from '../parts/Age.tsx';
import { CsvLink } from '../parts/Card.tsx';
import { FilterSelect } from '../parts/Filters.tsx';
import layout from '../parts/layout.module.css';
import { Note } from '../parts/Note.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { StatTile, Tiles } from '../parts/StatTile.tsx';
import { StatePill } from '../parts/StatusPill.tsx';
import { TableCard } from '../parts/TableCard.tsx';
import { Tabs } from '../parts/Tabs.tsx';
import { useSession } from '../session.ts';
import type { PageProps } from '../shell/PageState.tsx';
import { DISPUTE_KIND_WORDS, DISPUTE_STATE_WORDS } from '../words.ts';
import { assigneeName } from './DecideDispute.tsx';
import { OpenDispute } from './OpenDispute.tsx';

const FILTERS = [
  {
    name: 'partner',
    label: 'Partner',
    options: PARTNERS.map((value) => ({ value, label: PARTNER_NAMES[value] })),
  },
  {
    name: 'kind',
    label: 'Kind',
    options: DISPUTE_KINDS.map((value) => ({ value, label: DISPUTE_KIND_WORDS[value] })),
  },
];
export function DisputesPage({ data: page, isOfAddress }: PageProps<'disputes'>) {
  const { query } = useAddress();
  useFocusOnChange(page.open?.dispute ?? 'list');
  if (page.open) return <OpenDispute page={page} dispute={page.open} />;
  // What is shown while the next page loads is that of the address before.
  return <DisputeList page={page} missing={isOfAddress ? query.get('dispute') : null} />;
}

/** The link that was followed is gone with its list, so the reader begins at the title. */
function useFocusOnChange(shown: string): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current !== shown) document.querySelector<HTMLElement>('h1')?.focus();
    before.current = shown;
  }, [shown]);
}

const LIST_NAMES: Readonly<Record<DisputeListName, string>> = {
  open: 'Open',
  mine: 'Mine',
  unassigned: 'Unassigned',
  closed: 'Closed in 30 days',
};
const LIST_TITLES: Readonly<Record<DisputeListName, string>> = {
  open: 'Open disputes, oldest first',
  mine: 'Your disputes, oldest first',
  unassigned: 'Unassigned disputes, oldest first',
  closed: 'Closed disputes, newest first',
};

function atStakeText({ amount, unknown }: Disputes['atStake']): string {
  if (unknown === 0) return `${rand(amount)} at stake`;
  return amount === 0 ? 'amount at stake unknown' : `${rand(amount)} at stake and ${count(unknown)} of unknown price`;
}

function DisputeList({ page, missing }: { page: Disputes; missing: string | null }) {
  const address = useAddress();
  const { counts, disputes, at } = page;
  const open = counts.new + counts.waitingForPartner + counts.proposed;
  const closed = counts.creditedIn30Days + counts.declinedIn30Days;
  const answered = page.daysToAnswer === null ? '' : ` · answered in ${page.daysToAnswer.toFixed(1)} days on average`;
  const list = DISPUTE_LISTS.find((one) => one === address.query.get('state')) ?? 'open';
  const isClosed = list === 'closed';
  const session = useSession();
  const totals = { open, mine: counts.mine, unassigned: counts.unassigned, closed };
  return (
    <>
      <PageHead
        title="Disputes"
        sub={`${open === 0 ? 'None' : count(open)} open, ${atStakeText(page.atStake)}${answered}, target ${ANSWER_DAYS} days`}
      >
        <CsvLink page="disputes" table="disputes" isButton />
      </PageHead>
      {missing && (
        <Note tone="bad">Dispute {missing} doesn’t exist. Old disputes are deleted together with partner reports.</Note>
      )}
      <div className={layout.row}>
        {FILTERS.map((filter) => (
          <FilterSelect key={filter.name} {...filter} />
        ))}
      </div>
      <Tiles>
        <StatTile label="New" value={count(counts.new)} sub="not reviewed yet" />
        <StatTile label="Waiting for partner" value={count(counts.waitingForPartner)} sub="asked, no answer yet" />
        <StatTile label="To approve" value={count(counts.proposed)} sub="needs a second person" />
        <StatTile label={`${ANSWER_DAYS} days or more`} value={count(counts.fiveDaysOrMore)} sub="past the target" />
        <StatTile
          label="Closed in 30 days"
          value={count(closed)}
          sub={`${count(counts.creditedIn30Days)} credited, ${count(counts.declinedIn30Days)} declined`}
        />
      </Tiles>
      <TableCard
        title={open === 0 && !isClosed ? 'No open disputes' : LIST_TITLES[list]}
        sub={
          open === 0 && !isClosed
            ? 'Problems that panelists report from their balance appear here.'
            : 'People aren’t shown in this list. Open a dispute to open the panelist’s card.'
        }
        above={
          <Tabs
            name="state"
            label="Filter disputes"
            value={list}
            tabs={DISPUTE_LISTS.map((value) => ({ value, label: LIST_NAMES[value], count: totals[value] }))}
          />
        }
        caption="Disputes"
        narrow="cards"
        rows={disputes}
        rowKey={({ dispute }) => dispute}
        isWaiting={({ openSince }) => !isClosed && isDisputeLate(openSince, at)}
        empty={
          FILTERS.some(({ name }) => address.query.get(name)) ? (
            <>
              No disputes match these filters. <Link href="/disputes">Clear filters</Link>
            </>
          ) : (
            'No disputes.'
          )
        }
        columns={[
          {
            head: 'Dispute',
            cell: ({ dispute }) => (
              <Link href={withQuery(address, { dispute, cursor: address.query.get('cursor') })}>{dispute}</Link>
            ),
          },
          {
            head: isClosed ? 'Reported' : 'Open for',
            isNumber: true,
            cell: (row) => (
              <Age
                since={isClosed ? row.reportedAt : row.openSince}
                at={at}
                isLate={!isClosed && isDisputeLate(row.openSince, at)}
              />
            ),
          },
          { head: 'What was reported', cell: (row) => DISPUTE_KIND_WORDS[row.kind] },
          { head: 'Partner', cell: (row) => PARTNER_NAMES[row.partner] },
          {
            head: 'Partner’s last report',
            cell: ({ lastReported }) => (lastReported ? OUTCOME_WORDS[lastReported] : 'No callback'),
          },
          { head: 'At stake', isNumber: true, cell: ({ amount }) => (amount === null ? 'Unknown' : rand(amount)) },
          { head: 'State', cell: ({ state }) => <StatePill state={DISPUTE_STATE_WORDS[state]} /> },
          { head: 'Assigned to', cell: ({ assignedTo }) => assigneeName(assignedTo, session?.account) },
        ]}
      />
      <p className="visually-hidden" role="status">
        {plural(disputes.total, 'dispute')}
      </p>
    </>
  );
}
