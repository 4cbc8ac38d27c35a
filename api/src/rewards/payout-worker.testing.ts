/** A worker that is killed at one step of a payout: `node … payout-worker.testing.ts {database url} {step}`. */
import { readConfig } from '../config.ts';
import { createServices } from '../start/services.ts';
import { runPayouts } from './payouts.testing.ts';

const [, , databaseUrl = '', step = '', now = ''] = process.argv;
const config = await readConfig({ ...process.env, DATABASE_URL: databaseUrl });
const { deps } = await createServices(config);
await runPayouts({ ...deps, clock: { now: () => new Date(now) } }, (at) => {
  if (at === step) process.kill(process.pid, 'SIGKILL');
});
process.exit(0);
