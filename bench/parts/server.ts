/** Calls next to a bare Fastify route with one select, and next to their own SQL statements sent by the driver alone. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type Call, type CallName, callOf, panelistOrder } from '../calls.ts';
import { Connection } from '../connection.ts';
import { type Load, sendCall, sendCalls } from '../load.ts';
import type { Context, Part } from '../part.ts';
import { cpuSeconds } from '../processes.ts';
import { type BenchDatabase, startDatabase, startProduct } from '../product.ts';
import { captureStatements, connectLikeProduct, copyDatabase, replay, STATEMENT_LOG } from '../replay.ts';
import { number, ratio, table } from '../report.ts';
import { fillPanel } from '../seed.ts';
import { median, medianOf } from '../statistics.ts';

const WRITES = [
  'submission',
  'withdrawal',
  'first language',
  'Cint Match callback',
  'PureSpectrum callback',
] as const satisfies readonly CallName[];
/** Enough to use the whole machine. */
const CONNECTIONS = 32;
/** Holds the panel and its copy; the embedded server's own 128 MB hold a tenth of the panel. */
const MEMORY = { shared_buffers: '4GB' } as const;

const MIN_WRITES_PER_SECOND = 500;
/** How much longer a write may take than its statements alone. A first language has the shortest statements, and the same HTTP. */
const maxOverStatements = (write: CallName): number => (write === 'first language' ? 1.7 : 1.5);
/** The registration check's rate, as a share of the bare route's. */
const MIN_OF_BARE_ROUTE = 0.5;

type Stand = {
  readonly database: BenchDatabase;
  readonly origin: string;
  readonly pid: number;
  /** The next call of this kind, for a panelist who has made none. */
  callOfNext(name: CallName): Call;
};

type Measured = Load & { readonly serverCpuMs: number; readonly databaseCpuMs: number };

/** Sends calls at once, and counts the processor time of each. */
async function measure(
  { database }: Stand,
  server: { readonly origin: string; readonly pid: number },
  count: number,
  callAt: (index: number) => Call,
): Promise<Measured> {
  const cpu = () => [cpuSeconds([server.pid]), cpuSeconds(database.processes())] as const;
  const before = cpu();
  const load = await sendCalls(server.origin, count, CONNECTIONS, callAt);
  const [serverCpuMs, databaseCpuMs] = cpu().map((seconds, index) => ((seconds - (before[index] ?? 0)) * 1000) / count);
  return { ...load, serverCpuMs: serverCpuMs ?? 0, databaseCpuMs: databaseCpuMs ?? 0 };
}

async function startBareServer(databaseUrl: string) {
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const child = fork(new URL('../bare-server.ts', import.meta.url), { execArgv: ['--import', 'tsx'], env });
  const [{ ready }] = await once(child, 'message');
  return { origin: String(ready), pid: child.pid ?? Number.NaN, stop: () => child.disconnect() };
}

/** The rates of the registration check and of mixed writes, next to the bare route. */
async function measureRates({ rounds, count, progress, allow }: Context, stand: Stand): Promise<string> {
  progress('server: calls a second');
  const bare = await startBareServer(stand.database.url);
  const round = async (calls: number) => ({
    check: await measure(stand, stand, calls, () => stand.callOfNext('registration check')),
    writes: await measure(stand, stand, calls, (index) =>
      stand.callOfNext(WRITES[index % WRITES.length] ?? 'submission'),
    ),
    bare: await measure(stand, bare, calls, (index) => ({
      method: 'GET',
      path: `/rows/${(index * 997) % 10_000}`,
    })),
  });
  // Until both servers are optimised by the compiler, each round is faster than the one before.
  await round(count(6000, 50));
  const measured = await rounds.measure(count(5, 1), () => round(count(1500, 50)));
  bare.stop();
  const ofBare = (what: 'check' | 'writes' | 'bare') =>
    medianOf(measured, (each) => each[what].perSecond / each.bare.perSecond);
  const row = (name: string, what: 'check' | 'writes' | 'bare', target: string) => {
    const figures = (['p50', 'p99', 'serverCpuMs', 'databaseCpuMs', 'perSecond'] as const).map((figure) =>
      number(medianOf(measured, (each) => each[what][figure])),
    );
    return [name, ...figures, number(ofBare(what)), target];
  };
  const check = ofBare('check');
  const writes = medianOf(measured, (each) => each.writes.perSecond);
  allow(
    `server: registration check at ${number(check)} of the bare route, at least ${MIN_OF_BARE_ROUTE}`,
    check >= MIN_OF_BARE_ROUTE,
  );
  allow(
    `server: ${number(writes)} mixed writes a second, at least ${MIN_WRITES_PER_SECOND}`,
    writes >= MIN_WRITES_PER_SECOND,
  );
  const head = [
    'call',
    'p50 ms',
    'p99 ms',
    'server CPU ms',
    'PostgreSQL CPU ms',
    'a second',
    'of the bare route',
    'target',
  ];
  return table(head, [
    row('registration check', 'check', `at least ${MIN_OF_BARE_ROUTE} of the bare route`),
    row('mixed writes', 'writes', `at least ${MIN_WRITES_PER_SECOND} a second`),
    row('_bare route_', 'bare', ''),
  ]);
}

