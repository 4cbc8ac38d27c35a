import { readFile } from 'node:fs/promises';
import { cents, formatRand } from '@panel/domain/rewards/money';
import { parse } from 'csv-parse/sync';
import { freezePayouts } from '../rewards/payout-freezes.ts';
import {
  ALARMING_VERDICTS,
  paidButNotSettled,
  recordSettlement,
  type SettlementLine,
  type SettlementVerdict,
} from '../rewards/settlements.ts';
import { insertAudit } from './audit.ts';
import { AS, type Context, OperatorError, requireOption, type Subcommand } from './command.ts';

const COLUMNS = ['reference', 'amount', 'serialNumber', 'transactionId', 'transactionDate'] as const;
type Row = Readonly<Record<(typeof COLUMNS)[number], string | undefined>>;
type Line = SettlementLine & { readonly day: string };

function parseSettlementFile(text: string): Line[] {
  let rows: Row[];
  try {
    rows = parse(text, {
      bom: true,
      delimiter: ';',
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      columns: (header: string[]) => {
        const missing = COLUMNS.find((name) => !header.includes(name));
        if (missing) throw new OperatorError(`The file has no column ${missing}.`);
        return header;
      },
    });
  } catch (error) {
    throw error instanceof OperatorError
      ? error
      : new OperatorError(`The file can’t be read: ${(error as Error).message}`);
  }
  return rows.map(
    ({ reference = '', amount = '', serialNumber = '', transactionId = '', transactionDate = '' }, index) => {
      const day = /^\d{4}-\d{2}-\d{2}/.exec(transactionDate)?.[0];
      if (!/^\d+$/.test(amount) || !day) throw new OperatorError(`Line ${index + 2} can’t be read.`);
      return { reference, amount: BigInt(amount), serial: serialNumber, transaction: transactionId, day };
    },
  );
}

async function reconcile(context: Context): Promise<void> {
  const { deps, print, progress } = context;
  const { database, clock } = deps;
  const lines = parseSettlementFile(await readFile(requireOption(context, 'file'), 'utf8'));
  await database.transaction((tx) =>
    insertAudit(tx, context, { command: 'reconcile', reason: `${lines.length} lines` }),
  );
  const counts: Record<SettlementVerdict, number> = {
    matched: 0,
    'issued but open with us': 0,
    'theirs only': 0,
    'amount differs': 0,
    'issued twice': 0,
    'issued and given back': 0,
  };
  for (const [index, line] of lines.entries()) {
    const { verdict, state } = await database.transaction((tx) => recordSettlement(tx, line, clock.now()));
    counts[verdict] += 1;
    if (verdict !== 'matched')
      print(`${verdict}: ${line.reference} ${formatRand(cents(line.amount))}${state ? ` (${state})` : ''}`);
    if (index % 100 === 0) progress(index, lines.length);
  }
  progress(lines.length, lines.length);
  // What was paid on the file's last day may be in tomorrow's file.
  const lastDay = lines.reduce((latest, { day }) => (day > latest ? day : latest), '0001-01-01');
  const missing = await paidButNotSettled(database, lastDay);
  for (const reference of missing) print(`ours only: ${reference}`);
  print(
    Object.entries({ ...counts, 'ours only': missing.length })
      .map(([verdict, count]) => `${verdict} ${count}`)
      .join(', '),
  );
  const alarming = ALARMING_VERDICTS.reduce((sum, verdict) => sum + counts[verdict], 0);
  if (alarming > 0) {
    const reason = `${alarming} in the issuer’s file that should not be there`;
    await database.transaction((tx) => freezePayouts(tx, reason, clock.now()));
    print('Payouts are frozen: vouchers exist that should not. See payouts resume.');
  }
  if (missing.length + lines.length - counts.matched > 0) process.exitCode = 1;
}

export const reconcileCommands: readonly Subcommand[] = [
  {
    name: 'reconcile <file>',
    description:
      'Compares the issuer’s settlement file (CSV with semicolons) with our withdrawals, by reference. A voucher we did not ask for freezes payouts.',
    options: [AS],
    run: reconcile,
  },
];
