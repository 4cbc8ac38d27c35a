/** The commands in the runbook: each is one that there is, and that a test or a drill runs. */
import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@panel/embedded-postgres';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildProgram, SUBCOMMANDS } from '../api/src/commands.ts';
import { migrate } from '../api/src/platform/database/migrate.ts';
import { keyFault } from '../api/src/platform/security/secrets.ts';
import { readCompose } from '../deploy/files.testing.ts';
import { allFiles, matches, read, tests } from '../scripts/repository.testing.ts';

const runbook = `${read('docs/operations.md')}\n${read('docs/recovery.md')}`;
const fenced = matches(runbook, /^ *```sh\n([\s\S]*?)\n *```$/gm)
  .flatMap((block) => block.split('\n'))
  .map((line) => line.trim());
const inline = matches(runbook.replace(/^ *```[\s\S]*?```$/gm, ''), /`([^`\n]+)`/g);

const nameOf = (subcommand: string) => subcommand.replace(/ <.*$/, '');
const nouns = new Set(SUBCOMMANDS.map(({ name }) => name.split(' ')[0] ?? ''));
/** What `node panel.js` is given; a word alone only names a command. */
const operatorCommands = [
  ...inline.filter((text) => nouns.has(text.split(' ')[0] ?? '') && text.includes(' ')),
  ...fenced.flatMap((line) => matches(line, / node panel\.js (.*)$/g)),
];

/** The subcommand that the product's own parser finds. */
async function parsed(command: string): Promise<string> {
  let found = '';
  const program = buildProgram(async ({ name }) => {
    found = nameOf(name);
  });
  const silent = { writeErr: () => {}, writeOut: () => {} };
  for (const each of [program, ...program.commands.flatMap((group) => [group, ...group.commands])])
    each.exitOverride().configureOutput(silent);
  await program.parseAsync(command.split(' '), { from: 'user' });
  return found;
}

describe('an operators’ command in the runbook', () => {
  const run = new Set(tests.flatMap((file) => matches(read(file), /\brun\(\s*['`]([a-z-]+(?: [a-z-]+)?)/g)));

  it('is one that the command line accepts, and that a test runs', async () => {
    expect(operatorCommands.length).toBeGreaterThan(50);
    for (const command of new Set(operatorCommands)) {
      const name = await parsed(command).catch((error: Error) => `${command}: ${error.message}`);
      expect([...run], command).toContain(name);
    }
  });

  it('is refused if it has another option', async () => {
    await expect(parsed('money check --deeper')).rejects.toThrow('unknown option');
  });
});

describe('another command in the runbook', () => {
  const isCompose = (line: string) => line.startsWith('docker compose -f deploy/');
  const [, notRunText = ''] = /^Not run by us: (.*)\. Tests/m.exec(runbook) ?? [];
  const notRun = matches(notRunText, /`([^`]+)`/g);
  const programs = /^(docker|kubectl|systemd-run|systemctl|etcdctl|patronictl|pg_upgrade|openssl) \S/;
  const commands = [...new Set([...fenced, ...inline])].filter((line) => programs.test(line) && !notRun.includes(line));
  const isNotRun = (line: string) => notRun.some((words) => line.startsWith(words));

  it('runs here and makes a key that is accepted, is run by the drill, or is named as not run', () => {
    expect(commands.length).toBeGreaterThan(20);
    const drill = read('failover/faults.ts');
    for (const line of commands.filter((each) => !isNotRun(each))) {
      const [program = '', ...args] = line.split(' ');
      if (program === 'patronictl') expect(drill, line).toContain(`operate(/^patronictl ${args[0]}`);
      else {
        const { status, stdout } = spawnSync(program, args, { encoding: 'utf8' });
        expect([line, status, keyFault(Buffer.from(stdout, 'base64'))]).toEqual([line, 0, null]);
      }
    }
  });

  /** These parse their options before they print their version or help, and then do nothing. */
  const PARSED: Readonly<Record<string, readonly [end: RegExp, instead: string]>> = {
    'systemd-run': [/ \/usr\/bin\/node .*$/, ' --version'],
    kubectl: [/( -- .*)?$/, ' --help'],
  };
  it.each(Object.entries(PARSED))('has options that %s knows, where it is installed', (program, [end, instead]) => {
    const lines = commands.filter((line) => line.startsWith(`${program} `));
    expect(lines).not.toEqual([]);
    if (spawnSync(program, ['--help']).error) return;
    for (const line of lines) {
      const statusOf = (text: string) => spawnSync(program, text.split(' ').slice(1)).status;
      expect([line, statusOf(line.replace(end, instead))]).toEqual([line, 0]);
      expect(statusOf(line.replace(end, ` --misspelled${instead}`))).not.toBe(0);
    }
  });

  /** As Docker's reference has them. */
  const COMPOSE: Readonly<Record<string, readonly string[]>> = {
    build: [],
    up: ['-d', '--build', '--no-build', '--no-deps', '--wait'],
    run: ['--rm', '--no-deps'],
    exec: ['-T'],
  };
  it('of Docker has options of its verb, and services that the compose file has', () => {
    for (const line of commands.filter(isCompose)) {
      const [, file = '', verb = '', flags = '', rest = ''] =
        /^docker compose -f deploy\/(\S+) (\w+)((?: -\S+)*) ?(.*)$/.exec(line) ?? [];
      expect(Object.keys(COMPOSE), line).toContain(verb);
      for (const flag of flags.split(' ').filter(Boolean)) expect(COMPOSE[verb], line).toContain(flag);
      // `run` and `exec` name one service, and then the container's command.
      const words = rest.split(' ').filter(Boolean);
      const services = verb === 'up' ? words : words.slice(0, 1);
      for (const service of services) expect(Object.keys(readCompose(file).services), line).toContain(service);
    }
  });

  it('of SQL runs on a migrated database', async () => {
    const statements = [...new Set(inline.filter((text) => /^(select|delete|show) [a-z*]/i.test(text)))];
    expect(statements).toHaveLength(5);
    const dataDir = await mkdtemp(join(tmpdir(), 'panel-runbook-'));
    await chmod(dataDir, 0o755);
    const server = await startEmbeddedPostgres({ name: 'panel', dataDir });
    onTestFinished(async () => {
      await server.stop();
      await rm(dataDir, { recursive: true });
    });
    await migrate(server.url);
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  });

  it('is a script of deploy/ only if a test or the drill runs it', () => {
    const scripts = new Set(matches(runbook, /\b([a-z-]+\.sh)\b/g));
    const runners = allFiles.filter((file) => /^(deploy\/.*\.test|failover\/.*)\.ts$/.test(file)).map(read);
    expect(scripts.size).toBeGreaterThanOrEqual(5);
    for (const script of scripts) expect(runners.join('\n')).toContain(script);
  });
});

it('the first deployment has ten steps', () => {
  const [, steps = ''] = /^## First deployment\n([\s\S]*?)^## /m.exec(runbook) ?? [];
  expect(matches(steps, /^(\d+)\. /gm).map(Number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

it('each alert has a check, a cause and a fix', () => {
  const sections = runbook.split(/^##/m).filter((section) => section.startsWith('# Panel'));
  expect(sections.length).toBeGreaterThan(20);
  for (const section of sections)
    expect(matches(section, /^- (\w+): .{4}/gm), section).toEqual(['Severity', 'Check', 'Cause', 'Fix']);
});
