/** A worker that is killed at one step of a payout: `node … payout-worker.fixture.ts {database url} {step}`. */
import { readConfig } from '../config.ts';
import { chatClient } from '../messages/chat.ts';
import { openDatabase } from '../platform/database.ts';
import { openVault } from '../platform/vault.ts';
import { issuerClient } from './issuer.ts';
import { runPayouts } from './payouts.ts';

const [, , databaseUrl = '', step = '', now = ''] = process.argv;
const config = await readConfig(process.env);
const deps = {
  config,
  database: openDatabase(databaseUrl),
  vault: openVault(config.encryptionKeys, config.indexKey),
  chat: chatClient(config.chat.url, config.chat.key),
  issuer: issuerClient(config.issuer),
  clock: { now: () => new Date(now) },
};
await runPayouts(deps, (at) => {
  if (at === step) process.kill(process.pid, 'SIGKILL');
});
process.exit(0);
