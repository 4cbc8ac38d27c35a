/** `npm run panel -- …`: what operators do. There is no admin page; each command says who used it. */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../config.ts';
import { chatClient } from '../messages/chat.ts';
import { sandboxClock, systemClock } from '../platform/clock.ts';
import { openDatabase } from '../platform/database.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { migrate } from '../platform/migrate.ts';
import { openVault } from '../platform/vault.ts';
import { issuerClient } from '../rewards/issuer.ts';
import { type Command, OperatorError } from './command.ts';
import { money, payouts, reconcile } from './money.ts';
import { erase, exportPerson, show, status } from './people.ts';
import { sample } from './sample.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
  show,
  status,
  sample,
  payouts,
  money,
  reconcile,
  export: exportPerson,
  erase,
};
if (existsSync('.env')) process.loadEnvFile('.env');
const say = (line: string) => void process.stdout.write(`${line}\n`);

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

  const config = await readConfig(process.env);
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir });
  const url = config.databaseUrl ?? (embedded?.url as string);
  await migrate(url);
  const database = openDatabase(url);
  try {
    const deps = {
      config,
      database,
      vault: openVault(config.encryptionKeys, config.indexKey),
      chat: chatClient(config.chat.url, config.chat.key),
      issuer: issuerClient(config.issuer),
      clock: config.sandboxUrl ? await sandboxClock(config.sandboxUrl) : systemClock,
    };
    await command.run({
      deps,
      values: values as Record<string, string | boolean | undefined>,
      words: positionals,
      say,
      progress,
    });
  } finally {
    await database.close();
    await embedded?.stop();
  }
}

main(process.argv.slice(2)).catch((error: Error & { code?: string }) => {
  const isTheirs =
    error instanceof OperatorError || error instanceof ConfigError || error.code?.startsWith('ERR_PARSE_ARGS');
  process.stderr.write(`${isTheirs ? error.message : error.stack}\n`);
  process.exitCode = 2;
});
