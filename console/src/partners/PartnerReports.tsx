import type { PartnersPageData } from '@panel/domain/console/money-pages';
import { LATE_END_MINUTES } from '@panel/domain/partners/length';
import { OUTCOME_WORDS } from '@panel/domain/partners/outcomes';
import { PARTNER_NAMES } from '@panel/domain/partners/partners';
import { buttonClass } from '@panel/ui/Button';
import { day, minutes, percent, plural, share } from '../format.ts';
import { Link } from '../Link.tsx';
import { StatusPill } from '../parts/StatusPill.tsx';
import { TableCard } from '../parts/TableCard.tsx';
import textStyles from '../parts/text.module.css';

export const Callbacks = ({ page, period }: { page: PartnersPageData; period: string }) => (
  <TableCard
    title="Callbacks"
    sub={`${period}. Failed callbacks never change money.`}
    csv={{ page: 'partners', table: 'callbacks' }}
    span={6}
    rows={page.callbacks}
    rowKey={({ partner }) => partner}
    columns={[
      { head: 'Partner', cell: ({ partner }) => PARTNER_NAMES[partner], foot: 'All' },
      { head: 'Verified', value: ({ verified }) => verified, isSummed: true },
      { head: 'Failed the check', value: ({ failed }) => failed, isSummed: true },
    ]}
  />
);

export function Codes({ codes }: { codes: PartnersPageData['codes'] }) {
  const unread = codes.filter(({ readAs }) => readAs === null).length;
  return (
    <TableCard
      title={unread === 0 ? 'Every code is recognised' : plural(unread, 'unrecognised code')}
      sub={unread === 0 ? 'Rare codes in this period' : 'Nothing was credited. Map them on Status codes.'}
      csv={{ page: 'partners', table: 'codes' }}
      tools={
        unread > 0 && (
          <Link className={buttonClass('plain', true)} href="/codes">
            Status codes
          </Link>
        )
      }
      anchor="codes"
      span={6}
      caption="Codes that partners reported"
      narrow="cards"
      rows={codes}
      rowKey={({ partner, code }) => `${partner} ${code}`}
      isWaiting={({ readAs }) => readAs === null}
      empty="No rare codes were reported."
      columns={[
        {
          head: 'Partner and code',
          cell: ({ partner, code }) => (
            <>
              {PARTNER_NAMES[partner]} <span className={textStyles.mono}>{code}</span>
            </>
          ),
        },
        { head: 'Seen', value: ({ seen }) => seen },
        { head: 'Last', isNumber: true, cell: ({ lastAt }) => day(lastAt) },
        {
          head: 'Means',
          cell: ({ readAs }) => (readAs ? OUTCOME_WORDS[readAs] : <StatusPill tone="wait">Not yet</StatusPill>),
        },
      ]}
    />
  );
}

export function LateEnds({ rows }: { rows: PartnersPageData['lateEnds'] }) {
  const leftOut = rows.filter((row) => row.leftOut).length;
  return (
    <TableCard
      title={leftOut === 0 ? 'Late terminations' : `${plural(leftOut, 'survey')} left out of the list`}
      sub={`People dropped after ${LATE_END_MINUTES} minutes or more without a completion, in the last 30 days. Counted daily.`}
      csv={{ page: 'partners', table: 'late-ends' }}
      caption="Late terminations by partner and survey"
      narrow="cards"
      rows={rows}
      rowKey={({ partner, survey }) => `${partner} ${survey}`}
      isWaiting={(row) => row.leftOut}
      empty="No sessions were counted."
      columns={[
        {
          head: 'Partner and survey',
          cell: ({ partner, survey }) => (survey ? `${PARTNER_NAMES[partner]}, ${survey}` : PARTNER_NAMES[partner]),
        },
        { head: 'People', value: ({ people }) => people },
        { head: 'Dropped late', value: ({ droppedLate }) => droppedLate },
        {
          head: 'Rate',
          value: ({ droppedLate, people }) => share(droppedLate, people),
          format: (rate) => percent(rate),
        },
        { head: 'Median length', value: ({ medianMinutes }) => medianMinutes, format: minutes },
        { head: 'List', cell: (row) => (row.leftOut ? <StatusPill tone="wait">Left out</StatusPill> : 'Shown') },
      ]}
    />
  );
}
