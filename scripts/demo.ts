/**
 * `npm run demo`: fills an empty sandbox panel with 20,000 panelists and a year of history, then starts the product on it.
 * The data is the same in every run, except that it ends now.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '../api/src/config.ts';
import { deepMoneyCheck } from '../api/src/rewards/money-check.ts';
import { createServices } from '../api/src/start/services.ts';
import { addDisputes } from './demo/disputes.ts';
import { addHistory, addRejectedCallbacks } from './demo/history.ts';
import { DemoRows } from './demo/insert.ts';
import { addCalls, countDays, workAsOperators } from './demo/operators.ts';
import { addPanelists, choosePanelists } from './demo/panelists.ts';
import { randomOf } from './demo/random.ts';
import { addTasks } from './demo/tasks.ts';
import { addVisits } from './demo/visits.ts';

const SEED = 20_261_115;
const root = new URL('..', import.meta.url).pathname;
if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
process.env.DATA_DIR ||= './data/demo';

const began = performance.now();
const print = (line: string) => process.stdout.write(`${line}\n`);
const refuse = (line: string): never => {
  process.stderr.write(`${line}\n`);
  process.exit(1);
};

const config = await readConfig(process.env);
if (config.mode !== 'sandbox' || config.databaseUrl)
  refuse('The demo is for a sandbox on its own database: leave MODE and DATABASE_URL unset.');
const { backgroundDeps: deps, close } = await createServices(config);
const client = new pg.Client({ connectionString: deps.ownerUrl ?? '' });
try {
  await client.connect();
  const { rows } = await client.query(
    'select exists (select from panelists) or exists (select from transfers) as used',
  );
  if (rows[0].used) {
    await client.end();
    await close();
    refuse(`The panel in ${config.dataDir} is not empty. To see it: DATA_DIR=${config.dataDir} npm start`);
  }
  const now = deps.clock.now();
  const count = Number(process.env.DEMO_PANELISTS || 20_000);
  // All or nothing: an interrupted demo starts from scratch.
  await client.query('begin');
  const random = randomOf(SEED);
  const people = choosePanelists(random, count, now);
  const panel = new DemoRows();
  await addPanelists(panel, deps.vault, random, people);
  for (const person of people) addHistory(panel, random, deps.config.pricing, person, now);
  addRejectedCallbacks(panel, random, now);
  print(
    `${count} panelists, ${panel.of('survey_sessions').length} surveys, ${panel.transfers.length} movements of money`,
  );
  await panel.insert(client);
  await addDisputes(client, deps, now);
  await addCalls(client, now);
  await addVisits(client, now);
  await client.query('commit');
  await client.query('vacuum analyze');
  print('The figures of each day');
  await countDays(deps, now);
  print('Research tasks');
  await addTasks(client, deps, now);
  await workAsOperators(client, deps, people, now);
  const { ok, faults } = await deepMoneyCheck(deps.database);
  if (!ok) throw new Error(`The books do not agree: ${faults.join('; ')}`);
  print(`Every cent is where it should be. It took ${Math.round((performance.now() - began) / 1000)} s.`);
  const panelist = people.findLast(({ status }) => status === 'approved');
  print(`A panelist to look up in the console: ${panelist?.did}`);
} finally {
  await client.end().catch(() => {});
  await close();
}
await import('./start.ts');
