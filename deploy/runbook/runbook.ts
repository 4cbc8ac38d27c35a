/**
 * `npm run test:runbook`: runs every `docker compose` command of the runbook with a real Docker, on one machine and then on a cluster,
 * in live mode. The outside parties don't exist, so no panelist signs up.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIVE } from '../../api/src/config.testing.ts';
import { untilAnswered } from '../../failover/processes.ts';
import { shell, succeeds } from '../../failover/run-command.ts';
import { type ComposeFile, commandsOf, ON_A_CLUSTER, ON_ONE_MACHINE } from './commands.ts';
import { imageVariables, provideImages } from './stand-ins.ts';

const READY_MS = 180_000;
const RELEASES = { old: '9.9.8', new: '9.9.9' };
const NOBODY = 65_534;
/** Instead of the files' own names, so that it never touches a panel that runs here. */
const PROJECT = 'panel-drill';
process.env.COMPOSE_PROJECT_NAME = PROJECT;
const compose = (file: ComposeFile) => `docker compose -f deploy/${file}`;
const CLUSTER = compose('compose.cluster.yml');

const print = (text: string) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
const check = (what: string, isTrue: boolean, found: unknown) => {
  if (!isTrue) throw new Error(`${what}, not ${JSON.stringify(found)}.`);
};

const ROLES = ['panel_owner', 'panel_api', 'panel_worker', 'panel_console', 'panel_keys'] as const;
const passwords = Object.fromEntries(['postgres', ...ROLES].map((role) => [role, randomBytes(12).toString('hex')]));

/** Writes the files that the compose files want next to them. */
function writeSettings(folder: string, panel: string, keys: string): void {
  const write = (name: string, settings: Readonly<Record<string, string | undefined>>) =>
    writeFileSync(
      join(folder, 'deploy', name),
      Object.entries(settings)
        .map(([variable, value]) => `${variable}=${value}\n`)
        .join(''),
    );
  const urlOf = (role: string, place: string) => `postgres://${role}:${passwords[role]}@${place}`;
  const { MODE: _, DATABASE_URL: __, ...live } = LIVE;
  write('panel.env', { ...live, KEYS_DATABASE_URL: urlOf('panel_keys', keys) });
  for (const role of ['api', 'worker', 'console'])
    write(`${role}.env`, { DATABASE_URL: urlOf(`panel_${role}`, panel) });
  write('migrations.env', { MIGRATIONS_DATABASE_URL: urlOf('panel_owner', panel) });
  write(
    'postgres.env',
    Object.fromEntries(Object.entries(passwords).map(([role, value]) => [`${role.toUpperCase()}_PASSWORD`, value])),
  );
  const accounts = ['SUPERUSER', 'REPLICATION', 'RESTAPI'];
  write('patroni.env', Object.fromEntries(accounts.map((name) => [`PATRONI_${name}_PASSWORD`, passwords.postgres])));
}

const setRelease = (folder: string, release: string) =>
  writeFileSync(join(folder, 'deploy/.env'), `RELEASE=${release}\n${imageVariables()}`);

