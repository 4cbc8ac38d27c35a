/** Whether the audit is as it was written: each row's hash covers the row and the hash of the one before. */
import { createHash } from 'node:crypto';
import { type Queries, sql } from '../platform/database/database.ts';
import type { Context, Subcommand } from './command.ts';

type AuditRow = {
  readonly id: string;
  readonly at: string;
  readonly actor: string;
  readonly secondActor: string | null;
  readonly command: string;
  readonly subject: string | null;
  readonly reason: string | null;
  readonly actorSubject: string | null;
  readonly secondSubject: string | null;
  readonly hash: Buffer;
};

const BATCH = 1000;

const nextRows = (db: Queries, afterId: string) =>
  db.many<AuditRow>(sql`
    select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at, actor, second_actor as "secondActor",
      command, subject, reason, actor_subject as "actorSubject", second_subject as "secondSubject", hash
    from audit where id > ${afterId}::bigint order by id limit ${BATCH}`);

/** As the database's function audit_hash() makes it. */
function hashOf(previous: Buffer, row: AuditRow): Buffer {
  const { id, at, actor, secondActor, command, subject, reason, actorSubject, secondSubject } = row;
  const texts = [id, at, actor, secondActor, command, subject, reason, actorSubject, secondSubject];
  const content = texts.map((text) => (text === null ? '-' : `${Buffer.byteLength(text)}:${text}`)).join('');
  return createHash('sha256').update(previous).update(content).digest();
}

type AuditChain = {
  readonly rows: number;
  /** The first row that does not follow from the one before it. */
  readonly brokenAt: string | null;
  /** The hash of the last row. */
  readonly last: string;
  /** Whether the expected hash is one of the rows'. */
  readonly hasExpectedHash: boolean;
};

async function verifyAudit(db: Queries, expectedHash: string): Promise<AuditChain> {
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

async function verify({ deps, options, print, alarm }: Context): Promise<void> {
  const expectedHash = typeof options.seen === 'string' ? options.seen : null;
  const { rows, brokenAt, last, hasExpectedHash } = await verifyAudit(deps.database, expectedHash ?? '');
  const isCut = brokenAt === null && expectedHash !== null && !hasExpectedHash;
  if (brokenAt !== null) print(`Row ${brokenAt} is not as it was written, or the row before it is gone.`);
  else if (isCut)
    print('The row of that hash is gone: the end of the audit was taken out, or all of it was written anew.');
  else print(`${rows} rows follow from one another. The last hash, to be noted elsewhere: ${last}`);
  if (brokenAt !== null || isCut) alarm();
}

export const auditCommands: readonly Subcommand[] = [
  {
    name: 'audit verify',
    description: 'Finds the first row of the audit that was changed or taken out since it was written.',
    options: [['--seen <hash>', 'a last hash that was printed before, which must still be there']],
    isAnonymous: true,
    run: verify,
  },
];
