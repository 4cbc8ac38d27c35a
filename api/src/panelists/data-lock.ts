/** Codes from the chat that unlock a panelist's answers on one phone. The rules are in the domain. */
import { randomBytes, randomUUID } from 'node:crypto';
import { addMs, DAY_MS, MINUTE_MS } from '@panel/domain/durations';
import {
  afterTry,
  CODE_DIGITS,
  CODE_LIFE_MS,
  type CodeRecord,
  codeState,
  UNLOCK_MS,
  withNewCode,
} from '@panel/domain/panelists/data-lock';
import type { DataLock } from '@panel/domain/panelists/your-data';
import { chatMessages } from '@panel/domain/wording/chat';
import { identify, lockPanelist, readDid } from '../identity/panelists.ts';
import type { Chat } from '../messages/chat.ts';
import { type Compose, insertMessagesStatement } from '../messages/outbox.ts';
import { type Database, type Queries, type Statement, sql } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { Problem } from '../platform/http/problems.ts';
import { constantTimeEqual } from '../platform/security/constant-time.ts';
import type { Vault } from '../platform/security/vault.ts';

type LockDependencies = Pick<Dependencies, 'database' | 'vault' | 'clock'>;
type StoredCode = CodeRecord & { readonly seed: string };

const findCode = (db: Queries, panelistId: string): Promise<StoredCode | undefined> =>
  db.one<StoredCode>(sql`
    select seed, made_at as "madeAt", is_used as "isUsed", day_start as "dayStart", codes, tries, waits_until as "waitsUntil"
    from data_codes where panelist_id = ${panelistId}`);

const writeCodeStatement = (panelistId: string, seed: string, record: CodeRecord): Statement => {
  const { madeAt, isUsed, dayStart, codes, tries, waitsUntil } = record;
  return sql`
    insert into data_codes (panelist_id, seed, made_at, is_used, day_start, codes, tries, waits_until)
    values (${panelistId}, ${seed}, ${madeAt}, ${isUsed}, ${dayStart}, ${codes}, ${tries}, ${waitsUntil})
    on conflict (panelist_id) do update set seed = excluded.seed, made_at = excluded.made_at, is_used = excluded.is_used,
      day_start = excluded.day_start, codes = excluded.codes, tries = excluded.tries, waits_until = excluded.waits_until`;
};