/** Each write next to its own statements, one after the other. */
async function measureStatements(
  { rounds, count, progress, allow }: Context,
  { database, origin, callOfNext }: Stand,
  copyUrl: string,
): Promise<string> {
  const copy = await connectLikeProduct(copyUrl);
  const rows: string[][] = [];
  for (const name of WRITES) {
    progress(`server: statements of ${name}`);
    const callAt = () => callOfNext(name);
    // A call and the statements of another take turns, so that both meet the same machine.
    const round = async (calls: number) => {
      const captured = await captureStatements(database, origin, calls, callAt);
      const connection = new Connection(origin);
      const [callMs, statementsMs]: [number[], number[]] = [[], []];
      for (const statements of captured) {
        callMs.push(await sendCall(connection, callAt()));
        statementsMs.push(await replay(copy, statements));
      }
      connection.close();
      return { count: captured[0]?.length ?? 0, callMs: median(callMs), statementsMs: median(statementsMs) };
    };
    // The first calls prepare statements, on both sides.
    await round(count(400, 20));
    const measured = await rounds.measure(count(5, 1), () => round(count(100, 20)));
    const [call, statements] = [
      medianOf(measured, ({ callMs }) => callMs),
      medianOf(measured, ({ statementsMs }) => statementsMs),
    ];
    const max = maxOverStatements(name);
    const over = medianOf(measured, ({ callMs, statementsMs }) => callMs / statementsMs);
    allow(`server: ${name} takes ${ratio(over, 1)} as long as its statements, at most ${max}×`, over <= max);
    rows.push([
      name,
      `${measured[0]?.count ?? 0}`,
      number(call),
      number(statements),
      ratio(over, 1),
      `at most ${max}×`,
    ]);
  }
  await copy.end();
  return table(['write', 'statements', 'call p50 ms', 'statements alone p50 ms', 'ratio', 'target'], rows);
}

export const part: Part = {
  title: 'Server: calls a second and what each costs',
  async run(context) {
    const panelists = context.count(200_000, 2000);
    const database = await startDatabase({ ...STATEMENT_LOG, ...MEMORY });
    try {
      context.progress(`server: filling a panel of ${panelists}`);
      const range = { from: 0, to: panelists };
      await fillPanel(database.client, range);
      const copyUrl = await copyDatabase(database);
      const product = await startProduct(database.url, 'api');
      const { origin } = product;
      const panelistAt = panelistOrder(range);
      let used = 0;
      const callOfNext = (name: CallName) => callOf(name, panelistAt(used++), origin);
      const stand = { database, origin, pid: product.pid(), callOfNext };
      // First, because its calls also warm the server up for the other table.
      const rates = await measureRates(context, stand);
      const statements = await measureStatements(context, stand, copyUrl);
      await product.stop();
      return `
${number(panelists)} panelists, ${CONNECTIONS} connections at once, one server process built by \`npm run build\`; the sender
runs on the same machine. PostgreSQL has ${MEMORY.shared_buffers} of shared memory, so that it holds the panel as it does on a server. The bare
route is Fastify with one named select on the same PostgreSQL. The mixed writes are the five of the second table, in equal shares.

${rates}

One connection, one call after the other, compared with the same SQL statements with the same values, sent by the driver alone to a
copy of the database, in the same two round trips, begin and commit included. The rest is HTTP, validation and the rules.

${statements}`;
    } finally {
      await database.close();
    }
  },
};
