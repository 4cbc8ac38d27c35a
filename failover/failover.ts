/** `npm run test:failover`: the product on three database nodes, while nodes and processes are killed, frozen and replaced. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type BuiltProduct, end, prepareBuiltProduct, type Running } from '../api/test/product.ts';
import { freePortRange } from '../e2e/product.ts';
import { type ClusterBooks, compareBooks } from './books.ts';
import { type Answered, type Caller, caller, describe, groupBy, hasSucceeded, longestGap, seconds } from './calls.ts';
import { type DatabaseCluster, startCluster } from './cluster.ts';
import { restoreDrill, takeBaseBackup } from './drill.ts';
import { type ClusterFault, clusterFaults, LIMITS } from './faults.ts';
import { missingPackages } from './packages.ts';
import { startPanelists, startProbes } from './panelists.ts';
import { untilAnswered } from './processes.ts';
import { MAX_PAUSE_MS, measureRolling } from './rolling.ts';

const PANELISTS_A_SECOND = 4;
const CALM_MS = 5000;
const RECOVER_MS = 60_000;
const MAX_ANSWER_MS = 3500;
/** The whole run; it takes about ten minutes. */
const GIVE_UP_MS = 40 * 60_000;

type Measured = {
  readonly fault: ClusterFault;
  readonly writes: number;
  readonly reads: number;
  readonly slowest: Answered | undefined;
  /** The longest time that this program itself was delayed. */
  readonly pauseMs: number;
  readonly answers: readonly Answered[];
};

const print = (text: string) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);

async function startOnCluster(cluster: DatabaseCluster, apis: readonly [string, string]) {
  await cluster.waitUntilHealthy();
  const admin = new pg.Client({ connectionString: cluster.databaseUrl('postgres') });
  await untilAnswered('a primary behind HAProxy', 60_000, () => admin.connect().then(() => true));
  await admin.query('create database panel');
  await admin.end();
  const product = await prepareBuiltProduct(cluster.databaseUrl('panel'), {
    REWARD_HOLD_DAYS: '0',
    DAILY_CAP_RAND: '100000',
    DATABASE_CONNECTIONS: '10',
    DRAIN_SECONDS: '5',
    LOG_LEVEL: 'warn',
  });
  await product.setSandbox('flash', { floatCents: 2 ** 50 });
  const servers: Running[] = [];
  for (const origin of apis) servers.push(await product.start('api', origin));
  for (let n = 0; n < 2; n += 1) servers.push(await product.start('worker'));
  return { product, servers };
}

/** Injects one fault, and waits until the cluster is complete and every write has succeeded for a while. */
async function measure(fault: ClusterFault, cluster: DatabaseCluster, { answered }: Caller): Promise<Measured> {
  await cluster.waitUntilHealthy();
  const pauses = monitorEventLoopDelay({ resolution: 10 });
  pauses.enable();
  const from = performance.now();
  await fault.inject();
  // Patroni may not have noticed yet, so its own answer isn't enough.
  const isCalm = () => {
    const writes = answered.filter(({ isWrite, endedAt }) => isWrite && endedAt > performance.now() - CALM_MS);
    return writes.length > 0 && writes.every(hasSucceeded);
  };
  for (let waited = 0; waited === 0 || (waited < RECOVER_MS && !isCalm()); waited += CALM_MS) {
    await sleep(CALM_MS);
    await cluster.waitUntilHealthy();
  }
  const to = performance.now();
  const answers = answered.filter(({ endedAt }) => endedAt >= from && endedAt <= to);
  const gapOf = (isWrite: boolean) =>
    longestGap(
      answers.filter((answer) => answer.isWrite === isWrite),
      from,
      to,
    );
  const [slowest] = answers.toSorted((a, b) => b.tookMs - a.tookMs);
  return { fault, writes: gapOf(true), reads: gapOf(false), slowest, pauseMs: pauses.max / 1e6, answers };
}

const isAllowed = ({ status }: Answered, fault: ClusterFault): boolean =>
  status !== null && (status < 400 || status === 503)
    ? true
    : // Calls in progress in a killed process are cut off, and HAProxy reports it.
      fault.name === 'an API process killed' && (status === null || status === 502);

