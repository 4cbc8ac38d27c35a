/** This machine's Node and npm, in the layout of /usr/local in Docker's image of Node. */
import { cpSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { shell } from '../../failover/run-command.ts';

/** npm reaches its registry as it does here. The Dockerfile removes npm's folder, and these settings with it. */
export async function copyNode(folder: string): Promise<void> {
  const npm = join(folder, 'lib/node_modules/npm');
  mkdirSync(join(folder, 'bin'), { recursive: true });
  cpSync(realpathSync(process.execPath), join(folder, 'bin/node'));
  cpSync(dirname(dirname(realpathSync(await shell('type -P npm')))), npm, { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'bin/npm'));
  const settings = [`registry=${await shell('npm config get registry')}`];
  if (process.env.NODE_EXTRA_CA_CERTS) {
    cpSync(process.env.NODE_EXTRA_CA_CERTS, join(npm, 'certificates.pem'));
    settings.push('cafile=/usr/local/lib/node_modules/npm/certificates.pem');
  }
  writeFileSync(join(npm, 'npmrc'), `${settings.join('\n')}\n`);
}
