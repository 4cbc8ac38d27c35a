/** Every command of the operators, with the dependencies of this process. */
import type { Command } from 'commander';
import type { AppDependencies } from '../dependencies.ts';
import { auditCommands } from './audit-chain.ts';
import { backupCommands } from './backup.ts';
import type { Options, Subcommand } from './command.ts';
import { operationCommands, proposalCommands } from './commands.ts';
import { consentCommands } from './consents.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { disputeCommands } from './disputes.ts';
import { keyCommands } from './keys.ts';
import { messageCommands } from './messages.ts';
import { moneyCommands } from './money.ts';
import { withOperations } from './operations.ts';
import { payoutCommands } from './payouts.ts';
import { programOf, runAs, type Terminal } from './program.ts';
import { rewardCommands } from './rewards.ts';
import { rollupCommands } from './rollups.ts';
import { sampleCommands } from './sample.ts';
import { signInCommands } from './sign-ins.ts';

type PanelCommand = Subcommand<AppDependencies & ConsoleDependencies>;

export const SUBCOMMANDS: readonly PanelCommand[] = [
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

/** `execute` is given the subcommand that was called and its options; an argument is an option of its own name. */
export const buildProgram = (execute: (subcommand: PanelCommand, options: Options) => Promise<void>): Command =>
  programOf(SUBCOMMANDS, execute);

export const runSubcommand = (
  subcommand: PanelCommand,
  deps: AppDependencies,
  options: Options,
  terminal: Terminal,
): Promise<void> => runAs(subcommand, withOperations(deps), options, terminal);
