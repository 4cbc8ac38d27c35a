/** Each call next to a bare Fastify route with one select, and next to its own SQL statements sent by the driver alone. */
import pg from 'pg';
import { type CallName, callOf, panelistOrder } from '../calls.ts';
import { type BareServer, controlCall, createControlTable, startBareServer } from '../control.ts';
import { type Load, sendCalls } from '../load.ts';
import type { Context, Part } from '../part.ts';
import { cpuSeconds } from '../processes.ts';
import { type BenchDatabase, type RunningProduct, startArtifact, startDatabase } from '../product.ts';
import { captureStatements, copyDatabase, replay, STATEMENT_LOG } from '../replay.ts';
import { type Cell, number, ratio, table } from '../report.ts';
import { fillPanel } from '../seed.ts';
import { median, medianOf } from '../statistics.ts';

const MEASURED: readonly CallName[] = [
  'registration check',
  'submission',
  'withdrawal',
  'Cint Match callback',
  'PureSpectrum callback',
];
/** Enough to use the whole machine: the throughput then is what is compared. */
const CONNECTIONS = 32;
/** The embedded server's own 128 MB hold a tenth of the panel. */
const MEMORY = { shared_buffers: '2GB' } as const;

type Measured = Load & { readonly serverCpuMs: number; readonly databaseCpuMs: number };

async function measured(
  database: BenchDatabase,
  serverProcesses: readonly number[],
  count: number,
  load: () => Promise<Load>,
): Promise<Measured> {
  const cpu = () => [cpuSeconds(serverProcesses), cpuSeconds(database.processes())] as const;
  const [serverBefore, databaseBefore] = cpu();
  const result = await load();
  const [server, databaseServer] = cpu();
  return {
    ...result,
    serverCpuMs: ((server - serverBefore) * 1000) / count,
    databaseCpuMs: ((databaseServer - databaseBefore) * 1000) / count,
  };
}

type Stand = {
  readonly database: BenchDatabase;
  readonly product: RunningProduct;
  readonly panelistAt: (index: number) => number;
};

/** Each call next to the bare route, several at once. */
async function measureCalls(
  { rounds, count, progress }: Context,
  { database, product, panelistAt }: Stand,
  bare: BareServer,
) {
  // Until both servers are optimised by the compiler, each round is faster than the one before.
  const [calls, warmUp] = [count(1500, 50), count(6000, 10)];
  let used = 0;
  const results = [];
  for (const name of MEASURED) {
    progress(`server: ${name}`);
    const warmUpFrom = used;
    used += warmUp;
    await sendCalls(product.origin, warmUp, CONNECTIONS, (index) =>
      callOf(name, panelistAt(warmUpFrom + index), product.origin),
    );
    await sendCalls(bare.origin, warmUp, CONNECTIONS, controlCall);
    const measuredRounds = await rounds.measure(count(5, 1), async () => {
      const first = used;
      used += calls;
      const callAt = (index: number) => callOf(name, panelistAt(first + index), product.origin);
      const ours = await measured(database, product.processes, calls, () =>
        sendCalls(product.origin, calls, CONNECTIONS, callAt),
      );
      const control = await measured(database, [bare.process], calls, () =>
        sendCalls(bare.origin, calls, CONNECTIONS, controlCall),
      );
      return { ours, control };
    });
    results.push({ name, measuredRounds });
  }
  return results;
}

