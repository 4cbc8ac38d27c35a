import { cents, formatRand } from '@panel/domain/rewards/money';
import { parse } from 'csv-parse/sync';
import type { AppDependencies } from '../dependencies.ts';
import { freezePayouts } from '../rewards/payout-freezes.ts';
import {
  ALARMING_VERDICTS,
  paidButNotSettled,
  recordSettlement,
  type SettlementLine,
  type SettlementVerdict,
} from '../rewards/settlements.ts';
import { type Implementation, inputOf, OperatorError, type Rest } from './operation.ts';

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

async function recordLines(
  { database, clock }: AppDependencies,
  lines: readonly Line[],
  progress: (done: number, total: number) => void,
): Promise<Rest> {
  const found: string[] = [];
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
      found.push(`${verdict}: ${line.reference} ${formatRand(cents(line.amount))}${state ? ` (${state})` : ''}`);
    if (index % 100 === 0) progress(index, lines.length);
  }
  progress(lines.length, lines.length);
  // What was paid on the file's last day may be in tomorrow's file.
  const lastDay = lines.reduce((latest, { day }) => (day > latest ? day : latest), '0001-01-01');
  const missing = await paidButNotSettled(database, lastDay);
  found.push(
    ...missing.map((reference) => `ours only: ${reference}`),
    Object.entries({ ...counts, 'ours only': missing.length })
      .map(([verdict, count]) => `${verdict} ${count}`)
      .join(', '),
  );
  const alarming = ALARMING_VERDICTS.reduce((sum, verdict) => sum + counts[verdict], 0);
  if (alarming > 0) {
    const reason = `${alarming} in the issuer’s file that should not be there`;
    await database.transaction((tx) => freezePayouts(tx, reason, clock.now()));
    found.push('Payouts are frozen: vouchers exist that should not. See payouts resume.');
  }
  return { lines: found, isAlarming: missing.length + lines.length - counts.matched > 0 };
}

export const reconcile: Implementation = {
  async perform(run) {
    const lines = parseSettlementFile(inputOf(run, 'file'));
    return {
      message: `${lines.length} lines`,
      lines: [],
      reason: `${lines.length} lines`,
      rest: (progress) => recordLines(run.deps, lines, progress),
    };
  },
};
