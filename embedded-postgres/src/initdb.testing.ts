// Creates a cluster with the test's own program instead of initdb, for a test that kills both half-way.
import { serverAccount } from './account.ts';
import { prepareCluster } from './cluster.ts';
import { resolveOptions } from './options.ts';

const [dataDir = '', initdb = ''] = process.argv.slice(2);
const binaries = { initdb, postgres: '', major: '18' };
const options = resolveOptions({ dataDir, name: 'example' });
await prepareCluster(dataDir, { account: await serverAccount(), binaries, options });
