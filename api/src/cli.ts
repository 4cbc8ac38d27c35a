/** The operators' command line: `npm run panel -- …`, or `node panel.js …` when installed. */
import { existsSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline/promises';
import { MINUTE_MS } from '@panel/domain/durations';
import { CommanderError } from 'commander';
import { buildProgram, runSubcommand } from './commands.ts';
import { ConfigError, readConfig } from './config.ts';
import { OperatorError } from './console/operation.ts';
import { readToken } from './console/token.ts';
import { addExplainCommand } from './platform/monitoring/explain.ts';
import { panelOf } from './start/running-panels.ts';
import { createServices, waitForDatabases } from './start/services.ts';

/** A command applies migrations before the other processes start, so after a power cut it may start before PostgreSQL. */
const DATABASE_WAIT_MS = 10 * MINUTE_MS;

if (existsSync('.env')) process.loadEnvFile('.env');

/** Opened once, because it may already have read the answers to later questions. */
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
      'PANEL_TOKEN is no longer used. Put the token in a file and name the file with PANEL_TOKEN_FILE or --token-file.',
    );
  const { MODE, PARTNERS, DATABASE_URL, DATABASE_URL_FILE, DATA_DIR } = process.env;
  if ((MODE || PARTNERS || 'sandbox') === 'sandbox' && !(DATABASE_URL || DATABASE_URL_FILE || DATA_DIR)) {
    const { dataDir, line } = panelOf(process.cwd());
    process.env.DATA_DIR = dataDir;
    process.stderr.write(`${line}\n`);
  }
  // As a worker, because a command doesn't need the console's settings.
  const config = await readConfig({ ...process.env, ROLE: 'worker' });
  const file = typeof options.tokenFile === 'string' ? options.tokenFile : config.console.tokenFile;
  const token = subcommand.isAnonymous || options.breakGlass ? null : await readToken(file, prompt);
  await waitForDatabases(config, { limitMs: DATABASE_WAIT_MS });
  const { backgroundDeps: deps, close } = await createServices({ ...config, role: 'console' }, { join: true });
  try {
    const print = (line: string) => void process.stdout.write(`${line}\n`);
    if (options.breakGlass) process.stderr.write('Break-glass: the audit log records this with both names.\n');
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

addExplainCommand(program);
program.parseAsync().catch((error: Error) => {
  // Commander has already printed its errors. It also throws after printing help, with exit code 0.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    const isOperators = error instanceof OperatorError || error instanceof ConfigError;
    process.stderr.write(`${isOperators ? error.message : error.stack}\n`);
    process.exitCode = 2;
  }
});
