/** Puts every operator command on one command line. */
import { Command } from 'commander';
import type { AppDependencies } from '../dependencies.ts';
import { auditCommands } from './audit-chain.ts';
import { backupCommands } from './backup.ts';
import { type Context, type Options, PROGRAM, requireRole, type Subcommand } from './command.ts';
import { operationCommands, proposalCommands } from './commands.ts';
import { consentCommands } from './consents.ts';
import { disputeCommands } from './disputes.ts';
import { IDENTITY_OPTIONS, identifyOperator } from './identity.ts';
import { keyCommands } from './keys.ts';
import { messageCommands } from './messages.ts';
import { moneyCommands } from './money.ts';
import { payoutCommands } from './payouts.ts';
import { rewardCommands } from './rewards.ts';
import { rollupCommands } from './rollups.ts';
import { sampleCommands } from './sample.ts';
import { signInCommands } from './sign-ins.ts';

export const SUBCOMMANDS: readonly Subcommand[] = [
  ...operationCommands,
  ...sampleCommands,
  ...rewardCommands,
  ...disputeCommands,
  ...payoutCommands,
  ...messageCommands,
  ...moneyCommands,
  ...proposalCommands,
  ...signInCommands,
  ...rollupCommands,
  ...consentCommands,
  ...keyCommands,
  ...auditCommands,
  ...backupCommands,
];

type Terminal = Pick<Context, 'print' | 'prompt' | 'progress' | 'alarm'>;

/** `execute` gets the subcommand and its options. An argument becomes an option with the same name. */
export function buildProgram(execute: (subcommand: Subcommand, options: Options) => Promise<void>): Command {
  // 'restore <file>' and 'restore finish' have the same options, so options after a subcommand belong to it.
  const program = new Command(PROGRAM).exitOverride().enablePositionalOptions();
  const groups = new Map<string, Command>();
  for (const subcommand of SUBCOMMANDS) {
    const [noun = '', verb] = subcommand.name.split(' ');
    const hasVerb = verb !== undefined && !verb.startsWith('<');
    if (hasVerb && !groups.has(noun)) groups.set(noun, program.command(noun));
    const parent = hasVerb ? (groups.get(noun) as Command) : program;
    const command = parent
      .command(hasVerb ? subcommand.name.slice(noun.length + 1) : subcommand.name)
      .description(subcommand.description);
    if (!hasVerb) groups.set(noun, command);
    const own = subcommand.options ?? [];
    // An operation describes its own reason.
    const identity = IDENTITY_OPTIONS.filter(([flags]) => !own.some(([ownFlags]) => ownFlags === flags));
    for (const [flags, description] of [...(subcommand.isAnonymous ? [] : identity), ...own])
      command.option(flags, description);
    command.action(() => {
      const args = Object.fromEntries(
        command.registeredArguments.map((arg, index) => [arg.name(), command.args[index]]),
      );
      return execute(subcommand, { ...command.opts(), ...args });
    });
  }
  return program;
}

const NOBODY = { subject: 'nobody', account: 'nobody', role: 'auditor' } as const;
/** For timers. Anyone who can run one has the database URL and could copy the data anyway. */
const SCHEDULE = { subject: 'schedule', account: 'schedule', role: 'auditor' } as const;

/** Identifies the operator, checks their role and runs the subcommand. */
export async function runSubcommand(
  subcommand: Subcommand,
  deps: AppDependencies,
  options: Options,
  terminal: Terminal,
): Promise<void> {
  const isUnsigned = subcommand.isAnonymous || options.scheduled === true;
  const identity = isUnsigned
    ? {
        operator: subcommand.isAnonymous ? NOBODY : SCHEDULE,
        authenticatedAt: null,
        second: null,
        isBreakGlass: false,
      }
    : await identifyOperator(deps, options);
  if (identity.authenticatedAt && !subcommand.isAnonymous) requireRole(identity.operator, subcommand.roles);
  await subcommand.run({ deps, options, ...identity, ...terminal });
}
