import type { PartnersPageData } from '@panel/domain/console/money-pages';
import { buttonClass } from '@panel/ui/Button';
import { count, day, plural, sum } from '../format.ts';
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
      title={unread === 0 ? 'All codes are known' : plural(unread, 'unknown code')}
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
