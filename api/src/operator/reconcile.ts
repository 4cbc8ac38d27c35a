import { readFile } from 'node:fs/promises';
import { cents, formatRand } from '@panel/domain/rewards/money';
import { sql } from '../platform/database.ts';
import { freezePayouts } from '../rewards/payouts.ts';
import { audit, type Command, OperatorError, SIGNED } from './command.ts';

type Line = { reference: string; amount: bigint; serial: string; transaction: string; day: string };

function readSettlement(text: string): Line[] {
  const [header = '', ...lines] = text.trim().split(/\r?\n/);
  const columns = header.split(';').map((name) => name.trim());
  const at = (cells: string[], name: string) => cells[columns.indexOf(name)]?.trim() ?? '';
  for (const name of ['reference', 'amount', 'serialNumber', 'transactionId', 'transactionDate'])
    if (!columns.includes(name)) throw new OperatorError(`The file has no column ${name}.`);
  return lines.filter(Boolean).map((line, index) => {
    const cells = line.split(';');
    const amount = at(cells, 'amount');
    const day = /^\d{4}-\d{2}-\d{2}/.exec(at(cells, 'transactionDate'))?.[0];
    if (!/^\d+$/.test(amount) || !day) throw new OperatorError(`Line ${index + 2} can’t be read.`);
    return {
      reference: at(cells, 'reference'),
      amount: BigInt(amount),
      serial: at(cells, 'serialNumber'),
      transaction: at(cells, 'transactionId'),
      day,
    };
  });
}

/** Money that left without our having asked for it, or that we have given back as well: nothing more may leave. */
const ALARMING = ['theirs only', 'issued twice', 'issued and given back'] as const;
type Verdict = (typeof ALARMING)[number] | 'matched' | 'amount differs' | 'issued but open with us';

function verdictOn(
  { amount, transaction }: Line,
  ours: { amount: string; state: string } | undefined,
  firstTransaction: string,
): Verdict {
  if (firstTransaction !== transaction) return 'issued twice';
  if (!ours) return 'theirs only';
  if (BigInt(ours.amount) !== amount) return 'amount differs';
  if (ours.state === 'reversed') return 'issued and given back';
  return ours.state === 'settled' ? 'matched' : 'issued but open with us';
}

export const reconcile: Command = {
  usage: 'reconcile FILE --as NAME',
  about:
    'Holds the issuer’s settlement file (CSV with semicolons) against our withdrawals, by reference. A voucher we did not ask for freezes payouts.',
  options: SIGNED,
  run: async (context) => {
    const { deps, words, say, progress } = context;
    const file = words[0];
    if (!file) throw new OperatorError('Which file?');
    const lines = readSettlement(await readFile(file, 'utf8'));
    const counts: Record<Verdict, number> = {
      matched: 0,
      'issued but open with us': 0,
      'theirs only': 0,
      'amount differs': 0,
      'issued twice': 0,
      'issued and given back': 0,
    };
    await deps.database.transaction((tx) =>
      audit(tx, context, { command: 'reconcile', reason: `${lines.length} lines` }),
    );
    for (const [index, line] of lines.entries()) {
      const { reference, amount, serial, transaction } = line;
      const { first, ours } = await deps.database.transaction(async (tx) => {
        await tx.many(sql`
          insert into settlements (reference, amount, serial_last4, transaction, read_at)
          values (${reference}, ${amount}, ${serial.slice(-4)}, ${transaction}, ${deps.clock.now()}) on conflict (reference) do nothing`);
        return {
          // What was read first, in this file or in one of another day.
          first: await tx.one<{ transaction: string }>(
            sql`select transaction from settlements where reference = ${reference}`,
          ),
          ours: await tx.one<{ amount: string; state: string }>(
            sql`select amount, state from withdrawals where reference = ${reference}`,
          ),
        };
      });
      const verdict = verdictOn(line, ours, first?.transaction ?? transaction);
      counts[verdict] += 1;
      if (verdict !== 'matched')
        say(`${verdict}: ${reference} ${formatRand(cents(amount))}${ours ? ` (${ours.state})` : ''}`);
      if (index % 100 === 0) progress(index, lines.length);
    }
    progress(lines.length, lines.length);
    // What ended on the file's last day may be in tomorrow's.
    const lastDay = lines.reduce((latest, { day }) => (day > latest ? day : latest), '0001-01-01');
    const settled = await deps.database.many<{ reference: string }>(sql`
      select reference from withdrawals w
      where state = 'settled' and ended_at < ${lastDay}::date at time zone 'Africa/Johannesburg'
        and not exists (select from settlements s where s.reference = w.reference)`);
    for (const { reference } of settled) say(`ours only: ${reference}`);
    say(
      Object.entries({ ...counts, 'ours only': settled.length })
        .map(([what, count]) => `${what} ${count}`)
        .join(', '),
    );
    const strange = ALARMING.reduce((sum, verdict) => sum + counts[verdict], 0);
    if (strange > 0) {
      const reason = `${strange} in the issuer’s file that should not be there`;
      await deps.database.transaction((tx) => freezePayouts(tx, reason, deps.clock.now()));
      say('Payouts are frozen: vouchers exist that should not. See payouts resume.');
    }
    if (settled.length + lines.length - counts.matched > 0) process.exitCode = 1;
  },
};
