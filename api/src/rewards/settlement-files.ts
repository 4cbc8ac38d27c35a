/** The issuer's settlement files that were read, with their rows. */
import { SETTLEMENT_VERDICTS, type SettlementVerdict, type UploadedFile } from '@panel/domain/console/money-pages';
import { type ByVerdict, everyVerdict } from '@panel/domain/console/uploads';
import type { WithdrawalState } from '@panel/domain/rewards/withdrawal';
import { type Queries, type Statement, sql, type Tx } from '../platform/database/database.ts';

type NewFile = {
  readonly day: string;
  readonly account: string;
  readonly readAt: Date;
  readonly verdicts: ByVerdict<SettlementVerdict>;
};
type StoredFile = NewFile & { readonly id: string };

/** `theirs` and `transaction` are null for a payout that the file lacks, `ours` for a reference that we don't know. */
export type NewRow = {
  readonly reference: string;
  readonly transaction: string | null;
  readonly theirs: bigint | null;
  readonly ours: bigint | null;
  readonly verdict: SettlementVerdict;
};

/** Returns the file's id. */
export async function insertFile(
  tx: Tx,
  { day, account, readAt, verdicts }: NewFile,
  rows: readonly NewRow[],
): Promise<string> {
  const [file] = await tx.returning<{ id: string }>(sql`
    insert into settlement_files (day, account, read_at, verdicts)
    values (${day}, ${account}, ${readAt}, ${JSON.stringify(verdicts)}) returning id`);
  if (!file) throw new Error('The file was not stored.');
  await tx.run(sql`
    insert into settlement_rows (file_id, position, reference, transaction, theirs, ours, verdict)
    select ${file.id}, r.position, r.reference, r.transaction, r.theirs, r.ours, r.verdict
    from unnest(${rows.map(({ reference }) => reference)}::text[], ${rows.map(({ transaction }) => transaction)}::text[],
      ${rows.map(({ theirs }) => theirs)}::bigint[], ${rows.map(({ ours }) => ours)}::bigint[],
      ${rows.map(({ verdict }) => verdict)}::text[]) with ordinality
      as r (reference, transaction, theirs, ours, verdict, position)`);
  return file.id;
}

const uploaded = ({ id, day, account, readAt, verdicts }: StoredFile): UploadedFile => ({
  id,
  day,
  uploadedAt: readAt.toISOString(),
  uploadedBy: account,
  rows: everyVerdict(SETTLEMENT_VERDICTS, verdicts),
});

const FILES = sql`select id, day::text as day, account, read_at as "readAt", verdicts from settlement_files`;

/** The last files, newest first. */
export const latestFiles = async (db: Queries, limit: number): Promise<UploadedFile[]> =>
  (await db.many<StoredFile>(sql`${FILES} order by id desc limit ${limit}`)).map(uploaded);
export const findFile = async (db: Queries, id: string): Promise<UploadedFile | undefined> =>
  (await db.many<StoredFile>(sql`${FILES} where id::text = ${id}`)).map(uploaded)[0];

export type StoredRow = {
  readonly reference: string;
  readonly transaction: string | null;
  readonly theirs: string | null;
  readonly ours: string | null;
  readonly verdict: SettlementVerdict;
  readonly withdrawalId: string | null;
  readonly state: WithdrawalState | null;
  readonly isSettled: boolean;
  readonly writtenOffAt: Date | null;
  /** It paid a withdrawal with another reference, which a restore had lost. */
  readonly isOtherVoucher: boolean;
  readonly askedBy: string | null;
  readonly askedAt: Date | null;
  readonly day: string;
  readonly account: string;
};

/** Rows with their current states, and who uploaded their file. */
const withStates = (picked: Statement): Statement =>
  sql`
      with picked as (${picked})
      select r.reference, r.transaction, r.theirs, r.ours, r.verdict, w.id as "withdrawalId", w.state,
        w.settled_at is not null as "isSettled", o.written_off_at as "writtenOffAt",
        w.id is null and v.id is not null as "isOtherVoucher",
        q.account as "askedBy", q.asked_at as "askedAt", f.day::text as day, f.account
      from picked r
        join settlement_files f on f.id = r.file_id
        left join lateral (select id, state, settled_at from withdrawals where reference = r.reference limit 1) w on true
        left join lateral (
          select withdrawal_id as id from vouchers where issuer_transaction = r.transaction limit 1) v on true
        left join settlement_write_offs o on o.reference = r.reference and o.transaction = r.transaction
        left join lateral (
          select account, asked_at from issuer_questions where reference = r.reference order by id desc limit 1) q on true
      order by r.position`;

export const rowsOfFile = (db: Queries, fileId: string) =>
  db.many<StoredRow>(withStates(sql`select * from settlement_rows where file_id = ${fileId}`));

/** The newest row about a voucher. */
export const findRow = (db: Queries, reference: string, transaction: string | null) =>
  db.one<StoredRow>(
    withStates(sql`
      select * from settlement_rows
      where reference = ${reference} and (${transaction}::text is null or transaction = ${transaction})
      order by file_id desc limit 1`),
  );
