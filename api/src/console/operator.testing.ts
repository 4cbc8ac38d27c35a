/** An operator for tests: runs command lines and answers prompts. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OperationName } from '@panel/domain/console/all-operations';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { NOW, useKit } from '../../test/kit.ts';
import { buildProgram, runSubcommand } from '../commands.ts';
import type { AppDependencies } from '../dependencies.ts';

type Options = Record<string, string | boolean>;

export function useOperator(environment: Record<string, string> = {}) {
  const kit = useKit({ DAILY_CAP_RAND: '100000', ...environment });
  let folder = '';
  let typed = '';
  let isAlarmed = false;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'panel-operator-'));
  });
  afterEach(() => kit().clock.set(NOW));
  afterAll(() => rm(folder, { recursive: true }));

  /** Runs a command such as 'keys rotate' as the operator thandi, and returns its output. */
  async function run(
    command: string,
    options: Options = {},
    deps: AppDependencies = kit().depsAs('console'),
  ): Promise<string> {
    const printed: string[] = [];
    isAlarmed = false;
    const program = buildProgram((subcommand, parsed) =>
      runSubcommand(
        subcommand,
        deps,
        { as: 'thandi', ...parsed },
        {
          print: (line) => void printed.push(line),
          prompt: async () => typed,
          progress: () => {},
          alarm: () => {
            isAlarmed = true;
          },
        },
      ),
    );
    const flags = Object.entries(options).flatMap(([name, value]) =>
      value === false ? [] : [`--${name}`, ...(value === true ? [] : [value])],
    );
    await program.parseAsync([...command.split(' '), ...flags], { from: 'user' });
    return printed.join('\n');
  }

  return {
    kit,
    folder: () => folder,
    types: (text: string) => {
      typed = text;
    },
    run,
    /** Carries out an operation. One that needs approval needs a `second` name. */
    operate: (name: OperationName, options: Options = {}, deps?: AppDependencies): Promise<string> =>
      run(`operate ${name}`, options, deps),
    /** Whether the last command raised the alarm. */
    isAlarmed: () => isAlarmed,
    audited: async () =>
      (
        await kit().db.query(
          'select actor, second_actor, operation, step, inputs, reason from audit order by id desc limit 1',
        )
      ).rows[0],
  };
}
