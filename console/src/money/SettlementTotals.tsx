/** The sums of a settlement file, and the other files. */
import { rowsInFile, type UploadedFile } from '@panel/domain/console/money-pages';
import type { SettlementTotal } from '@panel/domain/console/upload-pages';
import { day, dayAndTime, plural, rand, sum } from '../format.ts';
import { Link } from '../Link.tsx';
import cardStyles from '../parts/Card.module.css';
import { StatusPill } from '../parts/StatusPill.tsx';
import { TableCard } from '../parts/TableCard.tsx';
import { SETTLEMENT_FILTER_WORDS } from '../words.ts';

export const rowsOf = ({ rows }: UploadedFile): number => sum(rowsInFile(rows).map((row) => row.count));

export function SettlementTotals({ totals }: { totals: readonly SettlementTotal[] }) {
  const more = sum(totals.map(({ ours, theirs }) => ours.amount - theirs.amount));
  const column = (side: 'ours' | 'theirs', of: 'count' | 'amount', head: string) => ({
    head,
    value: (row: SettlementTotal) => (row[side].count === 0 ? null : row[side][of]),
    ...(of === 'amount' && { format: rand }),
    isSummed: true,
  });
  return (
    <TableCard
      title="Totals"
      sub="Our records and the issuer’s file"
      span={6}
      rows={totals}
      rowKey={({ result }) => result}
      columns={[
        { head: 'Result', cell: ({ result }) => SETTLEMENT_FILTER_WORDS[result], foot: 'Total' },
        column('ours', 'count', 'Our rows'),
        column('ours', 'amount', 'Our amount'),
        column('theirs', 'count', 'File rows'),
        column('theirs', 'amount', 'File amount'),
      ]}
      below={
        more !== 0 && (
          <p className={cardStyles.foot}>
            We recorded {rand(Math.abs(more))} {more > 0 ? 'more' : 'less'} than the file.
          </p>
        )
      }
    />
  );
}

function Result({ file: { rows } }: { file: UploadedFile }) {
  const differences = sum(rows.filter(({ verdict }) => verdict !== 'matched').map((row) => row.count));
  return differences === 0 ? (
    <StatusPill tone="good">All matched</StatusPill>
  ) : (
    <StatusPill tone="line">{plural(differences, 'difference')}</StatusPill>
  );
}

/** The last uploads; `shown` is the one on the page. */
export const SettlementUploads = ({ files, shown }: { files: readonly UploadedFile[]; shown: string | null }) => (
  <TableCard
    title="Uploads"
    sub="Each upload keeps its result."
    span={6}
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
      { head: 'Rows', value: rowsOf },
      { head: 'Result', cell: (file) => <Result file={file} /> },
      { head: 'Uploaded', cell: (file) => dayAndTime(file.uploadedAt), note: (file) => file.uploadedBy },
    ]}
  />
);
