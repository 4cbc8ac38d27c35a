import { operationOf } from '@panel/domain/console/all-operations';
import { AUDIT_TABS, type AuditTab } from '@panel/domain/console/audit';
import { countText } from '@panel/domain/console/count-text';
import { MAX_FILE_ROWS } from '@panel/domain/console/pages';
import { proposalHref } from '@panel/domain/console/proposal-page';
import { Icon } from '@panel/ui/Icon';
import { useState } from 'react';
import { navigate, useAddress, withQuery } from '../address.ts';
import { count, countUpTo, dayAndYear, longDay, rand, sum, time } from '../format.ts';
import { downloadIcon, eyeIcon, searchIcon } from '../icons.ts';
import { Link } from '../Link.tsx';
import { OperationButton } from '../operations/OperationButton.tsx';
import { FilterSelect } from '../parts/Filters.tsx';
import fieldStyles from '../parts/fields.module.css';
import { PageHead } from '../parts/PageHead.tsx';
import { StatePill } from '../parts/StatusPill.tsx';
import { TableCard } from '../parts/TableCard.tsx';
import { Tabs } from '../parts/Tabs.tsx';
import textStyles from '../parts/text.module.css';
import { useTyped } from '../parts/use-typed.ts';
import type { PageProps } from '../shell/PageState.tsx';
import { AUDIT_KIND_WORDS } from '../words.ts';
import styles from './AuditPage.module.css';

const TAB_LABELS: Readonly<Record<AuditTab, string>> = { viewed: 'Viewed', changed: 'Changed', system: 'System' };

export function AuditPage({ data: { since, accounts, operations, counts, entries } }: PageProps<'audit'>) {
  const address = useAddress();
  const all = sum(Object.values(counts));
  const isMore = all >= MAX_FILE_ROWS;
  const countedUpTo = isMore ? entries.total : Number.POSITIVE_INFINITY;
  const total = countText(entries.total, 'entry', 'entries', countUpTo(entries.total, countedUpTo));
  return (
    <>
      <PageHead
        title="Audit"
        sub={`${total} since ${dayAndYear(since)} · append-only${isMore ? ` · an export has the newest ${count(MAX_FILE_ROWS)}` : ''}`}
      >
        <OperationButton
          name="export-audit"
          known={{ filters: address.query.toString() }}
          subject={`${total}${address.query.size > 0 ? ', filtered as on the page' : ''}`}
          icon={downloadIcon}
        >
          Export…
        </OperationButton>
      </PageHead>
      <div className={styles.filters}>
        <Search />
        <FilterSelect
          name="account"
          label="Who"
          options={accounts.map((value) => ({ value, label: value }))}
          isStacked
        />
        <FilterSelect
          name="operation"
          label="Operation"
          options={operations.map((value) => ({ value, label: operationOf(value)?.title ?? value }))}
          isStacked
        />
        <DayFilter name="from" label="From" />
        <DayFilter name="to" label="To" />
      </div>
      <TableCard
        title="Who did, viewed or approved what"
        sub="Newest first, South African time"
        caption="Audit"
        above={
          <Tabs
            name="kind"
            label="Filter by kind"
            value={AUDIT_TABS.find((tab) => tab === address.query.get('kind')) ?? ''}
            tabs={[
              { value: '', label: 'All', count: all },
              ...AUDIT_TABS.map((value) => ({ value, label: TAB_LABELS[value], count: counts[value] })),
            ]}
            hasMore={isMore}
          />
        }
        narrow="cards"
        rows={entries}
        countedUpTo={countedUpTo}
        rowKey={({ id }) => id}
        groupOf={({ at }) => longDay(at)}
        empty={
          <>
            Nothing matches these filters. <Link href="/audit">Clear filters</Link>
          </>
        }
        columns={[
          { head: 'Time', cell: ({ at }) => time(at) },
          {
            head: 'What and why',
            onPhone: 'below',
            cell: ({ what, reason }) => (
              <>
                <b>{what}</b>
                {reason && <small>{reason}</small>}
              </>
            ),
          },
          {
            head: 'Who',
            cell: ({ account, accountId }) => (
              <span className={textStyles.nowrap} title={accountId ?? undefined}>
                {account}
              </span>
            ),
          },
          { head: 'On', cell: ({ subject }) => subject ?? '–' },
          {
            head: 'Proposal',
            cell: ({ proposal }) => (proposal ? <Link href={proposalHref(proposal)}>{proposal}</Link> : '–'),
          },
          {
            head: 'Kind',
            cell: ({ kind }) => (
              <StatePill state={AUDIT_KIND_WORDS[kind]} icon={kind === 'looked' ? eyeIcon : undefined} />
            ),
          },
          {
            head: 'Amount',
            isNumber: true,
            onPhone: 'top',
            cell: ({ amount }) => (amount === null ? '–' : rand(amount)),
          },
        ]}
      />
      <p className="visually-hidden" role="status">
        {total}
      </p>
    </>
  );
}

function Search() {
  const address = useAddress();
  const [text, setText] = useTyped(address.query.get('search') ?? '');
  return (
    <search className={styles.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          navigate(withQuery(address, { search: text.trim() || null }));
        }}
      >
        <Icon icon={searchIcon} />
        <input
          className={fieldStyles.input}
          type="search"
          aria-label="Search the audit"
          placeholder="Words, dispute, payout, proposal"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </search>
  );
}

/** While a year is typed, the browser gives the years 2, 20 and 202. */
const isWholeDay = (day: string): boolean => day === '' || day >= '2000';

function DayFilter({ name, label }: { name: 'from' | 'to'; label: string }) {
  const address = useAddress();
  const [day, setDay] = useTyped(address.query.get(name) ?? '');
  const [isHalfTyped, setHalfTyped] = useState(false);
  return (
    <label>
      <span className={fieldStyles.label}>{label}</span>
      <input
        className={fieldStyles.input}
        type="date"
        value={day}
        aria-invalid={isHalfTyped || undefined}
        onChange={({ target: { value, validity } }) => {
          setDay(value);
          // A browser reports a day with a part missing as empty. The filter stays until the day is whole or gone.
          setHalfTyped(validity.badInput);
          if (!validity.badInput && isWholeDay(value)) navigate(withQuery(address, { [name]: value || null }));
        }}
      />
    </label>
  );
}
