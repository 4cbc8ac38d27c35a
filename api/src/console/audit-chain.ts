/** Checks that the audit log is unchanged: each row's hash covers the row and the previous hash. */
import { createHash } from 'node:crypto';
import { type Queries, sql } from '../platform/database/database.ts';
import type { CommandContext, Subcommand } from './command.ts';

type AuditRow = {
  readonly id: string;
  /** All columns but the hash. */
  readonly content: string;
  readonly hash: Buffer;
};

const BATCH = 1000;

/** The same content as in the database function audit_hash(), which isn't called: someone who changed the log may have replaced it. */
const nextRows = (db: Queries, afterId: string) =>
  db.many<AuditRow>(sql`
    select id, hash, (jsonb_strip_nulls(to_jsonb(a) - 'hash')
      || jsonb_build_object('at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')))::text as content
    from audit a where id > ${afterId}::bigint order by id limit ${BATCH}`);

const hashOf = (previous: Buffer, { content }: AuditRow): Buffer =>
  createHash('sha256').update(previous).update(content).digest();

/** `brokenAt` is the first row whose hash doesn't match. */
async function verifyAudit(db: Queries, expectedHash: string) {
  let previous: Buffer = Buffer.alloc(0);
  let lastId = '0';
  let rows = 0;
  let hasExpectedHash = false;
  for (let batch = await nextRows(db, lastId); batch.length > 0; batch = await nextRows(db, lastId))
    for (const row of batch) {
      const isIntact = row.hash.equals(hashOf(previous, row));
      if (!isIntact) return { rows, brokenAt: row.id, last: previous.toString('hex'), hasExpectedHash };
      previous = row.hash;
      lastId = row.id;
      rows += 1;
      hasExpectedHash ||= row.hash.toString('hex') === expectedHash;
    }
  return { rows, brokenAt: null, last: previous.toString('hex'), hasExpectedHash };
}

async function verify({ deps, options, print, alarm }: CommandContext): Promise<void> {
  const expectedHash = typeof options.seen === 'string' ? options.seen : null;
  const { rows, brokenAt, last, hasExpectedHash } = await verifyAudit(deps.database, expectedHash ?? '');
  const isCut = brokenAt === null && expectedHash !== null && !hasExpectedHash;
  if (brokenAt !== null) print(`Row ${brokenAt} was changed, or the row before it was removed.`);
  else if (isCut) print('No row has that hash: the end of the audit log was removed, or all of it was rewritten.');
  else print(`${rows} rows are intact. Keep the last hash somewhere else: ${last}`);
  if (brokenAt !== null || isCut) alarm();
}

export const auditCommands: readonly Subcommand[] = [
  {
    name: 'audit verify',
    description: 'Finds the first row of the audit log that was changed or removed.',
    options: [['--seen <hash>', 'a hash printed by an earlier run, which must still be in the log']],
    isAnonymous: true,
    run: verify,
  },
];
