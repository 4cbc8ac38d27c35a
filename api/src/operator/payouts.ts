import { cents, formatRand } from '@panel/domain/rewards/money';
import { sql } from '../platform/database.ts';
import { freezePayouts, giveBack, type Parked, payByHand, unfreezePayouts } from '../rewards/payouts.ts';
import { audit, type Command, type Context, OperatorError, SIGNED, secondName, wanted } from './command.ts';

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
