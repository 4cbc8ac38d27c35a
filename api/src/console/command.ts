import { basename } from 'node:path';
import type { OtherAction } from '@panel/domain/console/audit';
import type { Role } from '@panel/domain/console/pages';
import type { Tx } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { type Act, type NewAuditEntry, recordAudit } from './audit.ts';
import type { Person } from './names.ts';
import { type Operator, OperatorError, type SignedInOperator } from './operation.ts';

/** How the program was started: a server has no npm scripts. */
export const PROGRAM = basename(process.argv[1] ?? '') === 'panel.js' ? 'node panel.js' : 'npm run panel --';

export type OptionValues = Readonly<Record<string, string | boolean | undefined>>;

/** `Needs` is what the command needs of the process. */
export type CommandContext<Needs = Dependencies> = {
  readonly deps: Needs;
  readonly options: OptionValues;
  readonly operator: Operator;
  /** The second approver, if names were given. */
  readonly second: Person | null;
  /** Names were given in live mode, because sign-in is down. */
  readonly isBreakGlass: boolean;
  print(line: string): void;
  /** Asks for secrets, because shells and npm store command lines. */
  prompt(question: string): Promise<string>;
  progress(done: number, total: number): void;
  /** Makes the command exit with 1, because an operator has to act on the result. */
  alarm(): void;
};

export type CommandOption = readonly [flags: string, description: string];

/** For example 'sign-ins end'. */
export type Subcommand<Needs = Dependencies> = {
  readonly name: string;
  /** For a list of commands, instead of the description. */
  readonly title?: string;
  readonly description: string;
  readonly options?: readonly CommandOption[];
  run(context: CommandContext<Needs>): Promise<void>;
} & (Anonymous | Named);
/** Shows only counts, sums and our own ids, so it needs no name. */
type Anonymous = { readonly isAnonymous: true };
/** `roles` applies to tokens. A name has no role: anyone who can open the database may run every command. */
type Named = { readonly isAnonymous?: never; readonly roles: readonly Role[] };

export function requireRole({ role }: SignedInOperator, roles: readonly Role[]): void {
  if (!roles.includes(role)) throw new OperatorError(`Only ${roles.join(' and ')} may do this.`);
}

/** Returns the text of a required option. */
export function requireOption({ options }: Pick<CommandContext, 'options'>, name: string): string {
  const value = options[name];
  if (typeof value !== 'string' || value.trim() === '') throw new OperatorError(`--${name} is required.`);
  return value.trim();
}

export const reasonOf = ({ options }: CommandContext): string | undefined =>
  typeof options.reason === 'string' ? options.reason.trim() : undefined;

/** Adds an audit row saying that two people acted without a sign-in. */
export async function recordBreakGlass(tx: Tx, context: CommandContext, act: Act): Promise<void> {
  const { deps, operator, second, isBreakGlass } = context;
  if (!isBreakGlass) return;
  await recordAudit(tx, {
    at: deps.clock.now(),
    operator,
    approver: second ?? undefined,
    ...act,
    step: 'break-glass',
    reason: reasonOf(context),
  });
}

/** Records who ran a command that isn't an operation, and why. What two people did is a change, also if it is about sign-ins. */
export async function recordCommand(
  tx: Tx,
  context: CommandContext,
  entry: { readonly action: OtherAction; readonly step?: 'system' } & Pick<NewAuditEntry, 'subject'>,
): Promise<void> {
  const { deps, operator, second } = context;
  await recordBreakGlass(tx, context, { action: entry.action });
  await recordAudit(tx, {
    at: deps.clock.now(),
    operator,
    approver: second ?? undefined,
    reason: reasonOf(context),
    ...entry,
    step: second ? 'done' : (entry.step ?? 'done'),
  });
}
