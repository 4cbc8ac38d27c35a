/** From money set aside to a voucher in the chat, or back: exactly one of the two, whatever fails on the way. */
import { lesser } from '@panel/domain/rewards/money';
import type { Dependencies } from '../dependencies.ts';
import { enqueueMessage } from '../messages/outbox.ts';
import { sql, type Tx } from '../platform/database.ts';
import type { Issued, IssueResult } from './issuer.ts';
import { lockWallet, post } from './ledger.ts';

const MINUTE = 60_000;
/** Assumption: issuer-memory. The issuer remembers a reference for 30 minutes; what we send may take 5 to arrive. After that, never again. */
const RESEND_WINDOW_MS = 25 * MINUTE;
const MOST_ATTEMPTS = 5;
/** What was claimed this long ago is not sent any more: the process stood still, and its lease may soon be another's. */
const STALE_MS = 30_000;
/** How long something we sent may still be on its way to the issuer. */
const REQUEST_LIFE_MS = 5 * MINUTE;
/** Longer than an attempt can take (twice a token and a purchase), so that one under way is rarely taken for dead. */
const LEASE_MS = 100_000;
/** The issuer wants at least this between two attempts; each further one waits twice as long. */
const RETRY_MS = 40_000;

type Withdrawal = {
  readonly id: string;
  readonly walletId: string;
  readonly amount: string;
  readonly state: 'reserved' | 'sending' | 'unknown';
  readonly reference: string;
  readonly didSealed: Buffer;
  readonly firstSentAt: Date | null;
  readonly unansweredAt: Date | null;
  readonly attempts: number;
};

type Claimed = Withdrawal & { readonly at: Date };

/** A payout that waits for a person, or has just been decided. */
export type Parked = Pick<Withdrawal, 'id' | 'walletId' | 'amount'>;

/** Where a crash is tried in tests: it never does anything else. */
export type Checkpoint = (step: 'claimed' | 'issued' | 'settled') => void | Promise<void>;

/** Takes the payouts that are due one step further, one after the other. Gives how many. */
export async function runPayouts(deps: Dependencies, checkpoint: Checkpoint = () => {}, most = 50): Promise<number> {
  for (let done = 0; done < most; done += 1) {
    const claimed = await claim(deps);
    if (!claimed) return done;
    await checkpoint('claimed');
    if (claimed !== 'handled' && deps.clock.now().getTime() - claimed.at.getTime() < STALE_MS) {
      const result = await deps.issuer.issue({ reference: claimed.reference, amountCents: BigInt(claimed.amount) });
      await checkpoint('issued');
      await deps.database.transaction((tx) => conclude(tx, deps, claimed, result));
      await checkpoint('settled');
    }
  }
  return most;
}

/**
 * Claims the next payout for sending. That it is being sent, and when it was first sent, is on disk before the first byte
 * leaves us; a claim whose worker died is claimed again once its lease is over.
 */
async function claim(deps: Dependencies): Promise<Claimed | 'handled' | undefined> {
  const { database, vault, chat, clock } = deps;
  const next = await database.one<Withdrawal>(sql`
    select id, wallet_id as "walletId", amount, state, reference, did_sealed as "didSealed",
      first_sent_at as "firstSentAt", unanswered_at as "unansweredAt", attempts
    from withdrawals
    where state in ('reserved', 'sending', 'unknown') and next_attempt_at <= ${clock.now()}
      and not exists (select from payout_freezes where lifted_at is null)
    order by next_attempt_at limit 1`);
  if (!next) return undefined;
  // Before the first attempt: is there still somebody to send it to? Nothing has been asked of the issuer yet.
  const lookup =
    next.state === 'reserved' ? await chat.lookUp(vault.open(`withdrawals:did:${next.id}`, next.didSealed)) : null;

  return database.transaction(async (tx) => {
    const at = clock.now();
    const held = await tx.one<Withdrawal>(sql`
      select id, wallet_id as "walletId", amount, state, reference, did_sealed as "didSealed",
        first_sent_at as "firstSentAt", unanswered_at as "unansweredAt", attempts
      from withdrawals
      where id = ${next.id} and state = ${next.state} and attempts = ${next.attempts} and next_attempt_at <= ${at}
      for no key update skip locked`);
    // Another worker was faster.
    if (!held) return 'handled';
    if (lookup?.kind === 'unreachable') {
      await postpone(tx, held.id, new Date(at.getTime() + MINUTE));
      return 'handled';
    }
    if (lookup?.kind === 'unknown') {
      await giveBack(tx, held, 'unknown-device', at);
      return 'handled';
    }
    const isOver = held.firstSentAt && at.getTime() >= held.firstSentAt.getTime() + RESEND_WINDOW_MS;
    if (isOver || held.attempts >= MOST_ATTEMPTS) {
      await tx.many(sql`update withdrawals set state = 'manual', next_attempt_at = null where id = ${held.id}`);
      return 'handled';
    }
    await tx.many(sql`
      update withdrawals set state = 'sending', attempts = attempts + 1, first_sent_at = coalesce(first_sent_at, ${at}),
        unanswered_at = ${at},
        next_attempt_at = ${new Date(at.getTime() + LEASE_MS)}
      where id = ${held.id}`);
    return { ...held, at };
  });
}

