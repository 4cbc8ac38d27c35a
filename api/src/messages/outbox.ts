import { randomUUID } from 'node:crypto';
import { sql, type Tx } from '../platform/database.ts';

/** Assumption: one-confirmation. A withdrawal is confirmed by what became of it. */
export type MessageKind = 'voucher' | 'withdrawal-returned' | 'invitation' | 'task';

/** Writes down that the chat has to be told something, once per kind and subject, in the transaction that made it so. */
export const enqueueMessage = (
  tx: Tx,
  { kind, subject, panelistId }: { kind: MessageKind; subject: string; panelistId: string | null },
  at: Date,
) =>
  tx.many(sql`
    insert into messages (id, kind, subject, panelist_id, state, created_at, next_attempt_at)
    values (${randomUUID()}, ${kind}, ${subject}, ${panelistId}, 'waiting', ${at}, ${at})
    on conflict (kind, subject) do nothing
    returning id`);
