/** On a large panel every statement in the code finds its rows by an index. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '@panel/domain/durations';
import { encodeConsent } from '@panel/domain/panelists/your-data';
import { api } from '@panel/domain/paths';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { goldenFor, idOf, newDid, registered, send } from '../../test/kit.ts';
import { fillKeyStore, insertLargePanel } from '../../test/large-panel.ts';
import { genericPlanOf, recordStatements } from '../../test/statements.ts';
import { buildApp } from '../app.ts';
import { readWholePanel, workInConsole, workOnTask } from '../console/exercise.testing.ts';
import { workAsOperator } from '../console/exercise-commands.testing.ts';
import { useOperator } from '../console/operator.testing.ts';
import { finishSurvey, report } from '../disputes/disputes.testing.ts';
import { answerConfirmedDisputes } from '../disputes/store.ts';
import { destroyKeys, panelistsWithoutKey } from '../identity/keys.ts';
import { inviteToDueSurveys } from '../invitations/due-surveys.ts';
import { deliverMessages } from '../messages/messages.testing.ts';
import { buildInternalApp } from '../monitoring/internal.ts';
import { beThanked } from '../panelists/whole-life.testing.ts';
import { copyOf, getWith, unlock } from '../panelists/your-data.testing.ts';
import { surveysLeftOut } from '../partners/late-ends.ts';
import { reportEveryKind } from '../partners/partners.testing.ts';
import { sweepSessions } from '../partners/sessions.ts';
import { countSurveys } from '../partners/survey-counts.ts';
import { surveyNumbered, surveyNumbers } from '../partners/survey-list.ts';
import { checkKeys } from '../platform/database/key-checks.ts';
import { processItems, retryItem } from '../platform/failed-items.ts';
import { createMetrics } from '../platform/monitoring/metrics.ts';
import { qualityScorer, scorePanelists } from '../quality/score-panel.ts';
import { addUpTotals } from '../rewards/books.ts';
import { lastTransferAt, releaseDueRewards } from '../rewards/ledger.ts';
import { recordTimeline, survivedUntil } from '../rewards/payout-freezes.ts';
import { runPayouts } from '../rewards/payouts.testing.ts';
import { complete, earnAvailable } from '../rewards/rewards.testing.ts';
import { eraseDeliveredPins } from '../rewards/sealed-data.ts';
import { applyRetention } from '../worker/retention.ts';
import { composersOf, eraseConsoleLeftovers } from '../worker/worker.ts';
import { NOT_CHECKED, SMALL, watchAndAnnounce } from './plans.testing.ts';

/** The key store is another database. */
const isOfKeyStore = (text: string) => text.includes('panelist_keys');
let keyStore: pg.Pool;

const sent = recordStatements();
const operator = useOperator();
const { kit, run, operate } = operator;
const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim();

const SOURCES = join(import.meta.dirname, '..');

/** The beginning of each statement in the code, up to its first value, without a statement that it begins with. Excludes backups, which read everything. */
function statementsInCode(): string[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.ts') && !/\.(test|testing|fixture)\.ts$|testing\.ts$|^web\/|dump\.ts$/.test(file))
    .flatMap((file) => [...readFileSync(join(SOURCES, file), 'utf8').matchAll(/\bsql`(?:\$\{\w+\})?([^`$]*)/g)])
    .map(([, text]) => squeeze(text as string));
}
const at = (days: number) => new Date(kit().clock.now().getTime() + days * DAY_MS);
const asWorker = () => kit().depsAs('worker');
const worker = {
  release: (days: number) => releaseDueRewards(asWorker().database, at(days)),
  async payouts() {
    const { database, clock } = asWorker();
    await recordTimeline(database, true, clock.now()).then(() => survivedUntil(database));
    await kit().db.query('update database_timeline set timeline = timeline - 1');
    await recordTimeline(database, true, clock.now());
    await kit().db.query('update payout_freezes set lifted_at = now()');
    return runPayouts(asWorker());
  },
  messages: () => deliverMessages(asWorker(), composersOf(asWorker())),
  erase: () => eraseDeliveredPins(asWorker().database, at(2)),
  async retention(days: number) {
    kit().clock.set(at(days));
    await applyRetention(asWorker());
  },
};