/** Each call next to its own statements, one after the other. */
async function measureStatements(
  { rounds, count, progress }: Context,
  { database, product, panelistAt }: Stand,
  copyUrl: string,
) {
  progress('server: statements of each call');
  const [perRound, roundCount] = [count(100, 20), count(5, 1)];
  // Discarded rounds need their own statements: what was replayed once can't be replayed again.
  const captureCount = perRound * (roundCount + count(20, 0));
  const captured = await captureStatements(database, product.origin, MEASURED, captureCount, panelistAt);
  let used = captureCount * MEASURED.length;
  const copy = new pg.Client({ connectionString: copyUrl });
  await copy.connect();
  const results = [];
  for (const { name, calls } of captured) {
    let replayed = 0;
    const measuredRounds = await rounds.measure(roundCount, async () => {
      const first = used;
      used += perRound;
      const callAt = (index: number) => callOf(name, panelistAt(first + index), product.origin);
      const call = await sendCalls(product.origin, perRound, 1, callAt);
      const statements = await replay(copy, calls.slice(replayed, replayed + perRound));
      replayed += perRound;
      return { callMs: call.p50, statementsMs: statements };
    });
    await replay(copy, calls.slice(replayed));
    results.push({
      name,
      statements: median(calls.map((statements) => statements.length)),
      callMs: medianOf(measuredRounds, (round) => round.callMs),
      statementsMs: medianOf(measuredRounds, (round) => round.statementsMs),
    });
  }
  await copy.end();
  return { results, used };
}

type CallRounds = Awaited<ReturnType<typeof measureCalls>>[number];
function callRows({ name, measuredRounds }: CallRounds): Cell[][] {
  const of = (who: 'ours' | 'control', figure: keyof Measured) =>
    medianOf(measuredRounds, (round) => round[who][figure]);
  const cpu = (who: 'ours' | 'control') => of(who, 'serverCpuMs') + of(who, 'databaseCpuMs');
  const rate = medianOf(measuredRounds, ({ ours, control }) => ours.perSecond / control.perSecond);
  const figures = (who: 'ours' | 'control', share: number) => [
    number(of(who, 'perSecond')),
    number(share),
    ...FIGURES.map((figure) => number(of(who, figure))),
  ];
  return [
    [name, ...figures('ours', rate), ratio(cpu('ours'), cpu('control'))],
    ['_bare route, same rounds_', ...figures('control', 1), '1×'],
  ];
}
const FIGURES = ['p50', 'p99', 'serverCpuMs', 'databaseCpuMs'] as const;
const HEAD = [
  'call',
  'a second',
  'of the bare route',
  'p50 ms',
  'p99 ms',
  'server CPU ms',
  'PostgreSQL CPU ms',
  'CPU, both',
];

export const part: Part = {
  title: 'Server: calls a second and what each costs',
  async run(context) {
    const { count, progress } = context;
    const panelists = count(200_000, 2000);
    const range = { from: 0, to: panelists };
    const database = await startDatabase({ ...STATEMENT_LOG, ...MEMORY });
    try {
      progress(`server: filling a panel of ${panelists}`);
      await fillPanel(database.client, range);
      await createControlTable(database.client);
      const copyUrl = await copyDatabase(database);
      const product = await startArtifact(database.url, { ROLE: 'api', LOG_LEVEL: 'warn' });
      const inOrder = panelistOrder(range);
      const { results: statements, used } = await measureStatements(
        context,
        { database, product, panelistAt: inOrder },
        copyUrl,
      );
      const bare = await startBareServer(database.url);
      const panelistAt = (index: number) => inOrder(used + index);
      const calls = await measureCalls(context, { database, product, panelistAt }, bare);
      await Promise.all([bare.stop(), product.stop()]);
      const statementRows = statements.map((row) => [
        row.name,
        row.statements,
        number(row.callMs),
        number(row.statementsMs),
        ratio(row.callMs, row.statementsMs),
      ]);
      return `
${number(panelists)} panelists, ${CONNECTIONS} connections at once, one server process built by \`npm run build\`; the sender
runs on the same machine. PostgreSQL has ${MEMORY.shared_buffers} of shared memory, so that it holds the panel as it does on a server. The bare
route is Fastify with one named select on the same PostgreSQL.

${table(HEAD, calls.flatMap(callRows))}

One connection, one call after the other, compared with the same SQL statements with the same values, sent by the driver alone to a
copy of the database. The rest is HTTP, validation and encryption.

${table(['call', 'statements', 'call p50 ms', 'statements alone p50 ms', 'ratio'], statementRows)}`;
    } finally {
      await database.close();
    }
  },
};
