/** An operator at work: runs commands, and types what they are asked for. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { NOW, useKit } from '../../test/kit.ts';
import type { Command } from './command.ts';

export function useOperator() {
  const kit = useKit({ DAILY_CAP_RAND: '100000' });
  let folder = '';
  let typed = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'panel-operator-'));
  });
  beforeEach(() => {
    process.exitCode = 0;
  });
  afterEach(() => {
    kit().clock.set(NOW);
    process.exitCode = 0;
  });
  afterAll(() => rm(folder, { recursive: true }));

  return {
    kit,
    folder: () => folder,
    types: (text: string) => {
      typed = text;
    },
    /** Runs a command and gives what it said. */
    async run(command: Command, values: Record<string, string | boolean>, ...words: string[]): Promise<string> {
      const said: string[] = [];
      await command.run({
        deps: kit().deps,
        values: { as: 'thandi', ...values },
        words,
        say: (line) => void said.push(line),
        ask: async () => typed,
        progress: () => {},
      });
      return said.join('\n');
    },
    audited: async () =>
      (await kit().db.query('select actor, second_actor, command, reason from audit order by id desc limit 1')).rows[0],
  };
}
