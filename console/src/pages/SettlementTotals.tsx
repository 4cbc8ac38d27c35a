/** The sums of a settlement file, and the other files. */

import type { UploadedFile } from '@panel/domain/console/money-pages';
import { rowsInFile } from '@panel/domain/console/money-pages';
import type { SettlementTotal } from '@panel/domain/console/upload-pages';
import { count, day, dayAndTime, plural, rand, sum } from '../format.ts';
import { Link } from '../Link.tsx';
import cardStyles from '../parts/Card.module.css';
import { Card } from '../parts/Card.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { StatusPill } from '../parts/StatusPill.tsx';
import { SETTLEMENT_FILTER_WORDS } from '../words.ts';

export const rowsOf = ({ rows }: UploadedFile): number => sum(rowsInFile(rows).map((row) => row.count));

export function SettlementTotals({ totals }: { totals: readonly SettlementTotal[] }) {
  const total = (side: 'ours' | 'theirs', of: 'count' | 'amount') => sum(totals.map((row) => row[side][of]));
  const more = total('ours', 'amount') - total('theirs', 'amount');
  const column = (
    side: 'ours' | 'theirs',
    of: 'count' | 'amount',
    head: string,
    format: (value: number) => string,
  ) => ({
    head,
    isNumber: true,
    cell: (row: SettlementTotal) => (row[side].count === 0 ? '–' : format(row[side][of])),
    foot: format(total(side, of)),
  });
  return (
    <Card title="Totals" sub="Our records and the issuer’s file" span={6} flush>
      <DataTable
        caption="Totals"
        rows={totals}
        rowKey={({ result }) => result}
        columns={[
          { head: 'Result', cell: ({ result }) => SETTLEMENT_FILTER_WORDS[result], foot: 'Total' },
          column('ours', 'count', 'Our rows', count),
          column('ours', 'amount', 'Our amount', rand),
          column('theirs', 'count', 'File rows', count),
          column('theirs', 'amount', 'File amount', rand),
        ]}
      />
      {more !== 0 && (
        <p className={cardStyles.foot}>
          We recorded {rand(Math.abs(more))} {more > 0 ? 'more' : 'less'} than the file.
        </p>
      )}
    </Card>
  );
}

/** The last uploads; `shown` is the one on the page. */
export function SettlementUploads({ files, shown }: { files: readonly UploadedFile[]; shown: string | null }) {
  const differences = ({ rows }: UploadedFile) =>
    sum(rows.filter(({ verdict }) => verdict !== 'matched').map((row) => row.count));
  return (
    <Card title="Uploads" sub="Each upload keeps its result." span={6} flush>
      <DataTable
        caption="Uploads"
        rows={files}
        rowKey={({ id }) => id}
        empty="No file was uploaded yet."
        columns={[
          {
            head: 'Day',
            cell: (file) =>
              file.id === shown ? (
                <b>{day(file.day)}</b>
              ) : (
                <Link href={`/settlement?file=${file.id}`}>{day(file.day)}</Link>
              ),
          },
          { head: 'Rows', isNumber: true, cell: (file) => count(rowsOf(file)) },
          {
            head: 'Result',
            cell: (file) => {
              const many = differences(file);
              return many === 0 ? (
                <StatusPill tone="good">All matched</StatusPill>
              ) : (
                <StatusPill tone="line">{plural(many, 'difference')}</StatusPill>
              );
            },
          },
          {
            head: 'Uploaded',
            cell: (file) => (
              <>
                {dayAndTime(file.uploadedAt)}
                <small>{file.uploadedBy}</small>
              </>
            ),
          },
        ]}
      />
    </Card>
  );
}
