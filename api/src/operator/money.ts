import { readFile } from 'node:fs/promises';
import { cents, formatRand } from '@panel/domain/rewards/money';
import { rewardFor } from '@panel/domain/rewards/rules';
import { correctSession } from '../partners/callbacks.ts';
import { withheldEvents } from '../partners/store.ts';
import { sql } from '../platform/database.ts';
import { deepMoneyCheck } from '../rewards/money-check.ts';
import { freezePayouts, giveBack, type Parked, payByHand, unfreezePayouts } from '../rewards/payouts.ts';
import { audit, type Command, type Context, OperatorError, SIGNED, wanted } from './command.ts';

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

/** Money is decided by two people. */
function secondName(context: Context): string {
  const second = wanted(context, 'second');
  if (second === wanted(context, 'as'))
    throw new OperatorError('Two people decide about money: --second is somebody else.');
  return second;
}

export const rewards: Command = {
  usage: 'rewards list | rewards credit|reverse --event ID --as NAME --second NAME --reason TEXT',
  about:
    'The completions that were over the daily cap, and what two people decided about one, or about any event the log says needs a person: its reward is to be there, or is not.',
  options: { ...SIGNED, event: { type: 'string' }, second: { type: 'string' }, reason: { type: 'string' } },
  run: async (context) => {
    const { deps, words, say } = context;
    const { pricing } = deps.config;
    if (words[0] === 'list') {
      const withheld = await withheldEvents(deps.database);
      for (const { id, partner, usdMicros, receivedAt } of withheld)
        say(
          `${id}  ${partner}  ${formatRand(rewardFor(BigInt(usdMicros), pricing.sharePpm, pricing.zarPerUsdMicros))}  ${receivedAt.toISOString()}`,
        );
      return say(`${withheld.length} waiting`);
    }
    if (words[0] !== 'credit' && words[0] !== 'reverse')
      throw new OperatorError('rewards list, rewards credit, or rewards reverse?');
    const command = `rewards ${words[0]}`;
    const toBe = words[0] === 'credit' ? 'credited' : 'reversed';
    const second = secondName(context);
    const subject = wanted(context, 'event');
    const effect = await deps.database.transaction(async (tx) => {
      await audit(tx, context, { command, subject, reason: wanted(context, 'reason'), second });
      const settled = await correctSession(tx, pricing, subject, toBe, deps.clock.now());
      if (settled === 'no-session') throw new OperatorError('No event of this id belongs to a survey of ours.');
      return settled;
    });
    say(effect === 'unchanged' ? `It is ${toBe} already.` : `Done: ${effect}.`);
  },
};

export const payouts: Command = {
  usage:
    'payouts list | payouts freeze --as NAME --reason TEXT | payouts resume --as NAME --second NAME --reason TEXT | payouts resolve --id ID --as NAME --second NAME --reason TEXT (--issued --pin PIN --serial SERIAL --transaction ID | --not-issued)',
  about:
    'The payouts that wait for a person; a stop to all of them, and an end to it; and what two people found out about one: the voucher was issued, or it was not.',
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
    if (words[0] === 'freeze' || words[0] === 'resume') return freezeOrResume(context, words[0]);
    if (words[0] !== 'resolve') throw new OperatorError('payouts list, freeze, resume, or resolve?');
    const second = secondName(context);
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

async function freezeOrResume(context: Context, what: 'freeze' | 'resume'): Promise<void> {
  const { deps, say } = context;
  const at = deps.clock.now();
  const reason = wanted(context, 'reason');
  await deps.database.transaction(async (tx) => {
    // Anyone may stop the money; two let it flow again.
    const second = what === 'resume' ? { second: secondName(context) } : {};
    await audit(tx, context, { command: `payouts ${what}`, reason, ...second });
    if (what === 'freeze') {
      await freezePayouts(tx, reason, at);
      say('Payouts are frozen.');
    } else {
      const was = await unfreezePayouts(tx, at);
      say(was === undefined ? 'Payouts were not frozen.' : `Payouts go on. They were frozen: ${was}`);
    }
  });
}

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
  about:
    'Holds the issuer’s settlement file (CSV with semicolons) against our withdrawals, by reference. A voucher we did not ask for freezes payouts.',
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
    const strange = counts['theirs only'] + counts['issued twice'];
    if (strange > 0) {
      const reason = `${strange} in the issuer’s file that we did not ask for`;
      await deps.database.transaction((tx) => freezePayouts(tx, reason, deps.clock.now()));
      say('Payouts are frozen: vouchers exist that we did not ask for. See payouts resume.');
    }
    if (settled.length + lines.length - counts.matched > 0) process.exitCode = 1;
  },
};
