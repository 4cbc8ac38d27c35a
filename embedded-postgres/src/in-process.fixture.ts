// Starts the server on the folder given, says so, and stops it when its input ends. Run by the tests as a process of
// its own, to be killed or to race another.
import { once } from 'node:events';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

const [dataDir = ''] = process.argv.slice(2);
const { url, adopted, stop } = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
process.stdout.write(`${JSON.stringify({ url, adopted })}\n`);
process.stdin.resume();
await once(process.stdin, 'end');
await stop();