async function releaseAt(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/config.json`);
  return ((await answer.json()) as { release: string }).release;
}

/** Runs a command of the runbook. On a busy machine a container can miss its health checks, so `--wait` gets a second chance. */
async function execute(command: string, file: ComposeFile, folder: string, revision = ''): Promise<string> {
  print(command);
  const line = command.replace('COMMAND', 'migrate').replace('REVISION', revision);
  try {
    return await shell(line, folder);
  } catch (error) {
    const logs = await shell(`${compose(file)} ps -a; ${compose(file)} logs --tail 5`, folder);
    if (!line.includes(' --wait ')) throw new Error(`${(error as Error).message}\n${logs}`);
    print(`again, after ${(error as Error).message}\n${logs}`);
    return shell(line, folder);
  }
}

async function oneMachine(folder: string): Promise<void> {
  writeSettings(folder, 'postgres/panel', 'postgres/panel_keys');
  setRelease(folder, RELEASES.old);
  mkdirSync(join(folder, 'deploy/backups'));
  chownSync(join(folder, 'deploy/backups'), NOBODY, NOBODY);
  for (const section of ON_ONE_MACHINE)
    for (const command of commandsOf(section, 'compose.yml')) await execute(command, 'compose.yml', folder);
  check('The release is the one built', (await releaseAt('http://127.0.0.1:3000')) === RELEASES.old, 'another');
  await shell(`${compose('compose.yml')} --profile backup down -v`, folder);
}

const leaderOf = (scope: 'node' | 'keys', folder: string) =>
  untilAnswered(`a leader and two standbys of ${scope}`, READY_MS, async () => {
    const listed = await shell(`${CLUSTER} exec -T ${scope}1 patronictl list`, folder);
    const isWhole = (listed.match(/streaming/g) ?? []).length === 2 && /Sync Standby/.test(listed);
    return isWhole ? new RegExp(`(${scope}\\d) .* Leader `).exec(listed)?.[1] : undefined;
  });

async function makeRoles(folder: string): Promise<void> {
  const sqlOf = (file: string, roles: readonly string[]) =>
    readFileSync(join(folder, 'deploy/postgres', file), 'utf8') +
    roles.map((role) => `alter role ${role} password '${passwords[role]}';\n`).join('');
  const [owners, keys] = [ROLES.slice(0, 4), ROLES.slice(4)];
  const psql = 'psql -qX -v ON_ERROR_STOP=1';
  await shell(`${CLUSTER} exec -T ${await leaderOf('node', folder)} ${psql}`, folder, sqlOf('roles.sql', owners));
  await shell(`${CLUSTER} exec -T ${await leaderOf('keys', folder)} ${psql}`, folder, sqlOf('keys.sql', keys));
}

async function cluster(folder: string): Promise<void> {
  writeSettings(folder, 'haproxy:5432/panel', 'haproxy:5434/panel_keys');
  setRelease(folder, RELEASES.new);
  print('starting three database nodes, and three of the key store');
  await shell(`${CLUSTER} build && ${CLUSTER} up -d haproxy`, folder);
  await makeRoles(folder);
  let revision = '';
  for (const section of ON_A_CLUSTER) {
    if (section === 'Take a release back') setRelease(folder, RELEASES.old);
    for (const command of commandsOf(section, 'compose.cluster.yml')) {
      const output = await execute(command, 'compose.cluster.yml', folder, revision);
      revision = /"revision":(\d+)/.exec(output)?.[1] ?? revision;
      if (command.endsWith('up -d --no-deps node1'))
        await untilAnswered('node1 is the leader', READY_MS, async () =>
          (await shell(`${CLUSTER} exec -T node1 patronictl list`, folder)).includes('Leader') ? true : undefined,
        );
    }
    if (section === 'Restore to a point in time') {
      const leader = await leaderOf('node', folder);
      const shown = await shell(
        `${CLUSTER} exec -T ${leader} psql -AtX -c 'show archive_mode' -c 'show synchronous_standby_names'`,
        folder,
      );
      check('Patroni sets the archive and a synchronous standby', /^always\n.*node\d/.test(shown), shown);
    }
    const expected = section === 'Take a release back' ? RELEASES.old : RELEASES.new;
    const found = await untilAnswered('the panel behind HAProxy', READY_MS, () => releaseAt('http://127.0.0.1:8080'));
    check(`The release is ${expected}`, found === expected, found);
  }
}

async function main(): Promise<number> {
  if (process.getuid?.() !== 0 || !(await succeeds('docker info && docker compose version && which mmdebstrap'))) {
    process.stderr.write('This needs root, a running Docker with its compose plugin, and mmdebstrap.\n');
    return 2;
  }
  const folder = mkdtempSync(join(tmpdir(), 'panel-runbook-'));
  chmodSync(folder, 0o755);
  const clean = async () => {
    await succeeds(`cd ${folder} && ${compose('compose.yml')} --profile backup down -v`);
    await succeeds(`cd ${folder} && ${CLUSTER} down -v`);
    rmSync(folder, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void clean().finally(() => process.exit(1)));
  try {
    await shell(`git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t ${folder}`);
    const standIns = await provideImages(print);
    await oneMachine(folder);
    await cluster(folder);
    process.stdout.write(`Every command ran. Stand-ins: ${standIns.join(', ') || 'none'}.\n`);
    return 0;
  } finally {
    await clean();
  }
}

process.exit(await main());
