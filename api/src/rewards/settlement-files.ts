/** The issuer's settlement files that were read, with their rows. */
import type { SettlementVerdict } from '@panel/domain/console/money-pages';
import type { WithdrawalState } from '@panel/domain/rewards/withdrawal';
import { type Queries, sql, type Tx } from '../platform/database/database.ts';

/** The count and amount of a file's lines by verdict, for the console. */
export type Found = Partial<Record<SettlementVerdict, { count: number; amount: number }>>;

export type SettlementFile = {
  readonly id: string;
  readonly day: string;
  readonly account: string;
  readonly readAt: Date;
  readonly verdicts: Found;
};
type NewFile = Omit<SettlementFile, 'id'>;

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
  const file = await tx.one<{ id: string }>(sql`
    insert into settlement_files (day, account, read_at, verdicts)
    values (${day}, ${account}, ${readAt}, ${JSON.stringify(verdicts)}) returning id`);
  if (!file) throw new Error('The file was not stored.');
  await tx.many(sql`
    insert into settlement_rows (file_id, position, reference, transaction, theirs, ours, verdict)
    select ${file.id}, r.position, r.reference, r.transaction, r.theirs, r.ours, r.verdict
    from unnest(${rows.map(({ reference }) => reference)}::text[], ${rows.map(({ transaction }) => transaction)}::text[],
      ${rows.map(({ theirs }) => theirs)}::bigint[], ${rows.map(({ ours }) => ours)}::bigint[],
      ${rows.map(({ verdict }) => verdict)}::text[]) with ordinality
      as r (reference, transaction, theirs, ours, verdict, position)`);
  return file.id;
}

/** The last files, newest first. */
export const latestFiles = (db: Queries, limit: number) =>
  db.many<SettlementFile>(sql`
    select id, day::text as day, account, read_at as "readAt", verdicts from settlement_files order by id desc limit ${limit}`);
export const latestFile = async (db: Queries): Promise<SettlementFile | undefined> => (await latestFiles(db, 1))[0];
export const findFile = (db: Queries, id: string) =>
  db.one<SettlementFile>(sql`
    select id, day::text as day, account, read_at as "readAt", verdicts from settlement_files where id::text = ${id}`);

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
};

/** The rows of a file with their current states. */
export const rowsOfFile = (db: Queries, fileId: string) =>
  db.many<StoredRow>(sql`
    select r.reference, r.transaction, r.theirs, r.ours, r.verdict, w.id as "withdrawalId", w.state,
      w.settled_at is not null as "isSettled", o.written_off_at as "writtenOffAt",
      w.id is null and v.id is not null as "isOtherVoucher",
      q.account as "askedBy", q.asked_at as "askedAt"
    from settlement_rows r
      left join lateral (select id, state, settled_at from withdrawals where reference = r.reference limit 1) w on true
      left join lateral (
        select withdrawal_id as id from vouchers where issuer_transaction = r.transaction limit 1) v on true
      left join settlement_write_offs o on o.reference = r.reference and o.transaction = r.transaction
      left join lateral (
        select account, asked_at from issuer_questions where reference = r.reference order by id desc limit 1) q on true
    where r.file_id = ${fileId} order by r.position`);

/** The newest row about a voucher, and who uploaded its file. */
export const findRow = async (
  db: Queries,
  reference: string,
  transaction: string | null,
): Promise<(StoredRow & Pick<SettlementFile, 'day' | 'account'>) | undefined> => {
  const found = await db.one<{ fileId: string; day: string; account: string }>(sql`
    select r.file_id as "fileId", f.day::text as day, f.account from settlement_rows r join settlement_files f on f.id = r.file_id
    where r.reference = ${reference} and (${transaction}::text is null or r.transaction = ${transaction})
    order by r.file_id desc limit 1`);
  if (!found) return undefined;
  const rows = await rowsOfFile(db, found.fileId);
  const row = rows.find(
    (one) => one.reference === reference && (transaction === null || one.transaction === transaction),
  );
  return row && { ...row, day: found.day, account: found.account };
};
