import type { PartnersPageData } from '@panel/domain/console/money-pages';
import { buttonClass } from '@panel/ui/Button';
import { count, day, percent, plural, share, sum } from '../format.ts';
import { Link } from '../Link.tsx';
import { Card, CsvLink } from '../parts/Card.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { StatusPill } from '../parts/StatusPill.tsx';
import textStyles from '../parts/text.module.css';
import { OUTCOME_WORDS, PARTNER_NAMES } from '../words.ts';

export function Callbacks({ page, period }: { page: PartnersPageData; period: string }) {
  const failed = sum(page.callbacks.map((each) => each.failed));
  const all = failed + sum(page.callbacks.map(({ verified }) => verified));
  return (
    <Card
      title="Callbacks"
      sub={`${period}. Failed callbacks never change money.`}
      tools={<CsvLink page="partners" table="callbacks" />}
      span={6}
      flush
    >
      <DataTable
        caption="Callbacks by trust"
        rows={page.callbacks}
        rowKey={({ partner }) => partner}
        columns={[
          { head: 'Partner', cell: ({ partner }) => PARTNER_NAMES[partner], foot: 'All' },
          { head: 'Verified', isNumber: true, cell: ({ verified }) => count(verified), foot: count(all - failed) },
          { head: 'Failed the check', isNumber: true, cell: (each) => count(each.failed), foot: count(failed) },
        ]}
      />
    </Card>
  );
}

export function Codes({ codes }: { codes: PartnersPageData['codes'] }) {
  const unread = codes.filter(({ readAs }) => readAs === null).length;
  return (
    <Card
      title={unread === 0 ? 'Every code is recognised' : plural(unread, 'unrecognised code')}
      sub={unread === 0 ? 'Rare codes in this period' : 'Nothing was credited. Map them on Status codes.'}
      tools={
        <>
          {unread > 0 && (
            <Link className={buttonClass('plain', true)} href="/codes">
              Status codes
            </Link>
          )}
          <CsvLink page="partners" table="codes" />
        </>
      }
      anchor="codes"
      span={6}
      flush
    >
      <DataTable
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
          { head: 'Seen', isNumber: true, cell: ({ seen }) => count(seen) },
          { head: 'Last', isNumber: true, cell: ({ lastAt }) => day(lastAt) },
          {
            head: 'Means',
            cell: ({ readAs }) => (readAs ? OUTCOME_WORDS[readAs] : <StatusPill tone="wait">Not yet</StatusPill>),
          },
        ]}
      />
    </Card>
  );
}

export function LateEnds({ rows }: { rows: PartnersPageData['lateEnds'] }) {
  const leftOut = rows.filter((row) => row.leftOut).length;
  return (
    <Card
      title={leftOut === 0 ? 'Late terminations' : `${plural(leftOut, 'survey')} left out of the list`}
      sub="People dropped after 5 minutes or more without a completion, in the last 30 days. Counted daily."
      tools={<CsvLink page="partners" table="late-ends" />}
      flush
    >
      <DataTable
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
          { head: 'Sessions', isNumber: true, cell: ({ sessions }) => count(sessions) },
          { head: 'Dropped late', isNumber: true, cell: ({ lateEnds }) => count(lateEnds) },
          { head: 'Rate', isNumber: true, cell: ({ lateEnds, sessions }) => percent(share(lateEnds, sessions)) },
          {
            head: 'Median length',
            isNumber: true,
            cell: ({ medianMinutes }) => (medianMinutes === null ? '–' : `${count(medianMinutes)} min`),
          },
          { head: 'List', cell: (row) => (row.leftOut ? <StatusPill tone="wait">Left out</StatusPill> : 'Shown') },
        ]}
      />
    </Card>
  );
}
