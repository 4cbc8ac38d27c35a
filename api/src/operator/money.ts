import { readFile } from 'node:fs/promises';
import { cents, formatRand } from '@panel/domain/rewards/money';
import { sql } from '../platform/database.ts';
import { deepMoneyCheck } from '../rewards/money-check.ts';
import { giveBack, type Parked, payByHand } from '../rewards/payouts.ts';
import { audit, type Command, OperatorError, SIGNED, wanted } from './command.ts';

export const money: Command = {
  usage: 'money check',
  about: 'Adds up every posting, wallet, reward and withdrawal, and says where they don’t agree.',
  run: async ({ deps, say }) => {
    const { ok, faults } = await deepMoneyCheck(deps.database);
    for (const fault of faults) say(fault);
    say(ok ? 'Every cent is where it should be.' : 'The books do not agree.');
    if (!ok) process.exitCode = 1;
  },
};

export const payouts: Command = {
  usage:
    'payouts list | payouts resolve --id ID --as NAME --second NAME --reason TEXT (--issued --pin PIN --serial SERIAL --transaction ID | --not-issued)',
  about:
    'The payouts that wait for a person, and what two people found out about one: the voucher was issued, or it was not.',
  options: {
    ...SIGNED,
    id: { type: 'string' },
    second: { type: 'string' },
    reason: { type: 'string' },
    issued: { type: 'boolean' },
    'not-issued': { type: 'boolean' },
    pin: { type: 'string' },
    serial: { type: 'string' },
    transaction: { type: 'string' },
  },
  run: async (context) => {
    const { deps, words, values, say } = context;
    if (words[0] === 'list') {
      const rows = await deps.database.many<{
        id: string;
        reference: string;
        amount: string;
        sent: Date | null;
        code: string | null;
        settled: string | null;
      }>(sql`
        select w.id, w.reference, w.amount, w.first_sent_at as sent, w.outcome_code as code, s.serial_last4 as settled
        from withdrawals w left join settlements s on s.reference = w.reference where w.state = 'manual' order by w.requested_at`);
      for (const { id, reference, amount, sent, code, settled } of rows)
        say(
          `${id}  ${reference}  ${formatRand(cents(BigInt(amount)))}  sent ${sent?.toISOString() ?? 'never'}  ${code ?? ''}  ${settled ? `in the issuer’s file (…${settled})` : 'not in the issuer’s file'}`,
        );
      say(`${rows.length} waiting`);
      return;
    }
    if (words[0] !== 'resolve') throw new OperatorError('payouts list, or payouts resolve?');
    const second = wanted(context, 'second');
    if (second === wanted(context, 'as'))
      throw new OperatorError('Two people decide about money: --second is somebody else.');
    if (Boolean(values.issued) === Boolean(values['not-issued']))
      throw new OperatorError('Say --issued or --not-issued.');
    const id = wanted(context, 'id');
    const at = deps.clock.now();
    await deps.database.transaction(async (tx) => {
      const parked = await tx.one<Parked>(sql`
        select id, wallet_id as "walletId", amount from withdrawals where id::text = ${id} and state = 'manual' for no key update`);
      if (!parked) throw new OperatorError('No payout of this id waits for a person.');
      await audit(tx, context, {
        command: `payouts resolve ${values.issued ? 'issued' : 'not-issued'}`,
        subject: id,
        reason: wanted(context, 'reason'),
        second,
      });
      if (values.issued)
        await payByHand(
          tx,
          deps,
          parked,
          {
            pin: wanted(context, 'pin'),
            serial: wanted(context, 'serial'),
            transaction: wanted(context, 'transaction'),
          },
          at,
        );
      else await giveBack(tx, parked, 'resolved-by-hand', at);
    });
    say('Resolved.');
  },
};

type Line = { reference: string; amount: bigint; serial: string; transaction: string };

function readSettlement(text: string): Line[] {
  const [header = '', ...lines] = text.trim().split(/\r?\n/);
  const columns = header.split(';').map((name) => name.trim());
  const at = (cells: string[], name: string) => cells[columns.indexOf(name)]?.trim() ?? '';
  for (const name of ['reference', 'amount', 'serialNumber', 'transactionId'])
    if (!columns.includes(name)) throw new OperatorError(`The file has no column ${name}.`);
  return lines.filter(Boolean).map((line) => {
    const cells = line.split(';');
    return {
      reference: at(cells, 'reference'),
      amount: BigInt(at(cells, 'amount')),
      serial: at(cells, 'serialNumber'),
      transaction: at(cells, 'transactionId'),
    };
  });
}

export const reconcile: Command = {
  usage: 'reconcile FILE --as NAME',
  about: 'Holds the issuer’s settlement file (CSV with semicolons) against our withdrawals, by reference.',
  options: SIGNED,
  run: async (context) => {
    const { deps, words, say, progress } = context;
    const file = words[0];
    if (!file) throw new OperatorError('Which file?');
    const lines = readSettlement(await readFile(file, 'utf8'));
    const counts = {
      matched: 0,
      'issued but open with us': 0,
      'theirs only': 0,
      'amount differs': 0,
      'issued twice': 0,
    };
    const seen = new Set<string>();
    await deps.database.transaction((tx) =>
      audit(tx, context, { command: 'reconcile', reason: `${lines.length} lines` }),
    );
    for (const [index, { reference, amount, serial, transaction }] of lines.entries()) {
      const ours = await deps.database.transaction(async (tx) => {
        await tx.many(sql`
          insert into settlements (reference, amount, serial_last4, transaction, read_at)
          values (${reference}, ${amount}, ${serial.slice(-4)}, ${transaction}, ${deps.clock.now()}) on conflict (reference) do nothing`);
        return tx.one<{ amount: string; state: string }>(
          sql`select amount, state from withdrawals where reference = ${reference}`,
        );
      });
      const verdict = seen.has(reference)
        ? 'issued twice'
        : !ours
          ? 'theirs only'
          : BigInt(ours.amount) !== amount
            ? 'amount differs'
            : ours.state === 'settled'
              ? 'matched'
              : 'issued but open with us';
      seen.add(reference);
      counts[verdict] += 1;
      if (verdict !== 'matched')
        say(`${verdict}: ${reference} ${formatRand(cents(amount))}${ours ? ` (${ours.state})` : ''}`);
      if (index % 100 === 0) progress(index, lines.length);
    }
    progress(lines.length, lines.length);
    const settled = await deps.database.many<{ reference: string }>(sql`
      select reference from withdrawals w where state = 'settled' and not exists (select from settlements s where s.reference = w.reference)`);
    for (const { reference } of settled) say(`ours only: ${reference}`);
    say(
      Object.entries({ ...counts, 'ours only': settled.length })
        .map(([what, count]) => `${what} ${count}`)
        .join(', '),
    );
    if (settled.length + lines.length - counts.matched > 0) process.exitCode = 1;
  },
};
