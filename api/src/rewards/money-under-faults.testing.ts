/** A panel under faults: partners report, panelists withdraw, the books are read, and faults happen. */
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '@panel/domain/durations';
import { api } from '@panel/domain/paths';
import { startEmbeddedPostgres } from '@panel/embedded-postgres';
import pg from 'pg';
import { goldenFor } from '../../test/kit.ts';
import { numbers, pick } from '../../test/numbers.ts';
import { prepareBuiltProduct, type Running } from '../../test/product.ts';
import { readConfig } from '../config.ts';
import { routerCallback } from '../partners/cint-router/contract.testing.ts';
import type { Call, TestSession } from '../partners/protocol.testing.ts';
import { spectrumChange, spectrumComplete } from '../partners/purespectrum/contract.testing.ts';
import { newSessionId } from '../partners/sessions.ts';
import { BACKGROUND_LIMITS } from '../platform/database/connections.ts';
import { createDatabaseClient, DatabaseUnavailable } from '../platform/database/database.ts';
import { defaultKeyStoreUrl } from '../platform/database/roles.ts';
import { createPanelistKeys } from '../platform/security/panelist-keys.ts';
import { createVault } from '../platform/security/vault.ts';
import { countOpenMoney, faultsOf, retryUntilDone } from './faults.testing.ts';
import { deepMoneyCheck } from './money-check.ts';

const PANELISTS = process.env.LONG ? 100 : 8;
const SENDERS = 12;
/** The reward for a completed survey of one dollar, in cents. */
const REWARD = 900;
type Voucher = { readonly reference: string; readonly amount: number };
/** A session's reported events, and whether all of them were acknowledged. */
type Sent = { readonly sessionId: string; isAcknowledged: boolean; readonly kind: 'completed' | 'reversed' | 'forged' };
/** While anything is down the answer is 503, never another server error. */
const isFailure = (status = 0) => status >= 500 && status !== 503;
export type PanelUnderFaults = Awaited<ReturnType<typeof startPanelUnderFaults>>;

