/** Operators' sessions. A session is a random token; the table has only its hash. */

import { createHash, randomBytes } from 'node:crypto';
import { FRESH_SIGN_IN_SECONDS } from '@panel/domain/console/operation';
import { SESSION_IDLE_MS } from '@panel/domain/console/pages';
import { addMs, MINUTE_MS } from '@panel/domain/durations';
import { type Database, sql, type Tx } from '../platform/database/database.ts';
import { type Implementation, isSignedIn, OperatorError, type SignedInOperator } from './operation.ts';

export type OperatorSession = SignedInOperator & {
  readonly authenticatedAt: Date;
  readonly lastUsedAt: Date;
  readonly endsAt: Date;
};

const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export type NewSession = Pick<OperatorSession, 'subject' | 'account' | 'role' | 'authenticatedAt' | 'endsAt'> & {
  /** For a command-line token: the session that it ends with. */
  readonly madeIn?: Buffer | undefined;
  /** The browser, or what a token is for. */
  readonly label?: string | null;
};

/** Returns the token. Ends the person's sessions with another role, which they no longer have. */
export async function startSession(tx: Tx, session: NewSession, at: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const { subject, account, role, authenticatedAt, endsAt, madeIn = null, label = null } = session;
  await tx.run(
    sql`update operator_sessions set ended_at = ${at} where subject = ${subject} and role <> ${role} and ended_at is null`,
    sql`
    insert into operator_sessions (token_digest, subject, account, role, authenticated_at, last_used_at, ends_at, made_in,
      started_at, label)
    values (${digestOf(token)}, ${subject}, ${account}, ${role}, ${authenticatedAt}, ${at}, ${endsAt}, ${madeIn}, ${at}, ${label})`,
  );
  return token;
}

/** Marks the session as used, unless a page is only polling. Undefined if it, or the session it was made in, has ended. */
export const touchSession = async (
  database: Database,
  token: string,
  at: Date,
  { isUse = true }: { readonly isUse?: boolean } = {},
): Promise<OperatorSession | undefined> =>
  (
    await database.returning<OperatorSession>(sql`
      update operator_sessions s set last_used_at = case when ${isUse}::boolean then greatest(last_used_at, ${at}) else last_used_at end
      where token_digest = ${digestOf(token)} and ended_at is null and ends_at > ${at}
        and last_used_at > ${addMs(at, -SESSION_IDLE_MS)}
        and not exists (select from operator_sessions m where m.token_digest = s.made_in and m.ended_at is not null)
      returning subject, account, role, authenticated_at as "authenticatedAt", last_used_at as "lastUsedAt", ends_at as "endsAt",
        coalesce(made_in, token_digest) as session`)
  )[0];

/** Also ends the tokens made in the session. */
export const endSession = (database: Database, token: string, at: Date) =>
  database.run(sql`
    update operator_sessions set ended_at = ${at} where token_digest = ${digestOf(token)} and ended_at is null`);

/** Returns the number of sessions ended. */
export const endSessionsOf = (tx: Tx, subjects: readonly string[], at: Date): Promise<number> =>
  tx.run(sql`
    update operator_sessions set ended_at = ${at} where subject = any(${subjects}::text[]) and ended_at is null and ends_at > ${at}`);

/** Returns the number of rows erased. */
export const eraseOldSessions = (database: Database, at: Date): Promise<number> =>
  database.run(sql`delete from operator_sessions where ends_at < ${at}`);

const findSession = (tx: Tx, session: Buffer | undefined) =>
  tx.one<Pick<OperatorSession, 'authenticatedAt' | 'endsAt'>>(sql`
    select authenticated_at as "authenticatedAt", ends_at as "endsAt" from operator_sessions
    where token_digest = ${session ?? null} and ended_at is null`);

/** Approving needs the person at the keyboard, not a session left open. */
export function requireFreshSignIn(authenticatedAt: Date, at: Date): void {
  if (authenticatedAt <= addMs(at, -FRESH_SIGN_IN_SECONDS * 1000))
    throw new OperatorError('Sign in again to approve.', 'fresh-sign-in-needed');
}

/** A second session for the same person, which ends with the first. */
const createToken: Implementation = {
  async perform({ tx, operator, values, at }) {
    const current = await findSession(tx, operator.session);
    if (!current || !isSignedIn(operator)) throw new OperatorError('Sign in first.');
    const token = await startSession(
      tx,
      { ...operator, ...current, madeIn: operator.session, label: values.label ?? null },
      at,
    );
    return {
      message: `Keep it in a file for --token-file. It ends when you sign out, or after ${SESSION_IDLE_MS / MINUTE_MS} minutes without use.`,
      data: { token },
    };
  },
};

export const tokenOperations = {
  'create-token': createToken,
};
