/** Writes the demo's panel, through the ledger's triggers. */
import { DAY_MS } from '@panel/domain/durations';
import type pg from 'pg';
import type { AppDependencies } from '../../api/src/dependencies.ts';
import { addHistory } from './history.ts';
import { type DemoHistory, insertRows, insertTransferRows, type Row } from './insert.ts';
import { choosePanelists, type DemoPanelist, insertPanelists } from './panelists.ts';
import { randomOf } from './random.ts';

const SEED = 20_261_115;

const byTime = (column: string) => (a: Row, b: Row) => Number(a[column]) - Number(b[column]);

/** Returns the panelists, oldest first. */
export async function fillDemoPanel(
  client: pg.Client,
  deps: AppDependencies,
  count: number,
  now: Date,
  print: (line: string) => void,
): Promise<DemoPanelist[]> {
  const random = randomOf(SEED);
  const people = choosePanelists(random, count, now);
  print(`${count} panelists and their answers`);
  await insertPanelists(client, deps, random, people);
  const history: DemoHistory = {
    sessions: [],
    events: [],
    rewards: [],
    thankYous: [],
    thankYouMonths: new Map(),
    transfers: [],
    withdrawals: [],
    vouchers: [],
    messages: [],
  };
  for (const person of people) addHistory(history, random, deps.config.pricing, person, now);
  addRejectedCallbacks(history, random, now);
  print(`${history.sessions.length} survey sessions, ${history.transfers.length} movements of money`);
  await insertHistory(client, history);
  return people;
}

/** Callbacks with a wrong signature, which changed nothing. */
function addRejectedCallbacks(history: DemoHistory, random: ReturnType<typeof randomOf>, now: Date): void {
  for (let n = 0; n < 40; n += 1)
    history.events.push({
      partner: random.pick(['cint-match', 'cint-router', 'purespectrum']),
      dedupe_key: `failed:${random.hex(64)}`,
      session_id: null,
      outcome: null,
      trust: 'failed',
      raw_code: null,
      survey_id: null,
      usd_micros: null,
      digest: Buffer.from([0]),
      effect: 'refused',
      is_unknown_code: false,
      received_at: new Date(now.getTime() - random.between(1, 80) * DAY_MS),
    });
}

async function insertHistory(client: pg.Client, history: DemoHistory): Promise<void> {
  await insertRows(client, 'survey_sessions', history.sessions.sort(byTime('created_at')));
  await insertRows(client, 'partner_events', history.events.sort(byTime('received_at')));
  await insertRows(client, 'rewards', history.rewards.sort(byTime('earned_at')));
  await insertTransferRows(
    client,
    history.transfers.sort((a, b) => a.at.getTime() - b.at.getTime()),
  );
  await insertRows(client, 'thank_yous', history.thankYous.sort(byTime('at')));
  await insertRows(
    client,
    'thank_you_months',
    [...history.thankYouMonths].map(([month, spent]) => ({ month, spent })),
  );
  await insertRows(client, 'withdrawals', history.withdrawals.sort(byTime('requested_at')));
  await insertRows(client, 'vouchers', history.vouchers);
  await insertRows(client, 'messages', history.messages.sort(byTime('created_at')));
}
