import type { CommandContext, Subcommand } from '../console/command.ts';
import { deepMoneyCheck, quickMoneyCheck } from './money-check.ts';

async function checkMoney({ deps, options, print, alarm }: CommandContext): Promise<void> {
  const { ok, faults } = options.deep ? await deepMoneyCheck(deps.database) : await quickMoneyCheck(deps.database);
  for (const fault of faults) print(fault);
  print(ok ? 'Every cent is where it should be.' : 'The books do not agree.');
  if (!ok) alarm();
}

export const moneyCommands: readonly Subcommand[] = [
  {
    name: 'money check',
    description: 'Compares the three books by their running totals. This is fast at any size.',
    options: [['--deep', 'adds up every posting, wallet, reward and withdrawal, and shows where they differ']],
    isAnonymous: true,
    run: checkMoney,
  },
];
