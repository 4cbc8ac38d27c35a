/** Who runs a command: a signed-in account, or names without a sign-in. */
import { type CommandContext, type CommandOption, type OptionValues, requireOption } from './command.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { isSameName } from './names.ts';
import { type Operator, OperatorError } from './operation.ts';
import { touchSession } from './sessions.ts';

export const IDENTITY_OPTIONS: readonly CommandOption[] = [
  ['--token-file <file>', 'the file with your token from the console; - asks for it (default: PANEL_TOKEN_FILE)'],
  ['--as <name>', 'your name for the audit log, if you have no token'],
  ['--second <name>', 'the second approver’s name, if you have no token'],
  ['--break-glass', 'works without a sign-in in live mode; needs two names and a reason, and the audit log marks it'],
  ['--reason <text>', 'why, for the audit log'],
];

type CommandIdentity = Pick<CommandContext, 'operator' | 'second' | 'isBreakGlass'>;

/** `options.token` is the token itself. Names are enough in sandbox mode; live mode also needs `--break-glass`, for when sign-in is down. */
export async function identifyOperator(deps: ConsoleDependencies, options: OptionValues): Promise<CommandIdentity> {
  const { config, database, clock } = deps;
  const isBreakGlass = options.breakGlass === true;
  if (typeof options.token === 'string' && !isBreakGlass) {
    const session = await touchSession(database, options.token, clock.now());
    if (!session) throw new OperatorError('The token’s session has ended. Sign in and create a new token.');
    return { operator: session, second: null, isBreakGlass };
  }
  if (config.mode === 'live' && !isBreakGlass)
    throw new OperatorError(
      'Create a token in the console and name its file with --token-file, or use --break-glass with --as, --second and --reason.',
    );
  const account = requireOption({ options }, 'as');
  const second = typeof options.second === 'string' && options.second.trim() !== '' ? options.second.trim() : null;
  if (second !== null && isSameName(second, account))
    throw new OperatorError('This needs two people: --second must be someone else.');
  if (isBreakGlass) {
    if (!second) throw new OperatorError('--second is required.');
    requireOption({ options }, 'reason');
  }
  return { operator: unsigned(account), second: second === null ? null : unsigned(second), isBreakGlass };
}

/** A name that was given but not verified. */
const unsigned = (account: string): Operator => ({ subject: `name:${account}`, account, role: null });
