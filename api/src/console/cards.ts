/** Panelists' cards. Opening one by did or from a dispute needs a reason, which is audited. It closes after ten minutes. */

import { randomUUID } from 'node:crypto';
import { addMs } from '@panel/domain/durations';
import { type Database, type Queries, sql, type Tx } from '../platform/database/database.ts';
import { type Operator, OperatorError } from './operation.ts';

const OPEN_MS = 10 * 60_000;

export type OpenedCard = {
  readonly panelistId: string;
  /** Null if the did couldn't be read when the card was opened. */
  readonly didEnd: string | null;
  readonly reason: string;
  readonly openedAt: Date;
  readonly closesAt: Date;
};

type NewCard = Pick<OpenedCard, 'panelistId' | 'didEnd' | 'reason'>;

/** Returns the card's id, which only its operator can use, until the card closes. */
export async function insertCardOpening(tx: Tx, operator: Operator, card: NewCard, at: Date): Promise<string> {
  const id = randomUUID();
  await tx.run(sql`
    insert into card_openings (id, panelist_id, subject, reason, did_end, opened_at)
    values (${id}, ${card.panelistId}, ${operator.subject}, ${card.reason}, ${card.didEnd}, ${at})`);
  return id;
}

/** Refuses a card that has closed or that another operator opened. */
export async function findCard(db: Queries, operator: Operator, id: string, at: Date): Promise<OpenedCard> {
  const card = await db.one<Omit<OpenedCard, 'closesAt'>>(sql`
    select panelist_id as "panelistId", did_end as "didEnd", reason, opened_at as "openedAt" from card_openings
    where id::text = ${id} and subject = ${operator.subject} and opened_at > ${addMs(at, -OPEN_MS)}`);
  if (!card) throw new OperatorError('This card is closed. Open it again with a reason.');
  return { ...card, closesAt: addMs(card.openedAt, OPEN_MS) };
}

export const eraseClosedCards = (database: Database, at: Date): Promise<number> =>
  database.run(sql`delete from card_openings where opened_at <= ${addMs(at, -OPEN_MS)}`);
