/** Runs the operators' own operations, so that the audit and the queues have entries. */

import { addMonthsTo, monthsUpTo } from '@panel/domain/calendar';
import { PARTNERS } from '@panel/domain/partners/partners';
import type pg from 'pg';
import type { AppDependencies } from '../../api/src/dependencies.ts';
import { qualityScorer } from '../../api/src/quality/score-panel.ts';
import { countNight } from '../../api/src/worker/nightly.ts';
import { answerDisputes } from './disputes.ts';
import { insertRows } from './insert.ts';
import { FINANCE, operate, SUPPORT } from './operate.ts';
import type { DemoPanelist } from './panelists.ts';
import { randomOf } from './random.ts';

/** Without statements of the months before the last one, each would be overdue. */
const MONTHS_READ = 12;

export async function workAsOperators(
  client: pg.Client,
  deps: AppDependencies,
  people: readonly DemoPanelist[],
  now: Date,
): Promise<void> {
  const month = addMonthsTo(now.toISOString().slice(0, 7), -1);
  for (const earlier of monthsUpTo(addMonthsTo(month, -1), MONTHS_READ))
    for (const partner of PARTNERS) {
      const file = await statementOf(client, partner, earlier, true);
      if (file !== '') await operate(deps, FINANCE, 'read-statement', { partner, month: earlier, file });
    }
  const reason = 'The partner’s books of the month are closed.';
  for (const partner of ['cint-match', 'cint-router'] as const) {
    await operate(deps, FINANCE, 'read-statement', { partner, month, file: await statementOf(client, partner, month) });
    const { rows } = await client.query('select max(id)::text as id from partner_statements');
    if (partner === 'cint-router') await operate(deps, FINANCE, 'apply-statement', { statement: rows[0].id, reason });
  }
  const { rows: settled } = await client.query(`
    select reference || ';' || amount || ';S-' || substr(reference, 2, 4) || ';T-' || substr(reference, 2, 8) || ';' || to_char(ended_at, 'YYYY-MM-DD') as line
    from withdrawals where state = 'paid' and ended_at < now() - interval '1 day' order by ended_at`);
  const lines = settled.map(({ line }) => line);
  await operate(deps, FINANCE, 'reconcile', {
    file: ['reference;amount;serialNumber;transactionId;transactionDate', ...lines].join('\n'),
  });
  await answerDisputes(client, deps);
  for (const { id } of people.filter(({ status }) => status === 'approved').slice(0, 3))
    await operate(deps, SUPPORT, 'add-note', { panelist: id, text: 'Asked by chat how long a reward is held.' });
  const held = people.find(({ status }) => status === 'pending');
  if (held)
    await operate(deps, SUPPORT, 'set-status', {
      panelist: held.id,
      to: 'approved',
      reason: 'The papers are in order.',
    });
}

/** A statement that matches, except for a few completions unless it `agrees`: some are missing, some are reversed. Empty if there are none. */
async function statementOf(client: pg.Client, partner: string, month: string, agrees = false): Promise<string> {
  const { rows } = await client.query(
    `select session_id as session, state, usd_micros::bigint / 1000000.0 as usd from rewards
     where partner = $1 and to_char(earned_at at time zone 'Africa/Johannesburg', 'YYYY-MM') = $2 order by earned_at`,
    [partner, month],
  );
  const lines = rows.flatMap(({ session, state, usd }, index) => {
    if (index % 211 === 11 && !agrees) return [];
    const isReversed = state === 'reversed' || (index % 97 === 5 && !agrees);
    return `${session};${isReversed ? 'reversed' : 'complete'};${Number(usd).toFixed(2)}`;
  });
  return lines.length === 0 ? '' : ['session;status;amount', ...lines, ''].join('\n');
}

/** A day of calls to the outside parties: one was slow in the morning, and one was down for an hour. */
export async function addCalls(client: pg.Client, now: Date): Promise<void> {
  const random = randomOf(24);
  const SLOT = 5 * 60_000;
  const last = Math.floor(now.getTime() / SLOT);
  const parties = { 'cint-match': null, 'cint-router': null, purespectrum: 4, issuer: 9, chat: 2 };
  const rows = Object.entries(parties).flatMap(([party, tenths]) =>
    Array.from({ length: 24 * 12 }, (_, back) => {
      const isBroken = party === 'issuer' && back > 100 && back < 112;
      const isSlow = party === 'purespectrum' && back > 40 && back < 64;
      const took = tenths === null ? null : isSlow ? 24 : tenths + Math.floor(random.exponential());
      return {
        party,
        slot: new Date((last - back) * SLOT),
        result: isBroken ? 'failed' : 'answered',
        tenths: took,
        calls: 1 + Math.floor(random.exponential() * 6),
      };
    }),
  );
  await insertRows(client, 'party_calls', rows);
}

/** Scores the panelists and counts the days that are over, as the worker does. */
export async function countDays(deps: AppDependencies, now: Date): Promise<void> {
  const score = qualityScorer(deps);
  while ((await score()) > 0);
  while ((await countNight(deps, now)) > 0);
}