const postpone = (tx: Tx, id: string, until: Date) =>
  tx.many(sql`update withdrawals set next_attempt_at = ${until} where id = ${id}`);

/** Writes down what the issuer's answer means. A withdrawal that has ended meanwhile stays as it is. */
async function conclude(tx: Tx, deps: Dependencies, claimed: Withdrawal, result: IssueResult): Promise<void> {
  const at = deps.clock.now();
  const open = await tx.one<{ attempts: number }>(sql`
    select attempts from withdrawals where id = ${claimed.id} and state in ('sending', 'unknown', 'manual') for no key update`);
  if (!open) return;
  // Another worker took this one for dead and is sending it: a voucher counts whoever asked for it, anything else is theirs to say.
  const isOurs = open.attempts === claimed.attempts + 1;
  if (!isOurs && result.kind !== 'issued') return;
  switch (result.kind) {
    case 'issued':
      return pay(tx, deps, claimed, result, at);
    case 'refused': {
      const mayArriveUntil = claimed.unansweredAt && claimed.unansweredAt.getTime() + REQUEST_LIFE_MS;
      if (!mayArriveUntil || at.getTime() >= mayArriveUntil) return giveBack(tx, claimed, result.code, at);
      // An earlier attempt may still arrive, and be honoured: ask again once it can't.
      return answered(tx, claimed, result.code, new Date(mayArriveUntil));
    }
    case 'not-started':
      return claimed.unansweredAt === null
        ? unsent(tx, claimed, result.code, at)
        : answered(tx, claimed, result.code, nextTry(claimed, at));
    case 'unknown':
      await tx.many(sql`
        update withdrawals set state = 'unknown', outcome_code = ${result.code}, next_attempt_at = ${nextTry(claimed, at)}
        where id = ${claimed.id} and state = 'sending'`);
  }
}

const nextTry = ({ attempts }: Withdrawal, at: Date) => new Date(at.getTime() + RETRY_MS * 2 ** Math.min(attempts, 4));

/** This attempt came to nothing for certain; what is still open is what was open before it. */
async function answered(tx: Tx, { id, unansweredAt }: Withdrawal, code: string, next: Date): Promise<void> {
  await tx.many(sql`
    update withdrawals set state = 'unknown', outcome_code = ${code}, unanswered_at = ${unansweredAt}, next_attempt_at = ${next}
    where id = ${id} and state = 'sending'`);
}

/** Nothing has reached the issuer, now or before: it waits as on the first day, however long the issuer takes. */
async function unsent(tx: Tx, { id }: Withdrawal, code: string, at: Date): Promise<void> {
  await tx.many(sql`
    update withdrawals set state = 'reserved', first_sent_at = null, unanswered_at = null, attempts = 0, outcome_code = ${code},
      next_attempt_at = ${new Date(at.getTime() + RETRY_MS)}
    where id = ${id} and state = 'sending'`);
}