export async function startPanelUnderFaults() {
  const dataDir = await mkdtemp(join(tmpdir(), 'panel-faults-'));
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ name: 'panel', dataDir, relaunch: true });
  const product = await prepareBuiltProduct(postgres.url, {
    REWARD_HOLD_DAYS: '0',
    DAILY_CAP_RAND: '100000',
    LOG_LEVEL: 'warn',
  });
  await product.setSandbox('flash', { floatCents: 2 ** 50 });
  const roles = ['api', 'worker', ...(process.env.LONG ? (['worker'] as const) : [])] as const;
  const servers: Running[] = await Promise.all(roles.map((role) => product.start(role)));
  const origin = (servers[0] as Running).origin;
  const config = await readConfig(product.env);
  const keyStore = createDatabaseClient(defaultKeyStoreUrl(postgres.url), BACKGROUND_LIMITS);
  const vault = createVault(
    config.encryptionKeys,
    config.indexKey,
    createPanelistKeys(keyStore, config.encryptionKeys),
  );
  const db = new pg.Pool({ connectionString: postgres.url, max: 4 });
  db.on('error', () => {});
  db.on('connect', (client) => client.on('error', () => {}));
  const reader = createDatabaseClient(postgres.url, BACKGROUND_LIMITS);

  const random = numbers(20_261_115);
  const sent: Sent[] = [];
  const booksThatDisagree: string[] = [];
  const done: string[] = [];
  let [isOver, acknowledged, snapshots, accepted] = [false, 0, 0, 0];

  const dids = Array.from({ length: PANELISTS }, (_, n) => `faults-${n}-${randomBytes(6).toString('hex')}`);
  for (const did of dids) {
    const body = JSON.stringify(goldenFor('registration', did));
    const headers = { 'content-type': 'application/json' };
    const register = async () => (await fetch(origin + api.register, { method: 'POST', headers, body })).status;
    while ((await register()) !== 201) await sleep(50);
  }

  /** Like a partner, retries until the server has accepted or refused it. */
  async function deliver({ method, url }: Call): Promise<number> {
    for (;;) {
      const answer = await fetch(origin + url, { method, redirect: 'manual' }).catch(() => null);
      await answer?.arrayBuffer().catch(() => undefined);
      if (answer && answer.status < 500) return answer.status;
      if (isFailure(answer?.status)) booksThatDisagree.push(`a callback was answered ${answer?.status}`);
      await sleep(50);
    }
  }

  async function insertSession(partner: TestSession['partner']): Promise<TestSession> {
    const session = { partner, sessionId: newSessionId(), pid: `p_${randomBytes(16).toString('hex')}` };
    await retryUntilDone(() =>
      db.query(
        `insert into survey_sessions (id, partner, wallet_id, panelist_id, pid, created_at)
         select $1, $2, w.id, w.panelist_id, $3, now() from wallets w join panelists p on p.id = w.panelist_id
         where p.did_index = $4 on conflict do nothing`,
        [session.sessionId, partner, session.pid, vault.digest('did', pick(dids, random))],
      ),
    );
    return session;
  }

  /** One session's events: one to three completions, some reversed, in any order; some only forged. */
  async function report(): Promise<void> {
    const session = await insertSession(pick(['cint-router', 'purespectrum'] as const, random));
    const reported = { survey: String(1000 + sent.length) };
    const complete = (key?: string): Call =>
      session.partner === 'purespectrum'
        ? spectrumComplete(session, { ...reported, ...(key && { key }) })
        : routerCallback(session, 'complete', { ...reported, ...(key && { key }) });
    const isForged = random(10) === 0;
    const isReversed = !isForged && session.partner === 'purespectrum' && random(8) === 0;
    const kind = isForged ? 'forged' : isReversed ? 'reversed' : 'completed';
    const record: Sent = { sessionId: session.sessionId, isAcknowledged: false, kind };
    sent.push(record);
    if (isForged) {
      const status = await deliver(complete('not-the-key'));
      if (status !== 403) booksThatDisagree.push(`a forged callback was answered ${status}`);
      return;
    }
    const calls = Array.from({ length: 1 + random(3) }, () => complete());
    if (isReversed) calls.splice(random(calls.length + 1), 0, spectrumChange(session, '21>33'));
    const statuses = await Promise.all(calls.map(deliver));
    if (statuses.some((status) => status >= 400)) booksThatDisagree.push(`a callback was answered ${statuses}`);
    record.isAcknowledged = true;
    acknowledged += calls.length;
  }

  async function readBooks(): Promise<void> {
    while (!isOver) {
      const check = await deepMoneyCheck(reader).catch((error: unknown) => {
        if (error instanceof DatabaseUnavailable) return null;
        throw error;
      });
      if (check) snapshots += 1;
      booksThatDisagree.push(...(check?.faults ?? []));
      await sleep(process.env.LONG ? 1000 : 100);
    }
  }

  async function withdraw(): Promise<void> {
    while (!isOver) {
      const answer = await fetch(origin + api.withdraw(pick(dids, random))).catch(() => null);
      if (isFailure(answer?.status)) booksThatDisagree.push(`a withdrawal was answered ${answer?.status}`);
      if (answer?.status === 200 && (await answer.json().catch(() => false)) === true) accepted += 1;
      await sleep(20);
    }
  }

  let offsetMs = 0;
  const passMinutes = (minutes: number) => {
    offsetMs += minutes * MINUTE_MS;
    return product.setSandbox('clock', { offsetMs });
  };
  const faultList = faultsOf({ product, servers, dataDir, db, passMinutes });

  return {
    /** Reports events and injects faults in turn, until there were enough of both. */
    async runFaults(events: number, atLeast: number): Promise<void> {
      const faults = Math.max(atLeast, faultList.length);
      const perFault = Math.floor(events / (faults + 1));
      const background = [readBooks(), withdraw(), withdraw()];
      let isEnough = false;
      const senders = Array.from({ length: SENDERS }, async () => {
        while (!isEnough) await report();
      });
      for (let n = 0; n < faults; n += 1) {
        const before = acknowledged;
        while (acknowledged < before + perFault) await sleep(20);
        const [name, run] = faultList[n % faultList.length] as (typeof faultList)[number];
        await run();
        done.push(name);
      }
      while (acknowledged < events) await sleep(20);
      isEnough = true;
      await Promise.all(senders);
      isOver = true;
      await Promise.all(background);
    },

    /** Lets every party work again and time pass until nothing is open. */
    async settle(): Promise<void> {
      for (const party of ['flash', 'chat']) await product.setSandbox('scenario', { party, mode: 'ok' });
      for (let round = 0; (await countOpenMoney(db)) > 0; round += 1) {
        // A minute per second, so that the next attempts are soon due.
        if (round % 5 === 0) await passMinutes(1);
        await sleep(200);
      }
      const { faults } = await retryUntilDone(() => deepMoneyCheck(reader));
      booksThatDisagree.push(...faults);
    },

    async compare() {
      const rewards = (await db.query('select session_id as id, amount::int, state from rewards')).rows;
      const { rows: earned } = await db.query(
        `select r.session_id as id from transfers t join rewards r on t.subject = r.id and t.kind = 'earned'
         group by 1 having count(*) > 1`,
      );
      const creditedOf = new Set(rewards.map((reward) => reward.id as string));
      const { rows: withdrawals } = await db.query('select reference, amount::int, state from withdrawals');
      const { vouchers } = await product.readSandbox<{ vouchers: Voucher[] }>('vouchers');
      const { devices } = await product.readSandbox<{ devices: { messages: { jobId: string }[] }[] }>('inbox');
      const copies = new Map<string, number>();
      for (const { jobId } of devices.flatMap(({ messages }) => messages))
        copies.set(jobId, (copies.get(jobId) ?? 0) + 1);
      const byReference = new Map(withdrawals.map((withdrawal) => [withdrawal.reference as string, withdrawal]));
      const isRight = ({ reference, amount, state }: { reference: string; amount: number; state: string }) => {
        const amounts = vouchers.filter((voucher) => voucher.reference === reference).map((voucher) => voucher.amount);
        if (state === 'paid') return amounts.length === 1 && amounts[0] === amount;
        return amounts.length <= (state === 'needs-review' ? 1 : 0);
      };
      const shouldBe = new Map(sent.map((one) => [one.sessionId, one]));
      return {
        acknowledged,
        faults: done.length,
        snapshots,
        booksThatDisagree,
        acknowledgedWithoutReward: sent.filter(
          // A reversal that came before its completion leaves nothing to credit.
          ({ isAcknowledged, kind, sessionId }) => isAcknowledged && kind === 'completed' && !creditedOf.has(sessionId),
        ),
        creditedTwice: earned,
        creditedWithoutReport: rewards.filter(({ id }) => (shouldBe.get(id)?.kind ?? 'forged') === 'forged'),
        wrongAmounts: rewards.filter(
          ({ id, amount, state }) =>
            amount !== REWARD || (state === 'reversed') !== (shouldBe.get(id)?.kind === 'reversed'),
        ),
        vouchersWithoutWithdrawal: vouchers.filter(({ reference }) => !byReference.has(reference)),
        withdrawalsWithWrongVouchers: withdrawals.filter((withdrawal) => !isRight(withdrawal as never)),
        deliveredTooOften: [...copies].filter(([, count]) => count > 2),
      };
    },

    describe: () => `${accepted} withdrawals accepted: ${done.join(', ')}`,

    async close(): Promise<void> {
      isOver = true;
      await product.close();
      await Promise.all([db.end(), reader.close(), keyStore.close()]);
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
