/** Research tasks: a text that a sample of the panel is invited with, nobody twice for one task. */

import { contactableDid } from '../identity/panelists.ts';
import type { Compose } from '../messages/delivery.ts';
import { insertMessages } from '../messages/outbox.ts';
import { type Queries, sql, type Tx } from '../platform/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';

const textOf = async (db: Queries, name: string): Promise<string | undefined> =>
  (await db.one<{ text: string }>(sql`select text from tasks where name = ${name}`))?.text;

/** Returns false where a task of this name exists with another text. */
export async function insertTask(tx: Tx, name: string, text: string, at: Date): Promise<boolean> {
  await tx.many(
    sql`insert into tasks (name, text, created_at) values (${name}, ${text}, ${at}) on conflict (name) do nothing`,
  );
  return (await textOf(tx, name)) === text;
}

/** Returns the number of panelists who were not invited to the task before. */
export async function inviteToTask(tx: Tx, name: string, panelistIds: readonly string[], at: Date): Promise<number> {
  const messages = panelistIds.map((panelistId) => ({
    kind: 'task' as const,
    subject: `${name}:${panelistId}`,
    panelistId,
  }));
  return (await tx.many(insertMessages(messages, at))).length;
}

export function composeTask({ database, vault, clock }: Dependencies): Compose {
  return async ({ subject, panelistId }) => {
    const text = await textOf(database, subject.split(':')[0] ?? '');
    const did = panelistId && (await contactableDid(database, vault, panelistId, clock.now()));
    return text !== undefined && did ? { did, text } : null;
  };
}
