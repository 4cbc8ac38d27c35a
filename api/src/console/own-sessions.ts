/** An operator's own sessions and tokens: the page that lists them, and the operations that end them. */

import { SESSION_IDLE_MS } from '@panel/domain/console/pages';
import type { Instant } from '@panel/domain/console/values';
import { addMs } from '@panel/domain/durations';
import { type Queries, sql, type Tx } from '../platform/database/database.ts';
import { type RecentSignIn, recentSignIns } from './accounts.ts';
import { type Implementation, inputOf, type Operator, OperatorError } from './operation.ts';
import { definePage, type PageRequest } from './page.ts';
import { endSessionsOf } from './sessions.ts';

export type OwnSession = {
  id: string;
  /** The browser, or what a token is for; null if it isn't known. */
  label: string | null;
  startedAt: Instant;
  lastUsedAt: Instant;
  /** When it ends without another call. */
  idleEndsAt: Instant;
  endsAt: Instant;
  /** The session of this browser, or a token that was made in it. */
  isCurrent: boolean;
};
export type SessionsPageData = { at: Instant; sessions: OwnSession[]; tokens: OwnSession[]; signIns: RecentSignIn[] };

type Row = {
  readonly id: string;
  readonly label: string | null;
  readonly startedAt: Date;
  readonly lastUsedAt: Date;
  readonly endsAt: Date;
  readonly isToken: boolean;
  readonly isCurrent: boolean;
};

/** Those that still run, newest first. The id is the beginning of the token's hash, which opens nothing. */
const runningSessions = (db: Queries, { subject, session }: Operator, at: Date) =>
  db.many<Row>(sql`
    select left(encode(s.token_digest, 'hex'), 16) as id, s.label, s.started_at as "startedAt",
      s.last_used_at as "lastUsedAt", s.ends_at as "endsAt", s.made_in is not null as "isToken",
      coalesce(s.made_in, s.token_digest) is not distinct from ${session ?? null} as "isCurrent"
    from operator_sessions s
    where s.subject = ${subject} and s.ended_at is null and s.ends_at > ${at} and s.last_used_at > ${addMs(at, -SESSION_IDLE_MS)}
      and not exists (select from operator_sessions m where m.token_digest = s.made_in and m.ended_at is not null)
    order by "startedAt" desc`);

const shown = ({ isToken, isCurrent, startedAt, lastUsedAt, endsAt, ...row }: Row): OwnSession => ({
  ...row,
  startedAt: startedAt.toISOString(),
  lastUsedAt: lastUsedAt.toISOString(),
  idleEndsAt: addMs(lastUsedAt, SESSION_IDLE_MS).toISOString(),
  endsAt: endsAt.toISOString(),
  isCurrent,
});

const readSessions = async ({ deps, operator, at }: PageRequest): Promise<SessionsPageData> => {
  const [rows, signIns] = await Promise.all([
    runningSessions(deps.database, operator, at),
    recentSignIns(deps.database, operator),
  ]);
  return {
    at: at.toISOString(),
    sessions: rows.filter(({ isToken }) => !isToken).map(shown),
    tokens: rows.filter(({ isToken }) => isToken).map(shown),
    signIns,
  };
};

export const sessionsPage = definePage('sessions', { read: readSessions, tables: {} });

/** Only the operator's own: a session of another person can't be ended here. */
const endOwnSession = async (tx: Tx, { subject }: Operator, id: string, at: Date): Promise<boolean> =>
  (await tx.run(sql`
    update operator_sessions set ended_at = ${at}
    where subject = ${subject} and left(encode(token_digest, 'hex'), 16) = ${id} and ended_at is null`)) > 0;

const endOneSession: Implementation = {
  async perform(run) {
    if (!(await endOwnSession(run.tx, run.operator, inputOf(run, 'id'), run.at)))
      throw new OperatorError('This session has ended already, or it isn’t yours.');
    return { message: 'Signed out there.' };
  },
};

const endEverySession: Implementation = {
  async perform({ tx, operator, at }) {
    await endSessionsOf(tx, [operator.subject], at);
    return { message: 'Signed out everywhere.' };
  },
};

export const sessionOperations = {
  'end-session': endOneSession,
  'end-sessions': endEverySession,
};
