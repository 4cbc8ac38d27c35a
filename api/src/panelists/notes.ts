/** What operators wrote on a panelist's card. */
import { type Queries, sql, type Tx } from '../platform/database/database.ts';

export const insertNote = (tx: Tx, panelistId: string, account: string, text: string, at: Date) =>
  tx.run(sql`
    insert into panelist_notes (panelist_id, account, text, written_at) values (${panelistId}, ${account}, ${text}, ${at})`);

type Note = { readonly account: string; readonly text: string; readonly at: Date };

/** The newest first. */
export const notesOf = (db: Queries, panelistId: string) =>
  db.many<Note>(sql`
    select account, text, written_at as at from panelist_notes where panelist_id = ${panelistId} order by id desc`);
