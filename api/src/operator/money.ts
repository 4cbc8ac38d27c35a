import { deepMoneyCheck, quickMoneyCheck } from '../rewards/money-check.ts';
import type { Command } from './command.ts';

export const money: Command = {
  usage: 'money check [--deep]',
  about:
    'Holds the three books against each other, in no time at any size. --deep adds up every posting, wallet, reward and withdrawal, and says where they don’t agree.',
  options: { deep: { type: 'boolean' } },
  run: async ({ deps, values, say }) => {
    const { ok, faults } = values.deep ? await deepMoneyCheck(deps.database) : await quickMoneyCheck(deps.database);
    for (const fault of faults) say(fault);
    say(ok ? 'Every cent is where it should be.' : 'The books do not agree.');
    if (!ok) process.exitCode = 1;
  },
};
