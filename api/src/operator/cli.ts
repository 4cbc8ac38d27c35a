/** `npm run panel -- …`: what operators do. There is no admin page; each command says who used it. */
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../config.ts';
import { openServices } from '../services.ts';
import { type Command, OperatorError } from './command.ts';
import { messages } from './messages.ts';
import { money } from './money.ts';
import { payouts } from './payouts.ts';
import { erase, exportPerson, show, status } from './people.ts';
import { reconcile } from './reconcile.ts';
import { rewards } from './rewards.ts';
import { sample } from './sample.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
  show,
  status,
  sample,
  rewards,
  payouts,
  messages,
  money,
  reconcile,
  export: exportPerson,
  erase,
};
if (existsSync('.env')) process.loadEnvFile('.env');
const say = (line: string) => void process.stdout.write(`${line}\n`);

async function ask(question: string): Promise<string> {
  const line = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  const answer = await line.question(question);
  line.close();
  return answer;
}

function progress(done: number, of: number): void {
  if (!process.stderr.isTTY || of === 0) return;
  const filled = Math.round((done / of) * 30);
  process.stderr.write(
    `\r[${'#'.repeat(filled)}${'.'.repeat(30 - filled)}] ${done} of ${of}${done === of ? '\n' : ''}`,
  );
}

async function main([name = '', ...rest]: string[]): Promise<void> {
  const command = COMMANDS[name];
  if (!command) {
    for (const { usage, about } of Object.values(COMMANDS)) say(`npm run panel -- ${usage}\n    ${about}`);
    if (name !== '' && name !== '--help') throw new OperatorError(`There is no command ${name}.`);
    return;
  }
  const { values, positionals } = parseArgs({
    args: rest,
    options: { ...command.options, help: { type: 'boolean' } },
    allowPositionals: true,
  });
  if (values.help) return say(`npm run panel -- ${command.usage}\n\n${command.about}`);

  const { deps, close } = await openServices(await readConfig(process.env));
  try {
    await command.run({
      deps,
      values: values as Record<string, string | boolean | undefined>,
      words: positionals,
      say,
      ask,
      progress,
    });
  } finally {
    await close();
  }
}

main(process.argv.slice(2)).catch((error: Error & { code?: string }) => {
  const isTheirs =
    error instanceof OperatorError || error instanceof ConfigError || error.code?.startsWith('ERR_PARSE_ARGS');
  process.stderr.write(`${isTheirs ? error.message : error.stack}\n`);
  process.exitCode = 2;
});
