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
import { commandLinesIn, commandsOf, ON_A_CLUSTER, ON_ONE_MACHINE } from '../deploy/runbook/commands.ts';
import { allFiles, matches, read, tests } from '../scripts/repository.ts';

const runbook = `${read('docs/operations.md')}\n${read('docs/recovery.md')}`;
const code = [...new Set(commandLinesIn(runbook))];

const nameOf = (subcommand: string) => subcommand.replace(/ <.*$/, '');
const nouns = new Set(SUBCOMMANDS.map(({ name }) => name.split(' ')[0] ?? ''));
/** What `node panel.js` is given; a word alone only names a command. */
const operatorCommands = code.flatMap((line) => {
  if (line.startsWith('operate NAME')) return [];
  if (nouns.has(line.split(' ')[0] ?? '') && line.includes(' ')) return [line];
  return matches(line, / node panel\.js ((?!COMMAND).*)$/g);
});

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
  const run = new Set(tests.flatMap((file) => matches(read(file), /\b(?:run|panel)\(\s*['`]([a-z-]+(?: [a-z-]+)?)/g)));
  // The command is derived from the console's operation: one that is tested there works here.
  const operated = tests.flatMap((file) => matches(read(file), /\boperate\(\s*'([a-z-]+)'/g));
  for (const name of operated) run.add(`operate ${name}`);

  it('is one that the command line accepts, and that a test runs', async () => {
    expect(operatorCommands.length).toBeGreaterThan(30);
    for (const command of operatorCommands) {
      const name = await parsed(command).catch((error: Error) => `${command}: ${error.message}`);
      expect([...run], command).toContain(name);
    }
  });

  it('is refused if it has another option', async () => {
    await expect(parsed('money check --deeper')).rejects.toThrow('unknown option');
  });
});

describe('another command in the runbook', () => {
  const programs = /(^|[| ])(docker|kubectl|etcdctl|patronictl|pg_\w+|openssl|printf|node|npm run panel) \S/;
  const lines = new Set(runbook.split('\n').map((line) => line.trim()));
  const commands = code.filter((line) => lines.has(line) || programs.test(line));
  const inContainers = [
    ...ON_ONE_MACHINE.flatMap((section) => commandsOf(section, 'compose.yml')),
    ...ON_A_CLUSTER.flatMap((section) => commandsOf(section, 'compose.cluster.yml')),
  ];
  const failoverDrill = read('failover/faults.ts');
  /** Who runs it. */
  const runnerOf = (line: string): string => {
    // In Kubernetes the same is started in the same image.
    const isInContainers = inContainers.some((each) => each === line || each.endsWith(` ${line}`));
    if (isInContainers) return 'npm run test:runbook';
    if (failoverDrill.includes(`operate(/^${line.split(' ').slice(0, 2).join(' ')}`)) return 'npm run test:failover';
    // `api/src/console/token.test.ts` and others start what `npm run panel` does.
    const isTested = line.startsWith('openssl ') || line === 'npm run panel -- COMMAND';
    return isTested || operatorCommands.includes(line) ? 'npm test' : 'nobody';
  };

  it('is run by a test or a drill', () => {
    expect(commands.filter((line) => runnerOf(line) === 'nobody')).toEqual([]);
    for (const runner of ['npm run test:runbook', 'npm run test:failover', 'npm test'])
      expect(commands.map(runnerOf)).toContain(runner);
    expect(inContainers.length).toBeGreaterThan(25);
  });

  it('makes a key that is accepted', () => {
    for (const line of commands.filter((each) => each.startsWith('openssl '))) {
      const { status, stdout } = spawnSync('sh', ['-c', line], { encoding: 'utf8' });
      expect([line, status, keyFault(Buffer.from(stdout, 'base64'))]).toEqual([line, 0, null]);
    }
  });

  it('of SQL runs on a migrated database', async () => {
    const statements = code.filter((text) => /^(select|delete|show) [a-z*]/i.test(text));
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
    expect(scripts.size).toBeGreaterThanOrEqual(4);
    for (const script of scripts) expect(runners.join('\n')).toContain(script);
  });
});

it('each alert has a check, a cause and a fix', () => {
  const sections = runbook.split(/^##/m).filter((section) => section.startsWith('# Panel'));
  expect(sections.length).toBeGreaterThan(20);
  for (const section of sections)
    expect(matches(section, /^- (\w+): .{4}/gm), section).toEqual(['Severity', 'Check', 'Cause', 'Fix']);
});
