/** The commands in the runbook: each is one that there is, and that a test or a drill runs. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { buildProgram, SUBCOMMANDS } from '../api/src/commands.ts';
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

  it('is one of Docker, or one that runs here and makes a key that is accepted', () => {
    expect(fenced.length).toBeGreaterThan(10);
    const others = fenced.filter((line) => !isCompose(line));
    for (const line of others) {
      const [program = '', ...args] = line.split(' ');
      const { status, stdout } = spawnSync(program, args, { encoding: 'utf8' });
      expect([line, status, keyFault(Buffer.from(stdout, 'base64'))]).toEqual([line, 0, null]);
    }
  });

  it('names services that the compose file has', () => {
    for (const line of [...fenced, ...inline].filter(isCompose)) {
      const [, file = '', rest = ''] = /^docker compose -f deploy\/(\S+) (.*)$/.exec(line) ?? [];
      const [verb = '', ...words] = rest.split(' ').filter((word) => !word.startsWith('-'));
      expect(['build', 'up', 'run', 'exec'], line).toContain(verb);
      // `run` and `exec` name one service, and then the container's command.
      const services = verb === 'up' ? words : words.slice(0, 1);
      for (const service of services) expect(Object.keys(readCompose(file).services), line).toContain(service);
    }
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
