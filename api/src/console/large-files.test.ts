import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { importStatement } from '../partners/statement-operations.ts';
import { reconcile } from '../rewards/reconcile.ts';
import { useConsole } from './console.testing.ts';
import type { Implementation } from './operation.ts';

const { kit, app, signIn } = useConsole();
const ROWS = 60_000;
const fileOf = (header: string, rowOf: (n: number) => string) =>
  [header, ...Array.from({ length: ROWS }, (_, n) => rowOf(n)), 'the last line is wrong'].join('\n');

describe('T19: while a file of 60,000 lines is read', () => {
  it.each<[string, Implementation, Record<string, string>]>([
    [
      'issuer',
      reconcile,
      {
        file: fileOf(
          'reference;amount;serialNumber;transactionId;transactionDate',
          (n) => `W${n};5000;S-${n};T-${n};2026-11-14`,
        ),
      },
    ],
    [
      'partner',
      importStatement,
      {
        partner: 'purespectrum',
        month: '2026-10',
        file: fileOf('session;status', (n) => `s_${n}_of_a_partner;complete`).replace('is wrong', ';wrong'),
      },
    ],
  ])(
    'other requests are answered: a file from the %s',
    async (_, operation, values) => {
      const operator = { subject: 'sub-finance-1', account: 'finance-1', role: 'finance' } as const;
      let answered = 0;
      const read = kit().deps.database.transaction(async (tx) => {
        let isReading = true;
        const calls = (async () => {
          while (isReading) {
            await app().inject('/healthz');
            answered += isReading ? 1 : 0;
            // Such a request is answered within one turn, so without this the file would never get one.
            await nextTurn();
          }
        })();
        const run = { tx, deps: kit().deps, operator, values, at: kit().clock.now() };
        await operation.perform(run).finally(() => {
          isReading = false;
        });
        await calls;
      });
      await expect(read).rejects.toThrow(`Line ${ROWS + 2} can’t be read`);
      // If the file were read in one go, at most one request would get through.
      expect(answered).toBeGreaterThan(5);
    },
    60_000,
  );
});

describe('T19: a file of 19 MB that isn’t a table', () => {
  const SIZE = 19_000_000;
  /** Some times the file's size. The parser takes 1.3 GB for it. */
  const MAX_MEMORY_KIB = 500_000;
  const MAX_CPU_MICROS = 3_000_000;
  const HEADERS = {
    reconcile: 'reference;amount;serialNumber;transactionId;transactionDate',
    'read-statement': 'session;status',
  };

  it.each([
    ['semicolons', `\n${';'.repeat(SIZE)}`],
    ['quotes', `\n${'"'.repeat(SIZE)}`],
    ['a row over many lines', `\n"${'\n";;;;;;;"'.repeat(SIZE / 10)}`],
    ['a row after other line ends', `\r\n${'\r'.repeat(1000)}${';'.repeat(SIZE)}`],
  ])('is refused quickly, with its line and little memory: %s', async (_, rest) => {
    const finance = await signIn('finance-1', 'finance');
    for (const [name, header] of Object.entries(HEADERS)) {
      const statement = name === 'read-statement' && { partner: 'purespectrum', month: '2026-10' };
      const [memory, cpu] = [process.resourceUsage().maxRSS, process.cpuUsage()];
      const answer = await finance.operate(name, { file: header + rest, ...statement });
      expect(process.cpuUsage(cpu).user).toBeLessThan(MAX_CPU_MICROS);
      expect(process.resourceUsage().maxRSS - memory).toBeLessThan(MAX_MEMORY_KIB);
      expect([answer.statusCode, answer.json().detail]).toEqual([
        409,
        expect.stringMatching(/^The row on line \d+ has more than 10000 characters/),
      ]);
    }
  });
});
