/** `npm run panel -- …`, installed `node panel.js …`: what operators do. Each command that changes or shows something is audited with their name. */
import { existsSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline/promises';
import { MINUTE_MS } from '@panel/domain/durations';
import { CommanderError } from 'commander';
import { buildProgram, runSubcommand } from './commands.ts';
import { ConfigError, readConfig } from './config.ts';
import { OperatorError } from './console/operation.ts';
import { readToken } from './console/token.ts';
import { openServices, waitForDatabases } from './services.ts';

/** A command is also what applies migrations before the other processes start: after a power cut it may be up before PostgreSQL. */
const DATABASE_WAIT_MS = 10 * MINUTE_MS;

if (existsSync('.env')) process.loadEnvFile('.env');

/** Opened by the first question: the lines after the first answer are for the next ones. */
let input: Interface | null = null;
let lines: AsyncIterator<string> | null = null;
async function prompt(question: string): Promise<string> {
  input ??= createInterface({ input: process.stdin, terminal: false });
  lines ??= input[Symbol.asyncIterator]();
  process.stderr.write(question);
  const { value, done } = await lines.next();
  return done ? '' : value;
}

function progress(done: number, total: number): void {
  if (!process.stderr.isTTY || total === 0) return;
  const filled = Math.round((done / total) * 30);
  const bar = '#'.repeat(filled) + '.'.repeat(30 - filled);
  process.stderr.write(`\r[${bar}] ${done} of ${total}${done === total ? '\n' : ''}`);
}

function alarm(): void {
  process.exitCode = 1;
}

const program = buildProgram(async (subcommand, options) => {
  if (process.env.PANEL_TOKEN)
    throw new OperatorError(
      'PANEL_TOKEN is not read any more: put the token into a file that PANEL_TOKEN_FILE or --token-file names.',
    );
  // A command serves no console, whose settings it would be asked for.
  const config = await readConfig({ ...process.env, ROLE: 'worker' });
  const file = typeof options.tokenFile === 'string' ? options.tokenFile : config.console.tokenFile;
  const token = subcommand.isAnonymous || options.breakGlass ? null : await readToken(file, prompt);
  await waitForDatabases(config, { limitMs: DATABASE_WAIT_MS });
  const { backgroundDeps: deps, close } = await openServices({ ...config, role: 'console' });
  try {
    const print = (line: string) => void process.stdout.write(`${line}\n`);
    if (options.breakGlass) process.stderr.write('Breaking the glass: this is in the audit with both names.\n');
    await runSubcommand(
      subcommand,
      deps,
      { ...options, token: token ?? undefined },
      { print, prompt, progress, alarm },
    );
  } finally {
    input?.close();
    await close();
  }
});

program.parseAsync().catch((error: Error) => {
  // Commander has printed its own errors, and its help, which is no error.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    const isOperators = error instanceof OperatorError || error instanceof ConfigError;
    process.stderr.write(`${isOperators ? error.message : error.stack}\n`);
    process.exitCode = 2;
  }
});
