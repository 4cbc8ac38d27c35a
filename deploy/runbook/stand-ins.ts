/** The images that the compose files start from: the published ones, or stand-ins from Debian 13's packages if there is no registry. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shell, succeeds } from '../../failover/run-command.ts';
import { copyNode } from './copy-node.ts';

const BASE = 'panel-drill-debian';
const PACKAGES = 'ca-certificates,haproxy,libstdc++6,postgresql,prometheus';
const PULL_SECONDS = 120;

/** As PostgreSQL's image: makes a new data folder, runs the scripts of /docker-entrypoint-initdb.d on it, and starts the server. */
const POSTGRES_ENTRYPOINT = `#!/bin/sh
set -eu
if [ "$1" != postgres ]; then exec "$@"; fi
if [ "$(id -u)" = 0 ]; then
  install -d -m 700 -o postgres -g postgres "$PGDATA"
  exec setpriv --reuid postgres --regid postgres --init-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  echo "$POSTGRES_PASSWORD" > /tmp/password
  initdb -D "$PGDATA" -U postgres --pwfile=/tmp/password --auth-local=trust --auth-host=scram-sha-256 $POSTGRES_INITDB_ARGS
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  pg_ctl -D "$PGDATA" -o '-c listen_addresses=' -w start
  for script in /docker-entrypoint-initdb.d/*.sh; do sh "$script"; done
  pg_ctl -D "$PGDATA" -w stop
fi
exec "$@" -c listen_addresses='*'
`;

/** `variable` is what the compose files call the image. */
type StandIn = { readonly variable: string; readonly dockerfile: string; addFiles?(folder: string): Promise<void> };

const STAND_INS: Readonly<Record<string, StandIn>> = {
  'node:24-bookworm-slim': { variable: 'NODE_IMAGE', dockerfile: 'COPY files /usr/local/', addFiles: copyNode },
  'postgres:18-bookworm': {
    variable: 'POSTGRES_IMAGE',
    dockerfile: `RUN ln -s "$(ls /usr/lib/postgresql)" /usr/lib/postgresql/18
RUN install -d -m 3777 -o postgres -g postgres /var/run/postgresql
COPY files/entrypoint.sh /
ENV PGDATA=/var/lib/postgresql/data PATH=/usr/lib/postgresql/18/bin:$PATH
ENTRYPOINT ["/entrypoint.sh"]`,
    async addFiles(folder) {
      writeFileSync(join(folder, 'entrypoint.sh'), POSTGRES_ENTRYPOINT, { mode: 0o755 });
    },
  },
  'prom/prometheus:v3.5.0': {
    variable: 'PROMETHEUS_IMAGE',
    dockerfile:
      'ENTRYPOINT ["prometheus", "--config.file=/etc/prometheus/prometheus.yml", "--storage.tsdb.path=/prometheus"]',
  },
  'haproxy:3.2': {
    variable: 'HAPROXY_IMAGE',
    dockerfile: 'STOPSIGNAL SIGUSR1\nENTRYPOINT ["haproxy", "-W", "-db", "-f", "/usr/local/etc/haproxy/haproxy.cfg"]',
  },
  'debian:bookworm-slim': { variable: 'DEBIAN_IMAGE', dockerfile: 'CMD ["bash"]' },
};

/** For `deploy/.env`: the tags instead of the digests, which a stand-in can't have. */
export const imageVariables = (): string =>
  Object.entries(STAND_INS)
    .map(([image, { variable }]) => `${variable}=${image}\n`)
    .join('');

async function buildBase(): Promise<void> {
  if (await succeeds(`docker image inspect ${BASE}`)) return;
  const excluded = ['doc', 'man', 'locale'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`).join(' ');
  await shell(`mmdebstrap --variant=apt --include=${PACKAGES} ${excluded} trixie - | docker import - ${BASE}`);
}

/** Returns the names of those that are stand-ins. */
export async function provideImages(print: (text: string) => void): Promise<string[]> {
  const standIns: string[] = [];
  for (const [image, { dockerfile, addFiles }] of Object.entries(STAND_INS)) {
    const isStandIn = async () =>
      (await shell(`docker image inspect --format '{{index .Config.Labels "panel.stand-in"}}' ${image}`)) === 'yes';
    if (
      !(await succeeds(`docker image inspect ${image}`)) &&
      !(await succeeds(`timeout ${PULL_SECONDS} docker pull ${image}`))
    ) {
      print(`${image} can't be pulled, so a stand-in is built`);
      await buildBase();
      const folder = mkdtempSync(join(tmpdir(), 'panel-image-'));
      mkdirSync(join(folder, 'files'));
      await addFiles?.(join(folder, 'files'));
      writeFileSync(join(folder, 'Dockerfile'), `FROM ${BASE}\nLABEL panel.stand-in=yes\n${dockerfile}\n`);
      await shell(`docker build -q -t ${image} ${folder}`);
      rmSync(folder, { recursive: true });
    }
    if (await isStandIn()) standIns.push(image);
  }
  return standIns;
}
