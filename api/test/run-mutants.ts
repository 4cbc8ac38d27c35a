/** Tests the money tests: applies each mutant once, and the model must fail. */
import { spawnSync } from 'node:child_process';
import { MUTANTS, SHORT_RUNS } from './mutants.ts';

const chosen = process.argv.slice(2);
const mutants = MUTANTS.filter(({ id }) => chosen.length === 0 || chosen.includes(id));
const missed: string[] = [];
let slowest = 0;
for (const { id, mistake } of mutants) {
  const { status, stdout, stderr } = spawnSync(
    'npx',
    ['vitest', 'run', '--project', 'api', 'api/src/rewards/model.test.ts'],
    {
      env: { ...process.env, MUTANT: id, MODEL_RUNS: process.env.MODEL_RUNS ?? '600' },
      encoding: 'utf8',
    },
  );
  const after = /failed after (\d+) tests?/.exec(stdout + stderr)?.[1];
  const caught = status !== 0 && after !== undefined;
  process.stdout.write(`${id} ${mistake}: ${caught ? `caught, run ${after}` : 'NOT CAUGHT'}\n`);
  if (caught) slowest = Math.max(slowest, Number(after));
  else missed.push(id);
}
process.stdout.write(`${mutants.length - missed.length} passed, ${missed.length} failed\n`);
process.stdout.write(`The slowest was caught by run ${slowest}; \`npm test\` makes ${SHORT_RUNS}.\n`);
process.exitCode = missed.length === 0 && 2 * slowest <= SHORT_RUNS ? 0 : 1;
