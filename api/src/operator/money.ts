import { readFile } from 'node:fs/promises';
import { cents, formatRand } from '@panel/domain/rewards/money';
import { rewardFor } from '@panel/domain/rewards/rules';
import type { Dependencies } from '../dependencies.ts';
import { correctSession } from '../partners/callbacks.ts';
import { withheldEvents } from '../partners/store.ts';
import { sql } from '../platform/database.ts';
import { deepMoneyCheck, quickMoneyCheck } from '../rewards/money-check.ts';
import { freezePayouts, giveBack, type Parked, payByHand, unfreezePayouts } from '../rewards/payouts.ts';
import { audit, type Command, type Context, OperatorError, SIGNED, wanted } from './command.ts';

export const money: Command = {
  usage: 'money check [--deep]',
  about:
    'Holds the three books against each other, in no time at any size. --deep adds up every posting, wallet, reward and withdrawal, and says where they don’t agree.',
  options: { deep: { type: 'boolean' } },
  run: async ({ deps, values, say }) => {
    const { ok, faults } = values.deep ? await deepCheckPatiently(deps) : await quickMoneyCheck(deps.database);
    for (const fault of faults) say(fault);
    say(ok ? 'Every cent is where it should be.' : 'The books do not agree.');
    if (!ok) process.exitCode = 1;
  },
};

/** It reads every row there is, which may take longer than any call of a panelist is given. */
const deepCheckPatiently = ({ database }: Dependencies) =>
  database.transaction(async (tx) => {
    await tx.many(sql`set local statement_timeout = '15min'`);
    return deepMoneyCheck(tx);
  });

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
      if (settled === 'survey-already-credited') throw new OperatorError('This survey was credited to them already.');
      if (settled === 'no-credit' && toBe === 'credited')
        throw new OperatorError('No price was named for it, or the profile is gone: there is nothing to credit.');
      return settled;
    });
    say(effect === 'unchanged' ? `It is ${toBe} already.` : `Done: ${effect}.`);
  },
};

export const payouts: Command = {
  usage:
    'payouts list | payouts freeze --as NAME --reason TEXT | payouts resume --as NAME --second NAME --reason TEXT | payouts resolve --id ID --as NAME --second NAME --reason TEXT (--issued --serial SERIAL --transaction ID | --not-issued)',
  about:
    'The payouts that wait for a person; a stop to all of them, and an end to it; and what two people found out about one: the voucher was issued, or it was not.',
  options: {
    ...SIGNED,
    id: { type: 'string' },
    second: { type: 'string' },
    reason: { type: 'string' },
    issued: { type: 'boolean' },
    'not-issued': { type: 'boolean' },
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
      const unclaimed = await deps.database.many<{ id: string; amount: string; at: Date }>(sql`
        select w.id, p.amount, t.at from withdrawals w
        join transfers t on t.key = 'withdrawal-returned:' || w.id
        join postings p on p.transfer_id = t.id and p.account = 'unclaimed'
        where w.state = 'reversed' order by t.at`);
      for (const { id, amount, at } of unclaimed)
        say(
          `${id}  ${formatRand(cents(BigInt(amount)))}  kept since ${at.toISOString()} for who deleted their profile`,
        );
      return;
    }
    if (words[0] === 'freeze' || words[0] === 'resume') return freezeOrResume(context, words[0]);
    if (words[0] !== 'resolve') throw new OperatorError('payouts list, freeze, resume, or resolve?');
    const second = secondName(context);
    if (Boolean(values.issued) === Boolean(values['not-issued']))
      throw new OperatorError('Say --issued or --not-issued.');
    const id = wanted(context, 'id');
    const at = deps.clock.now();
    // Asked for, not an option: what stands in a command is kept by shells and by npm.
    const pin = values.issued ? (await context.ask('The voucher’s PIN: ')).trim() : '';
    if (values.issued && !/^\d{8,20}$/.test(pin)) throw new OperatorError('A PIN is 8 to 20 digits.');
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
            pin,
            serial: wanted(context, 'serial'),
            transaction: wanted(context, 'transaction'),
          },
          at,
        );
      else {
        const settlement = await tx.one(sql`
          select from settlements s join withdrawals w on w.reference = s.reference where w.id = ${parked.id}`);
        if (settlement) throw new OperatorError('The issuer’s file says that it was issued.');
        await giveBack(tx, parked, 'resolved-by-hand', at);
      }
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
