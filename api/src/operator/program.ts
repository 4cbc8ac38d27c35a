/** `npm run panel`: every subcommand of the operators, on one command line. */
import { Command } from 'commander';
import { auditCommands } from './audit-chain.ts';
import { backupCommands } from './backup.ts';
import type { Context, Subcommand } from './command.ts';
import { consentCommands } from './consents.ts';
import { keyCommands } from './keys.ts';
import { messageCommands } from './messages.ts';
import { moneyCommands } from './money.ts';
import { payoutCommands } from './payouts.ts';
import { peopleCommands } from './people.ts';
import { reconcileCommands } from './reconcile.ts';
import { rewardCommands } from './rewards.ts';
import { sampleCommands } from './sample.ts';

const SUBCOMMANDS: readonly Subcommand[] = [
  ...peopleCommands,
  ...sampleCommands,
  ...rewardCommands,
  ...payoutCommands,
  ...messageCommands,
  ...moneyCommands,
  ...reconcileCommands,
  ...consentCommands,
  ...keyCommands,
  ...auditCommands,
  ...backupCommands,
];

/** `execute` is given the subcommand that was called and its options; an argument is an option of its own name. */
export function buildProgram(execute: (subcommand: Subcommand, options: Context['options']) => Promise<void>): Command {
  const program = new Command('npm run panel --').exitOverride();
  const groups = new Map<string, Command>();
  for (const subcommand of SUBCOMMANDS) {
    const [noun = '', verb] = subcommand.name.split(' ');
    const hasVerb = verb !== undefined && !verb.startsWith('<');
    if (hasVerb && !groups.has(noun)) groups.set(noun, program.command(noun));
    const parent = hasVerb ? (groups.get(noun) as Command) : program;
    const command = parent
      .command(hasVerb ? subcommand.name.slice(noun.length + 1) : subcommand.name)
      .description(subcommand.description);
    for (const [flags, description] of subcommand.options ?? []) command.option(flags, description);
    command.action(() => {
      const args = Object.fromEntries(
        command.registeredArguments.map((arg, index) => [arg.name(), command.args[index]]),
      );
      return execute(subcommand, { ...command.opts(), ...args });
    });
  }
  return program;
}