/** Six bytes: the remainder of the division favours no code noticeably. */
const codeOf = (vault: Vault, seed: string): string =>
  String(vault.digest('data-code', seed).readUIntBE(0, 6) % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0');

const tokenDigest = (vault: Vault, token: string): Buffer => vault.digest('data-unlock', token);

/** Until when one of the tokens unlocks the panelist's answers. */
async function unlockedUntil(
  { database, vault, clock }: LockDependencies,
  panelistId: string,
  tokens: readonly string[],
): Promise<Date | null> {
  if (tokens.length === 0) return null;
  const [endsAt = null] = await database.column<Date>(sql`
    select ends_at from data_unlocks
    where token_digest = any(${tokens.map((token) => tokenDigest(vault, token))}::bytea[]) and panelist_id = ${panelistId}
      and ends_at > ${clock.now()}
    order by ends_at desc limit 1`);
  return endsAt;
}

export async function requireUnlocked(
  deps: LockDependencies,
  panelistId: string,
  tokens: readonly string[],
): Promise<void> {
  if ((await unlockedUntil(deps, panelistId, tokens)) === null) throw new Problem('locked');
}

const lockOf = (record: CodeRecord | null, openUntil: Date | null, at: Date): DataLock => {
  const { codeUntil, triesLeft, nextCodeAt } = codeState(record, at);
  return {
    unlockedUntil: openUntil?.toISOString() ?? null,
    secondsLeft: openUntil ? Math.ceil((openUntil.getTime() - at.getTime()) / 1000) : 0,
    codeUntil: codeUntil?.toISOString() ?? null,
    triesLeft,
    nextCodeAt: nextCodeAt?.toISOString() ?? null,
  };
};

/** How a panelist's answers are locked, for a caller with these tokens. */
export async function readLock(
  deps: LockDependencies,
  panelistId: string,
  tokens: readonly string[],
): Promise<DataLock> {
  const [record, openUntil] = await Promise.all([
    findCode(deps.database, panelistId),
    unlockedUntil(deps, panelistId, tokens),
  ]);
  return lockOf(record ?? null, openUntil, deps.clock.now());
}

/** Sends a new code to the chat, unless too many were sent or entered wrongly. */
export async function sendCode(
  { chat, ...deps }: LockDependencies & { readonly chat: Chat },
  did: string,
): Promise<DataLock> {
  const { database, vault, clock } = deps;
  const { id } = await identify(database, vault, did);
  const at = clock.now();
  const earlier = (await findCode(database, id)) ?? null;
  if (withNewCode(earlier, at) === null) return lockOf(earlier, null, at);
  // Otherwise the page would say that a code is on its way while the chat is down.
  if ((await chat.lookUp(did)).kind !== 'found') throw new Problem('unavailable');
  return database.transaction(async (tx) => {
    const panelist = await lockPanelist(tx, vault, did);
    const record = (await findCode(tx, panelist.id)) ?? null;
    const next = withNewCode(record, at);
    if (next === null) return lockOf(record, null, at);
    const seed = randomUUID();
    const message = { kind: 'data-code' as const, subject: seed, panelistId: panelist.id };
    await tx.commitWith(writeCodeStatement(panelist.id, seed, next), insertMessagesStatement([message], at));
    return lockOf(next, null, at);
  });
}

type Unlocked = { readonly lock: DataLock; readonly token: string | null };

/** Checks an entered code. If it is right, returns a token that unlocks the answers. */
export async function enterCode(
  { database, vault, clock }: LockDependencies,
  did: string,
  code: string,
): Promise<Unlocked> {
  return database.transaction(async (tx) => {
    const { id } = await lockPanelist(tx, vault, did);
    const at = clock.now();
    const stored = (await findCode(tx, id)) ?? null;
    const isRight = stored !== null && constantTimeEqual(code, codeOf(vault, stored.seed));
    const next = afterTry(stored, isRight, at);
    if (stored === null || next === null) return { lock: lockOf(stored, null, at), token: null };
    if (!isRight) {
      await tx.commitWith(writeCodeStatement(id, stored.seed, next));
      return { lock: lockOf(next, null, at), token: null };
    }
    const token = randomBytes(32).toString('base64url');
    const endsAt = addMs(at, UNLOCK_MS);
    await tx.commitWith(
      writeCodeStatement(id, stored.seed, next),
      sql`
        insert into data_unlocks (token_digest, panelist_id, ends_at) values (${tokenDigest(vault, token)}, ${id}, ${endsAt})`,
    );
    return { lock: lockOf(next, endsAt, at), token };
  });
}

/** Locks the answers again, on every phone. */
export async function lockAgain(deps: LockDependencies, did: string): Promise<DataLock> {
  const { id } = await identify(deps.database, deps.vault, did);
  await deps.database.run(sql`delete from data_unlocks where panelist_id = ${id}`);
  return readLock(deps, id, []);
}

/** Null if the code was used, replaced or has expired in the meantime. */
export function composeDataCode({ config, database, vault, clock }: Dependencies): Compose {
  const { dataCode } = chatMessages(config.product);
  return async ({ subject, panelistId }) => {
    const record = panelistId === null ? undefined : await findCode(database, panelistId);
    if (!record || panelistId === null || record.seed !== subject) return null;
    if (codeState(record, clock.now()).codeUntil === null) return null;
    const did = await readDid(database, vault, panelistId);
    const text = dataCode(codeOf(vault, record.seed), CODE_LIFE_MS / MINUTE_MS, config.contact);
    return did === null ? null : { did, text };
  };
}

/** No limit of the rules looks back further. */
const CODES_KEPT_MS = 2 * DAY_MS;

/** Erases unlocks that have ended, and codes that no limit counts any more, at most `limit` of each. Returns the number of rows. */
export const eraseOldUnlocks = (database: Database, at: Date, limit: number): Promise<number> =>
  database.run(
    sql`
      delete from data_unlocks
      where ctid = any(array(select ctid from data_unlocks where ends_at <= ${at} order by ends_at limit ${limit}))`,
    sql`
      delete from data_codes
      where ctid = any(array(
        select ctid from data_codes where made_at < ${addMs(at, -CODES_KEPT_MS)} order by made_at limit ${limit}))`,
  );