async function answerSurveys(did: string): Promise<void> {
  await send(kit(), 'PUT', api.profiling('second-round'), goldenFor('secondRound', did));
  for (const survey of ['quarterly', 'yearly'] as const)
    await send(kit(), 'PUT', api.profiling(survey), goldenFor(survey, did));
  await send(kit(), 'PUT', api.dateOfBirth, { account: { user_id: did, dob: '1990-01-01' } });
  await send(kit(), 'GET', api.preference(did));
  await send(kit(), 'PUT', api.preference(did), { data: [{ preference: 'research', value: true }] });
  await send(kit(), 'PUT', api.preference(did), { data: [{ preference: 'research', value: false }] });
}

async function readOwnData(did: string): Promise<void> {
  const cookie = await unlock(kit(), did);
  for (const url of [api.yourData(did), copyOf(did, 'text')]) await getWith(kit(), url, cookie);
  await send(kit(), 'PUT', api.consent(did), encodeConsent('special:ethnicity', false));
  await send(kit(), 'DELETE', api.dataUnlock(did));
}

async function moneyMoves(did: string): Promise<void> {
  const withMoney = async (who?: string) => {
    const owner = who ?? (await registered(kit()));
    await earnAvailable(kit(), owner);
    return owner;
  };
  await send(kit(), 'GET', api.withdraw(await withMoney(did)));
  await worker.payouts();
  await send(kit(), 'GET', api.withdraw(await withMoney()));
  kit().superApp.answers((_, response) => response.writeHead(500).end());
  await worker.payouts();
  kit().superApp.reset();
  const endings = [
    { kind: 'refused', code: '1' },
    { kind: 'unknown', code: 'timeout' },
    { kind: 'unknown', code: 'timeout' },
    { kind: 'not-started', code: '429' },
  ] as const;
  for (const ending of endings) {
    await send(kit(), 'GET', api.withdraw(await withMoney()));
    kit().issuer.answers(ending);
    await worker.payouts();
  }
  await worker.messages();
  await operate('resend-voucher', { second: 'sipho', reason: 'x', did });
  await worker.messages();
  await worker.erase();
}

async function monitoring(): Promise<void> {
  const internal = buildInternalApp(kit().depsAs('api'), createMetrics());
  for (const path of ['/healthz/attention', '/metrics']) await internal.inject(path);
  await internal.close();
  await addUpTotals(asWorker().database);
}

/** Fails on an item once, and retries some of items that aren't due any more. */
async function retryItems(): Promise<void> {
  const items = { job: 'release', find: async () => ['x'] } as const;
  const fails = () => Promise.reject(new Error());
  await processItems(asWorker().database, at(0), { ...items, process: fails }).catch(() => {});
  await kit()
    .depsAs('console')
    .database.transaction((tx) => retryItem(tx, 'release', 'x', at(0)));
  await processItems(asWorker().database, at(1), { ...items, process: async () => 1 });
  await eraseConsoleLeftovers(asWorker().database, at(0));
  await answerConfirmedDisputes(asWorker().database, at(0));
}

const insertFailed = () =>
  kit().db.query(
    `insert into failed_items (job, item, reason, failures, first_failed_at, next_try_at)
     select job, item, 'x', 1, $1, $1
     from (values ('proposals', '1'), ('disputes', 'D-1'), ('quality', gen_random_uuid()::text)) f (job, item)`,
    [at(0)],
  );

async function limitedCall(did: string): Promise<void> {
  const deps = kit().depsAs('api');
  const limited = buildApp({ ...deps, config: { ...deps.config, rateLimits: true } });
  await limited.inject(api.withdraw(did));
  await limited.close();
}

/** Ends every other connection and waits for that: a connection reports what it has read when it ends. */
async function endConnections(): Promise<void> {
  const others = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
  await kit().db.query(`select pg_terminate_backend(pid) ${others}`);
  await vi.waitUntil(async () => (await kit().db.query(`select ${others}`)).rowCount === 0, { timeout: 60_000 });
}

