/** Starts and ends operators' sign-ins. Open proposals end with their proposer's sign-ins or role. */

import { countText } from '@panel/domain/console/count-text';
import type { Role } from '@panel/domain/console/pages';
import type { Instant } from '@panel/domain/console/values';
import { type Queries, sql, type Tx } from '../platform/database/database.ts';
import { recordAudit } from './audit.ts';
import { type CommandContext, recordCommand, requireOption, type Subcommand } from './command.ts';
import { holdName, type Person, releaseName, subjectsNamed } from './names.ts';
import { isSignedIn, OperatorError } from './operation.ts';
import { withdrawProposals } from './proposals.ts';
import { endSessionsOf, type NewSession, startSession } from './sessions.ts';

export type RecentSignIn = {
  at: Instant;
  isRefused: boolean;
  /** The role and the browser, or why it was refused. */
  reason: string;
};

const SHOWN_SIGN_INS = 10;

/** One’s own last ones, newest first. */
export const recentSignIns = async (db: Queries, { subject, account }: Person): Promise<RecentSignIn[]> =>
  (
    await db.many<{ at: Date; isRefused: boolean; role: string | null; reason: string | null }>(sql`
      select at, operation <> 'sign-in' as "isRefused", reason, role from audit
      where actor = ${account} and actor_subject = ${subject} and operation in ('sign-in', 'sign-in-refused')
      order by id desc limit ${SHOWN_SIGN_INS}`)
  ).map(({ at, isRefused, role, reason }) => ({ at: at.toISOString(), isRefused, reason: signInWords(role, reason) }));

/** The role that it gave and the browser, or why it was refused. */
export const signInWords = (role: string | null, reason: string | null): string =>
  [role, reason].filter((word) => word !== null).join(', ');

/** Returns the session's token, or null if another subject has the account's name. */
export async function signIn(tx: Tx, session: NewSession, at: Date): Promise<string | null> {
  if (!(await holdName(tx, session))) return null;
  const token = await startSession(tx, session, at);
  const remark = `The proposer’s role changed to ${session.role}.`;
  await withdrawProposals(tx, [session.subject], { operator: session, remark, at }, session.role);
  await recordAudit(tx, { at, operator: session, action: 'sign-in', step: 'system', reason: session.label });
  return token;
}

/** For an account that has lost its role. The audit never names an account that hasn’t signed in before, or has another’s name. */
export async function endWithoutRole(tx: Tx, person: Person, at: Date): Promise<void> {
  await endSessionsOf(tx, [person.subject], at);
  const remark = 'The proposer’s account no longer has a role.';
  const operator = { ...person, role: null };
  await withdrawProposals(tx, [person.subject], { operator, remark, at });
  if ((await subjectsNamed(tx, person.account)).includes(person.subject))
    await recordAudit(tx, {
      at,
      operator,
      action: 'sign-in-refused',
      step: 'system',
      reason: 'No role, or more than one',
    });
}

/** The roles that these people are signed in with or have proposed something in. */
const rolesOf = (tx: Tx, subjects: readonly string[], at: Date): Promise<Role[]> =>
  tx.column(sql`
    select role from operator_sessions where subject = any(${subjects}::text[]) and ended_at is null and ends_at > ${at}
    union select proposed_role from proposals
    where state = 'open' and proposed_by = any(${subjects}::text[])`);

async function endSignIns(context: CommandContext): Promise<void> {
  const { operator, print, deps } = context;
  const [account, reason] = [requireOption(context, 'account'), requireOption(context, 'reason')];
  const at = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    const subjects = await subjectsNamed(tx, account);
    // A name that was typed has no role: a person with the database's URL may do everything.
    const roles = await rolesOf(tx, subjects, at);
    if (isSignedIn(operator) && roles.some((role) => role !== operator.role))
      throw new OperatorError('You can only end the sign-ins of accounts with your own role.');
    const sessions = await endSessionsOf(tx, subjects, at);
    const remark = `The proposer’s sign-ins were ended: ${reason}`;
    const proposals = await withdrawProposals(tx, subjects, { operator, remark, at });
    await recordCommand(tx, context, { action: 'end-sign-ins', step: 'system', subject: account });
    print(`${countText(sessions, 'session')} ended, ${countText(proposals, 'proposal')} withdrawn.`);
  });
}

async function releaseAccount(context: CommandContext): Promise<void> {
  const account = requireOption(context, 'account');
  requireOption(context, 'reason');
  await context.deps.database.transaction(async (tx) => {
    if (!(await releaseName(tx, account))) throw new OperatorError('Nobody has signed in with that name.');
    await recordCommand(tx, context, { action: 'release-account', step: 'system', subject: account });
  });
  context.print('The next account that signs in with this name gets it.');
}

const ACCOUNT = ['--account <name>', 'the account'] as const;
/** Of their own role; an auditor changes nothing. Signing out one's own sessions is an operation. */
const ENDERS: readonly Role[] = ['support', 'fieldwork', 'finance'];

export const signInCommands: readonly Subcommand[] = [
  {
    name: 'sign-ins end',
    description: 'Signs an account out of the console everywhere, and withdraws its open proposals.',
    roles: ENDERS,
    options: [ACCOUNT],
    run: endSignIns,
  },
  {
    name: 'sign-ins release',
    description: 'Lets another account of the identity provider sign in with this name.',
    roles: ['finance'],
    options: [ACCOUNT],
    run: releaseAccount,
  },
];
