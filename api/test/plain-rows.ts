/** Every row of the tables that the console counts, as it is stored. */
import type pg from 'pg';

export type PlainRow = pg.QueryResultRow;
export type PlainRows = Awaited<ReturnType<typeof plainRows>>;

export async function plainRows(db: pg.Pool) {
  const read = async (table: string): Promise<readonly PlainRow[]> => (await db.query(`select * from ${table}`)).rows;
  return {
    panelists: await read('panelists'),
    profiles: await read('profiles'),
    preferences: await read('preferences'),
    submissions: await read('submissions'),
    survey_sessions: await read('survey_sessions'),
    partner_events: await read('partner_events'),
    rewards: await read('rewards'),
    wallets: await read('wallets'),
    transfers: await read('transfers'),
    postings: await read('postings'),
    withdrawals: await read('withdrawals'),
    disputes: await read('disputes'),
    quality_scores: await read('quality_scores'),
    proposals: await read('proposals'),
    partner_statements: await read('partner_statements'),
    waived_statements: await read('waived_statements'),
    messages: await read('messages'),
    task_invitations: await read('task_invitations'),
  };
}