async function pay(
  tx: Tx,
  { vault }: Dependencies,
  { id, walletId, amount }: Parked,
  voucher: Omit<Issued, 'kind'>,
  at: Date,
) {
  const cents = BigInt(amount);
  await tx.many(
    sql`update withdrawals set state = 'settled', ended_at = ${at}, next_attempt_at = null where id = ${id}`,
  );
  await tx.many(sql`
    insert into vouchers (withdrawal_id, pin_sealed, serial_last4, issuer_transaction, expires_on, issued_at)
    values (${id}, ${vault.seal(`vouchers:${id}`, voucher.pin)}, ${voucher.serial.slice(-4)}, ${voucher.transaction}, ${voucher.expiresOn}, ${at})`);
  await post(
    tx,
    { kind: 'withdrawal-paid', subject: id, walletId, postings: { reserved: -cents, 'paid-out': cents } },
    at,
  );
  await enqueueMessage(tx, { kind: 'voucher', subject: id, panelistId: null }, at);
}

/** Two people know from the issuer that the voucher exists: it goes to the chat like any other. */
export const payByHand = (
  tx: Tx,
  deps: Dependencies,
  parked: Parked,
  voucher: Omit<Issued, 'kind' | 'expiresOn'>,
  at: Date,
) => pay(tx, deps, parked, { ...voucher, expiresOn: null }, at);

/**
 * Nothing was issued and nothing will be: the money is the panelist's again, once it has paid off what they owe. Whoever has
 * deleted their profile meanwhile has no balance any more; what is theirs is kept apart, for a person to settle with them.
 */
export async function giveBack(tx: Tx, { id, walletId, amount }: Parked, code: string, at: Date): Promise<void> {
  const cents = BigInt(amount);
  const { owed, panelistId } = await lockWallet(tx, walletId);
  const paidOff = lesser(-owed, cents);
  const rest = panelistId === null ? 'unclaimed' : 'available';
  await tx.many(sql`
    update withdrawals set state = 'reversed', outcome_code = ${code}, ended_at = ${at}, next_attempt_at = null where id = ${id}`);
  const postings = { reserved: -cents, owed: paidOff, [rest]: cents - paidOff };
  await post(tx, { kind: 'withdrawal-returned', subject: id, walletId, postings }, at);
  await enqueueMessage(tx, { kind: 'withdrawal-returned', subject: id, panelistId: null }, at);
}

/** No voucher is asked for until it is lifted. Withdrawals are still taken: their money is set aside and waits. */
export const freezePayouts = (tx: Tx, reason: string, at: Date) =>
  tx.many(sql`insert into payout_freezes (at, reason) values (${at}, ${reason}) on conflict do nothing`);

/** Gives why they were frozen, or undefined where they were not. */
export const unfreezePayouts = async (tx: Tx, at: Date): Promise<string | undefined> =>
  (
    await tx.one<{ reason: string }>(sql`
      update payout_freezes set lifted_at = ${at} where lifted_at is null returning reason`)
  )?.reason;

/** A PIN, and the device it went to, are kept for a day after the chat has taken the message, for who asks about it. */
export const eraseDeliveredPins = ({ database, clock }: Dependencies): Promise<number> =>
  database.transaction((tx) => eraseArrived(tx, new Date(clock.now().getTime() - 24 * 60 * MINUTE)));

/** Erases the PIN and the device of what had arrived by then; of one wallet, or of all. Gives how many. */
export async function eraseArrived(tx: Tx, by: Date, walletId: string | null = null): Promise<number> {
  const arrived = await tx.many<{ id: string }>(sql`
    update withdrawals w set did_sealed = null
    from messages m
    where m.subject = w.id::text and m.kind in ('voucher', 'withdrawal-returned') and m.state in ('sent', 'dropped')
      and coalesce(m.sent_at, m.next_attempt_at) <= ${by} and w.did_sealed is not null
      and (${walletId}::uuid is null or w.wallet_id = ${walletId})
    returning w.id`);
  await tx.many(
    sql`update vouchers set pin_sealed = null where withdrawal_id = any(${arrived.map((row) => row.id)}::uuid[])`,
  );
  return arrived.length;
}
