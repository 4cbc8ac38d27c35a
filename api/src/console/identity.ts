/** Who runs a command: the account of a sign-in, or names where there is no sign-in. */
import { type Context, type Option, type Options, requireOption } from './command.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { isSameName, type Person } from './names.ts';
import { type Operator, OperatorError } from './operation.ts';
import { touchSession } from './sessions.ts';

export const IDENTITY_OPTIONS: readonly Option[] = [
  ['--token-file <file>', 'the file with your token from the console; - asks for it (default: PANEL_TOKEN_FILE)'],
  ['--as <name>', 'your name, for the audit, where there is no token'],
  ['--second <name>', 'the second approver’s name, where there is no token'],
  ['--break-glass', 'without a sign-in in live mode: two names and a reason, which the audit shows as such'],
  ['--reason <text>', 'why, for the audit'],
];

type CommandIdentity = Pick<Context, 'operator' | 'authenticatedAt' | 'second' | 'isBreakGlass'>;

/** `options.token` is the token itself. In sandbox mode names are enough; in live mode only with `--break-glass`, for a day on which nobody can sign in. */
export async function identifyOperator(deps: ConsoleDependencies, options: Options): Promise<CommandIdentity> {
  const { config, database, clock } = deps;
  const isBreakGlass = options.breakGlass === true;
  if (typeof options.token === 'string' && !isBreakGlass) {
    const session = await touchSession(database, options.token, clock.now());
    if (!session) throw new OperatorError('The session of the token has ended. Sign in and make another token.');
    return { operator: session, authenticatedAt: session.authenticatedAt, second: null, isBreakGlass };
  }
  if (config.mode === 'live' && !isBreakGlass)
    throw new OperatorError(
      'Make a token in the console and name its file with --token-file, or use --break-glass with --as, --second and --reason.',
    );
  const account = requireOption({ options }, 'as');
  const second = typeof options.second === 'string' && options.second.trim() !== '' ? options.second.trim() : null;
  if (second !== null && isSameName(second, account))
    throw new OperatorError('Two people decide about this: --second is somebody else.');
  if (isBreakGlass) {
    if (!second) throw new OperatorError('--second is needed.');
    requireOption({ options }, 'reason');
  }
  // A name has no role, and `roles` of a command are not asked.
  const operator: Operator = { ...unsigned(account), role: 'auditor' };
  return { operator, authenticatedAt: null, second: second === null ? null : unsigned(second), isBreakGlass };
}

/** A name that was given, not proved. */
const unsigned = (account: string): Person => ({ subject: `name:${account}`, account });
