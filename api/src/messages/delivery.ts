/** Takes what waits in the outbox to the chat. The text is made when it is sent: a PIN rests nowhere but in its vault. */
import { addMonths } from '@panel/domain/calendar';
import { ACTIVE_MONTHS } from '@panel/domain/panelists/rules';
import { screens } from '@panel/domain/paths';
import type { Survey } from '@panel/domain/profiling/schedule';
import { cents, formatRand } from '@panel/domain/rewards/money';
import { chatMessages } from '@panel/domain/wording/chat';
import type { Dependencies } from '../dependencies.ts';
import { type Queries, sql } from '../platform/database.ts';
import type { MessageKind } from './outbox.ts';

const MINUTE = 60_000;
/** Longer than a lookup and a send can take together. */
const LEASE_MS = MINUTE;
/** The same PIN to the same number twice costs nothing, so a message whose fate is unknown is sent once more; then a person decides. */
const MOST_UNKNOWN = 2;
/** A chat that refuses or can't be reached is tried for a day. Then an invitation is stale, and money is for a person. */
const GIVE_UP_AFTER_MS = 24 * 60 * MINUTE;

type Message = {
  id: string;
  kind: MessageKind;
  subject: string;
  panelistId: string | null;
  attempts: number;
  unknowns: number;
  createdAt: Date;
};
/** What to say to which device; null when it isn't to be said any more. */
type Envelope = { did: string; text: string } | null;

export async function deliverMessages(deps: Dependencies, most = 100): Promise<number> {
  for (let done = 0; done < most; done += 1) {
    const message = await claim(deps);
    if (!message) return done;
    await deliver(deps, message);
  }
  return most;
}

const claim = ({ database, clock }: Dependencies) =>
  database.transaction((tx) => {
    const at = clock.now();
    return tx.one<Message>(sql`
      update messages set state = 'sending', attempts = attempts + 1, next_attempt_at = ${new Date(at.getTime() + LEASE_MS)},
        -- A worker that died while it was sending took what became of it along.
        unknowns = unknowns + (state = 'sending')::int
      where id = (
        select id from messages
        where state in ('waiting', 'sending', 'unknown') and next_attempt_at <= ${at}
        order by next_attempt_at limit 1
        for no key update skip locked
      )
      returning id, kind, subject, panelist_id as "panelistId", attempts, unknowns, created_at as "createdAt"`);
  });

type Fate = 'sent' | 'unknown' | 'waiting' | 'nobody';

async function deliver(deps: Dependencies, message: Message): Promise<void> {
  const { database, clock } = deps;
  const fate = message.unknowns < MOST_UNKNOWN ? await send(deps, message) : 'unknown';
  const at = clock.now();
  const unknowns = message.unknowns + (fate === 'unknown' ? 1 : 0);
  const isOver =
    fate === 'nobody' ||
    (fate === 'unknown' && unknowns >= MOST_UNKNOWN) ||
    (fate !== 'sent' && at.getTime() - message.createdAt.getTime() > GIVE_UP_AFTER_MS);
  const state = isOver ? (isAboutMoney(message) ? 'manual' : 'dropped') : fate;
  const wait = Math.min(MINUTE * 2 ** (message.attempts - 1), 30 * MINUTE);
  await database.transaction((tx) =>
    tx.many(sql`
      update messages set state = ${state}, unknowns = ${unknowns}, next_attempt_at = ${new Date(at.getTime() + wait)},
        sent_at = ${state === 'sent' ? at : null}
      where id = ${message.id} and state = 'sending'`),
  );
}

/** What is about somebody's money is never just dropped. */
const isAboutMoney = ({ kind }: Message) => kind === 'voucher' || kind === 'withdrawal-returned';

async function send(deps: Dependencies, message: Message): Promise<Fate> {
  const envelope = await ENVELOPES[message.kind](deps, message);
  if (!envelope) return 'nobody';
  const lookup = await deps.chat.lookUp(envelope.did);
  if (lookup.kind === 'unknown') return 'nobody';
  if (lookup.kind === 'unreachable') return 'waiting';
  const sent = await deps.chat.send({ jobId: message.id, number: lookup.number, text: envelope.text });
  return sent.kind === 'accepted' ? 'sent' : sent.kind === 'unknown' ? 'unknown' : 'waiting';
}

const ENVELOPES: { readonly [K in MessageKind]: (deps: Dependencies, message: Message) => Promise<Envelope> } = {
  voucher: async ({ config, database, vault }, { subject }) => {
    const row = await database.one<{
      amount: string;
      didSealed: Buffer | null;
      pinSealed: Buffer | null;
      expiresOn: string | null;
    }>(sql`
      select amount, did_sealed as "didSealed", pin_sealed as "pinSealed", to_char(expires_on, 'YYYY-MM-DD') as "expiresOn"
      from withdrawals w join vouchers v on v.withdrawal_id = w.id where w.id = ${subject}`);
    if (!row?.didSealed || !row.pinSealed) return null;
    const pin = vault.open(`vouchers:${subject}`, row.pinSealed);
    const text = chatMessages(config.product).voucher(formatRand(cents(BigInt(row.amount))), pin, row.expiresOn);
    return { did: vault.open(`withdrawals:did:${subject}`, row.didSealed), text };
  },

  'withdrawal-returned': async ({ config, database, vault }, { subject }) => {
    const row = await database.one<{ amount: string; didSealed: Buffer | null; isGone: boolean }>(sql`
      select d.amount, d.did_sealed as "didSealed", exists (
        select from postings p join transfers t on t.id = p.transfer_id
        where t.key = ${`withdrawal-returned:${subject}`} and p.account = 'unclaimed') as "isGone"
      from withdrawals d where d.id = ${subject}`);
    if (!row?.didSealed) return null;
    const words = chatMessages(config.product);
    const text = (row.isGone ? words.withdrawalUnclaimed : words.withdrawalReturned)(
      formatRand(cents(BigInt(row.amount))),
    );
    return { did: vault.open(`withdrawals:did:${subject}`, row.didSealed), text };
  },

  // Whether somebody may be invited is decided when the invitation leaves, not when it was written.
  invitation: async ({ config, database, vault, clock }, { subject, panelistId }) => {
    const survey = subject.split(':')[1] as Survey;
    const didSealed = panelistId && (await invitee(database, panelistId, clock.now()));
    if (!didSealed) return null;
    const did = vault.open(`panelists:did:${panelistId}`, didSealed);
    const link = `${config.publicOrigin}${screens.profiling(survey)}/${did}`;
    return { did, text: chatMessages(config.product).invitation(survey, link) };
  },

  // The subject is the task's name and the panelist, so that nobody is asked twice for one task.
  task: async ({ database, vault, clock }, { subject, panelistId }) => {
    const task = await database.one<{ text: string }>(
      sql`select text from tasks where name = ${subject.split(':')[0]}`,
    );
    const didSealed = task && panelistId && (await invitee(database, panelistId, clock.now()));
    if (!didSealed) return null;
    return { did: vault.open(`panelists:did:${panelistId}`, didSealed), text: task.text };
  },
};

async function invitee(db: Queries, panelistId: string, at: Date): Promise<Buffer | undefined> {
  const row = await db.one<{ didSealed: Buffer }>(sql`
    select did_sealed as "didSealed" from panelists p join preferences r on r.panelist_id = p.id and r.preference = 'research'
    where p.id = ${panelistId} and p.status = 'approved' and r.receive and p.last_active_at > ${addMonths(at, -ACTIVE_MONTHS)}`);
  return row?.didSealed;
}