beforeAll(async () => {
  kit().db.on('error', () => {});
  keyStore = new pg.Pool({ connectionString: kit().keysUrl, max: 1 });
  await insertLargePanel(kit());
  await fillKeyStore(keyStore);
  sent.clear();
  await insertFailed();
  await readWholePanel(kit());
  await countSurveys(asWorker().database, kit().clock.now());
  await qualityScorer(asWorker())();
  await endConnections();
  await kit().db.query('select pg_stat_force_next_flush()');
  await kit().db.query('select pg_stat_reset()');
  const did = await registered(kit());
  await send(kit(), 'POST', api.register, goldenFor('registration', newDid()));
  await send(kit(), 'GET', api.registrationCheck(did));
  await send(kit(), 'GET', api.history(did));
  for (let made = 0; made < 3; made += 1) await report(kit(), did, await finishSurvey(kit(), did), 'other', 'x');
  await answerSurveys(did);
  await readOwnData(did);
  await surveyNumbers(kit().depsAs('api').database, 'purespectrum', ['1', '2']);
  await surveysLeftOut(kit().depsAs('api').database, 'purespectrum', ['1', '2']);
  await surveyNumbered(kit().depsAs('api').database, 1001);
  const event = await reportEveryKind(kit(), did);
  await beThanked(kit(), did);
  await moneyMoves(did);
  await complete(kit(), did, 900);
  await worker.release(15);
  kit().clock.set(at(120));
  await worker.payouts();
  await inviteToDueSurveys(asWorker());
  await worker.messages();
  await sweepSessions(asWorker().database, at(0));
  await answerConfirmedDisputes(asWorker().database, at(0));
  await kit().app.inject('/readyz');
  await monitoring();
  await retryItems();
  await limitedCall(did);
  await asWorker().database.transaction(async (tx) => scorePanelists(tx, [await idOf(kit(), did)], at(0)));
  await workAsOperator(operator, did, event);
  for await (const _ of panelistsWithoutKey(kit().depsAs('console').database, kit().vault));
  await Promise.all([lastTransferAt(kit().depsAs('console').database), kit().vault.panelistKeys.newestAt()]);
  await workInConsole(kit(), did);
  await watchAndAnnounce(asWorker(), kit().app.log as FastifyBaseLogger);
  await workOnTask(kit());
  await run('sign-ins end', { account: 'f1', reason: 'x' });
  for (const days of [800, 831]) await worker.retention(days);
  await worker.messages();
  for (const days of [862, 31]) await worker.retention(days);
  await send(kit(), 'DELETE', api.deleteProfile(await registered(kit())));
  await checkKeys(kit().deps.database, kit().config);
  await destroyKeys(asWorker());
}, 600_000);

it('every statement in the code was sent', () => {
  const texts = sent.texts.map(squeeze);
  const missing = statementsInCode().filter(
    (start) => !NOT_CHECKED.some((known) => start.startsWith(known)) && !texts.some((text) => text.includes(start)),
  );
  expect(missing).toEqual([]);
});

it('none of them scans a whole table that grows', async () => {
  const texts = [...new Set(sent.texts)].filter(
    (text) =>
      /^\s*(select|with|insert|update|delete)\b/.test(text) &&
      !NOT_CHECKED.some((known) => squeeze(text).startsWith(known)),
  );
  const found: string[] = [];
  for (const text of texts) {
    const plan = await genericPlanOf(isOfKeyStore(text) ? keyStore : kit().db, text);
    const scans = plan
      .flatMap((line) => /Seq Scan on (\w+)/.exec(line)?.[1] ?? [])
      .filter((table) => !SMALL.includes(table));
    if (scans.length > 0) found.push(`${scans.join()}: ${squeeze(text).slice(0, 200)}`);
  }
  expect(texts.length).toBeGreaterThan(50);
  expect(found).toEqual([]);
});

it.each([
  ['audit where true and (subject = any(', 'audit_by_subject'],
  ['audit where true and (subject = any(', 'audit_by_proposal'],
  ['audit where true and (subject = any(', 'audit_words'],
  ['audit where true and (actor =', 'audit_by_actor'],
  ["< r.root || '!' offset 0) a where true)", 'audit_by_command'],
])('a filtered view of the audit, %s, uses %s', async (words, index) => {
  const texts = [...new Set(sent.texts.map(squeeze))].filter(
    (text) => /^with entries/.test(text) && text.includes(words),
  );
  expect(texts.length).toBeGreaterThan(1);
  for (const text of texts) expect((await genericPlanOf(kit().db, text)).join()).toContain(index);
});

it('nor do the statements of triggers, foreign keys and functions', async () => {
  await endConnections();
  const { rows } = await kit().db.query('select relname, seq_scan::int from pg_stat_user_tables where seq_scan > 0');
  expect(rows.filter(({ relname }) => !SMALL.includes(relname))).toEqual([]);
});

afterAll(() => keyStore.end());
