import { basename } from 'node:path';
import type { Role } from '@panel/domain/console/pages';
import type { Tx } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { type NewAuditEntry, recordAudit } from './audit.ts';
import type { Person } from './names.ts';
import { type Operator, OperatorError } from './operation.ts';

/** How the program was started: what is installed on a server has no scripts of npm. */
export const PROGRAM = basename(process.argv[1] ?? '') === 'panel.js' ? 'node panel.js' : 'npm run panel --';

export type Options = Readonly<Record<string, string | boolean | undefined>>;

/** `Needs` is what the command needs of the process. */
export type Context<Needs = Dependencies> = {
  readonly deps: Needs;
  readonly options: Options;
  readonly operator: Operator;
  /** When the operator signed in; null where a name is given instead. */
  readonly authenticatedAt: Date | null;
  /** Who else agrees, where names are given. */
  readonly second: Person | null;
  /** Names are given in live mode, because nobody can sign in. */
  readonly isBreakGlass: boolean;
  print(line: string): void;
  /** Asks for what must not stand in a command line, which shells and npm keep. */
  prompt(question: string): Promise<string>;
  progress(done: number, total: number): void;
  /** What was found needs somebody: the command ends with 1. */
  alarm(): void;
};

export type Option = readonly [flags: string, description: string];

/** One subcommand of the operators, such as 'payouts resolve'. */
export type Subcommand<Needs = Dependencies> = {
  readonly name: string;
  readonly description: string;
  readonly options?: readonly Option[];
  run(context: Context<Needs>): Promise<void>;
} & (Anonymous | Named);
/** It shows counts, sums and what waits by our own ids, and needs no name. */
type Anonymous = { readonly isAnonymous: true };
/** `roles` may run it by a token. A name has no role: whoever may open the database may run every command. */
type Named = { readonly isAnonymous?: never; readonly roles: readonly Role[] };

export function requireRole({ role }: Operator, roles: readonly Role[]): void {
  if (!roles.includes(role)) throw new OperatorError(`This is for ${roles.join(' and ')}.`);
}

/** The text of an option that the command can't do without. */
export function requireOption({ options }: Pick<Context, 'options'>, name: string): string {
  const value = options[name];
  if (typeof value !== 'string' || value.trim() === '') throw new OperatorError(`--${name} is needed.`);
  return value.trim();
}

/** Why a command is run, where that is said. */
export const reasonOf = ({ options }: Context): string | undefined =>
  typeof options.reason === 'string' ? options.reason.trim() : undefined;

/** Records, beside the row of what is done, that two people did it without a sign-in. */
export async function recordBreakGlass(tx: Tx, context: Context, command: string): Promise<void> {
  const { deps, operator, second, isBreakGlass } = context;
  if (!isBreakGlass) return;
  await recordAudit(tx, {
    at: deps.clock.now(),
    operator,
    approver: second ?? undefined,
    command: `break-glass ${command}`,
    reason: reasonOf(context),
  });
}

/** Records who ran a command that is no operation, and why. */
export async function recordCommand(
  tx: Tx,
  context: Context,
  entry: Pick<NewAuditEntry, 'command' | 'subject' | 'reason'>,
): Promise<void> {
  const { deps, operator, second } = context;
  await recordBreakGlass(tx, context, entry.command);
  const row = { at: deps.clock.now(), operator, approver: second ?? undefined };
  await recordAudit(tx, { ...row, reason: reasonOf(context), ...entry });
}
