/** Every command of the operators, with the dependencies of this process. */
import type { Command } from 'commander';
import { backupCommands } from './backups/backup.ts';
import { signInCommands } from './console/accounts.ts';
import { auditCommands } from './console/audit-chain.ts';
import type { OptionValues, Subcommand } from './console/command.ts';
import { operationCommands } from './console/operation-commands.ts';
import { programOf, runForOperator, type Terminal } from './console/program.ts';
import type { AppDependencies } from './dependencies.ts';
import { keyCommands } from './keys/rotate-keys.ts';
import { type OperatorDependencies, withOperations } from './operations.ts';
import { moneyCommands } from './rewards/money-check.ts';

type PanelCommand = Subcommand<OperatorDependencies>;

const migrateCommand: PanelCommand = {
  name: 'migrate',
  description: 'Applies the migrations, as every command does if MIGRATIONS_DATABASE_URL is set, and nothing else.',
  isAnonymous: true,
  run: async ({ print }) => print('The databases are up to date.'),
};

export const SUBCOMMANDS: readonly PanelCommand[] = [
  migrateCommand,
  ...operationCommands,
  ...moneyCommands,
  ...signInCommands,
  ...keyCommands,
  ...auditCommands,
  ...backupCommands,
];

/** `execute` gets the subcommand and its options. An argument becomes an option with the same name. */
export const buildProgram = (execute: (subcommand: PanelCommand, options: OptionValues) => Promise<void>): Command =>
  programOf(SUBCOMMANDS, execute);

export const runSubcommand = (
  subcommand: PanelCommand,
  deps: AppDependencies,
  options: OptionValues,
  terminal: Terminal,
): Promise<void> => runForOperator(subcommand, withOperations(deps), options, terminal);