/** Every violation, as a sentence. */
function faultsFound(measured: readonly Measured[], rolling: readonly Answered[], books: ClusterBooks): string[] {
  const count = (answers: readonly Answered[]) =>
    [...groupBy(answers, describe)].map(([what, all]) => `${what} × ${all.length}`);
  const tooLong = ({ fault, writes, reads, slowest, pauseMs }: Measured): string[] => {
    if (pauseMs > MAX_PAUSE_MS) return [];
    const { writes: maxWrites, reads: maxReads } = LIMITS[fault.kind];
    return [
      ...(writes > maxWrites ? [`${fault.name}: no write for ${writes.toFixed(1)} s`] : []),
      ...(reads > maxReads ? [`${fault.name}: no read for ${reads.toFixed(1)} s`] : []),
      ...(slowest && slowest.tookMs > MAX_ANSWER_MS
        ? [`${fault.name}: ${slowest.call} answered ${slowest.status} after ${seconds(slowest.tookMs)} s`]
        : []),
    ];
  };
  return [
    ...measured.flatMap(tooLong),
    ...measured.flatMap(({ fault, answers }) =>
      count(answers.filter((answer) => !isAllowed(answer, fault))).map((what) => `${fault.name}: ${what}`),
    ),
    ...count(rolling.filter((answer) => !hasSucceeded(answer))).map((what) => `rolling restart: ${what}`),
    ...books.lost.map((what) => `lost: ${what}`),
    ...books.doubled.map((what) => `doubled: ${what}`),
    ...books.faults,
  ];
}

function tableOf(measured: readonly Measured[]): string {
  const rows = measured.map(({ fault, writes, reads, slowest, pauseMs, answers }) => {
    const refused = answers.filter((answer) => !hasSucceeded(answer)).length;
    const times = [writes.toFixed(1), reads.toFixed(1), seconds(slowest?.tookMs)].join(' | ');
    return `| ${fault.name} | ${times} | ${refused} of ${answers.length} | ${pauseMs > MAX_PAUSE_MS ? 'busy' : 'calm'} |`;
  });
  return [
    '| fault | no write, s | no read, s | slowest answer, s | refused | machine |',
    '|---|--:|--:|--:|--:|---|',
    ...rows,
  ].join('\n');
}

const report = (error: unknown) => process.stderr.write(`${(error as Error).stack}\n`);

async function main(): Promise<number> {
  const missing = missingPackages();
  if (missing.length > 0) {
    process.stderr.write(`These packages are missing: apt-get install ${missing.join(' ')}\n`);
    return 2;
  }
  const only = process.argv[2];
  const apis = [`http://127.0.0.1:${await freePortRange()}`, `http://127.0.0.1:${await freePortRange()}`] as const;
  print('starting three nodes');
  const cluster = await startCluster(apis);
  let product: BuiltProduct | undefined;
  let closing: Promise<void> | undefined;
  const close = (keepFolder: boolean) => {
    closing ??= (product?.close() ?? Promise.resolve()).then(() => cluster.close(keepFolder));
    return closing;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(
      signal,
      () =>
        void close(false)
          .catch(report)
          .finally(() => process.exit(1)),
    );
  setTimeout(
    () =>
      void close(true)
        .catch(report)
        .finally(() => process.exit(1)),
    GIVE_UP_MS,
  ).unref();
  let isGood = false;
  try {
    const started = await startOnCluster(cluster, apis);
    product = started.product;
    const { servers } = started;
    const calls = caller(cluster.origin);
    const stopProbes = await startProbes(calls);
    const panelists = startPanelists(calls, PANELISTS_A_SECOND);
    await sleep(CALM_MS);
    const copy = await takeBaseBackup(cluster);
    const measured: Measured[] = [];
    for (const fault of clusterFaults(cluster, product, servers)) {
      if (only && !fault.name.includes(only)) continue;
      print(fault.name);
      measured.push(await measure(fault, cluster, calls));
      print(tableOf(measured.slice(-1)).split('\n').at(-1) as string);
    }
    print('rolling restart');
    const rolling =
      !only || 'rolling restart'.includes(only)
        ? await measureRolling(cluster, product, servers, calls)
        : { rounds: 0, isCalm: true, answers: [], failures: [] };
    print('comparing the books');
    stopProbes();
    await panelists.finish();
    const books = await compareBooks(cluster.databaseUrl('panel'), product, panelists.panelists);
    for (const server of servers) await end(server.child, 'SIGTERM');
    const drill = await restoreDrill(cluster, copy);
    const found = [
      ...faultsFound(measured, rolling.isCalm ? rolling.answers : [], books),
      ...(drill.ok ? [] : ['the restored copy differs']),
    ];
    isGood = found.length === 0;
    const { rounds, answers, failures, isCalm } = rolling;
    process.stdout.write(`
${tableOf(measured)}

Rolling restart of everything, ${rounds} times: ${failures.length} of ${answers.length} requests failed${isCalm ? '' : '; the machine was busy, so this is not judged'}.
${failures.join('\n')}
${calls.answered.length} requests; ${Object.entries(books.counts)
      .map(([name, n]) => `${n} ${name}`)
      .join(', ')}.
Restored from the archive ${drill.text}.
Lost: ${books.lost.length}. Doubled: ${books.doubled.length}.
${isGood ? 'No violation found.' : found.slice(0, 40).join('\n')}
`);
    if (!isGood) print(`The logs are kept in ${cluster.folder}.\n${product.log.slice(-3).join('')}`);
  } finally {
    await close(!isGood);
  }
  return isGood ? 0 : 1;
}

process.exit(await main());
