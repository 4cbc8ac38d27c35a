/**
 * Random histories of a panel's money on a real PostgreSQL: surveys completed, taken back and given again, clocks that
 * run on, withdrawals asked for many times at once, two workers that crash wherever they can, an issuer that does
 * everything an issuer can do wrong, profiles deleted. Whatever happens, the books agree at every step; and when the
 * issuer is healthy again every withdrawal ends as exactly one voucher, or back in the balance.
 */
import { api } from '@panel/domain/paths';
import { isCredited } from '@panel/domain/rewards/rules';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Kit, NOW, registered, send, useKit } from '../../test/kit.ts';
import { CHOSEN } from '../../test/mutants.ts';
import type { IssueResult, Issuer } from './issuer.ts';
import { deepMoneyCheck } from './money-check.ts';
import { giveBack, type Parked, payByHand, runPayouts } from './payouts.ts';
import { releaseDue, settleSession } from './rewards.ts';
import { mintSession, say } from './testing.ts';

const RUNS = Number(process.env.MODEL_RUNS ?? 150);
/** Each on a database of its own: what checks every row gets slower with every row. */
const PARTS = CHOSEN ? 1 : process.env.LONG ? 20 : 2;
const MINUTE = 60_000;
/** How long the issuer remembers a reference. After that the same reference buys another voucher. */
const ISSUER_MEMORY_MS = CHOSEN?.issuerMemoryMs ?? 30 * MINUTE;

const FAULTS = [
  'ok',
  'refuse',
  'upstream',
  'lost-before',
  'lost-after',
  'late',
  'busy',
  'slow',
  'slow-refuse',
] as const;
type Fault = (typeof FAULTS)[number];

/** An issuer on logical time that keeps count of every voucher it ever handed out. */
function modelIssuer(now: () => number) {
  const vouchers: { reference: string; amount: bigint; at: number; result: IssueResult }[] = [];
  const late: { reference: string; amount: bigint; at: number }[] = [];
  let faults: Fault[] = [];
  let meanwhile = async () => {};
  const buy = (reference: string, amount: bigint, at: number): IssueResult => {
    const known = vouchers.find((voucher) => voucher.reference === reference && at - voucher.at < ISSUER_MEMORY_MS);
    if (known) return known.result;
    const result: IssueResult = {
      kind: 'issued',
      pin: String(10n ** 15n + BigInt(vouchers.length)),
      serial: 'S0001',
      transaction: 'T',
      expiresOn: null,
    };
    vouchers.push({ reference, amount, at, result });
    return result;
  };
  const issuer: Issuer = {
    async issue({ reference, amountCents }) {
      const fault = faults.shift() ?? 'ok';
      switch (fault) {
        case 'slow-refuse':
          await meanwhile();
          return vouchers.some((voucher) => voucher.reference === reference)
            ? buy(reference, amountCents, now())
            : { kind: 'refused', code: '2406' };
        case 'refuse':
          // A reference that was honoured is not refused afterwards.
          if (vouchers.some((voucher) => voucher.reference === reference)) return buy(reference, amountCents, now());
          return { kind: 'refused', code: '2406' };
        case 'upstream':
        case 'lost-before':
          return { kind: 'unknown', code: fault };
        case 'busy':
          return { kind: 'not-started', code: fault };
        case 'lost-after':
          buy(reference, amountCents, now());
          return { kind: 'unknown', code: fault };
        case 'slow':
          // So slow that another worker takes the payout over, and ends it, before this answer comes.
          await meanwhile();
          return buy(reference, amountCents, now());
        case 'late':
          // Lost on the way to the issuer, and there after all some minutes later.
          late.push({ reference, amount: amountCents, at: now() + 4 * MINUTE });
          return { kind: 'unknown', code: fault };
        default:
          return buy(reference, amountCents, now());
      }
    },
  };
  return {
    issuer,
    vouchers,
    fail: (next: readonly Fault[]) => {
      faults = [...next];
    },
    whileSlow: (work: () => Promise<void>) => {
      meanwhile = work;
    },
    tick() {
      for (const request of late.splice(0)) {
        if (request.at > now()) late.push(request);
        else buy(request.reference, request.amount, request.at);
      }
    },
  };
}

class Crash extends Error {}

type World = {
  kit: Kit;
  dids: string[];
  gone: Set<string>;
  sessions: {
    id: string;
    did: string;
    cents: bigint;
    said: { completes: number; reversals: number; reinstatements: number };
  }[];
  bank: ReturnType<typeof modelIssuer>;
};

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('complete' as const),
      who: fc.nat(2),
      usd: fc.integer({ min: 1, max: 12 }),
      copies: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('reverse' as const, 'reinstate' as const), which: fc.nat(20) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      minutes: fc.constantFrom(1, 3, 10, 26, 40, 15 * 24 * 60),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('withdraw' as const),
      who: fc.nat(2),
      times: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('work' as const),
      faults: fc.array(fc.constantFrom(...FAULTS), { maxLength: 4 }),
      crash: fc.constantFrom(null, 'claimed' as const, 'issued' as const, 'settled' as const),
      workers: fc.integer({ min: 1, max: 2 }),
    }),
  },
  {
    // One withdrawal from its first attempt to its last, where most mistakes show.
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('saga' as const),
      who: fc.nat(2),
      tries: fc.array(
        fc.record({
          faults: fc.array(fc.constantFrom(...FAULTS), { minLength: 1, maxLength: 2 }),
          minutes: fc.constantFrom(1, 3, 10, 26),
        }),
        {
          minLength: 2,
          maxLength: 5,
        },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), who: fc.nat(2) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Nothing new was said, so nothing may change. */
const settleAgain = (panel: Kit, sessionId: string) =>
  panel.deps.database.transaction((tx) => settleSession(tx, panel.config.pricing, sessionId, panel.clock.now()));

async function take(world: World, action: Step): Promise<void> {
  const { kit: panel, bank } = world;
  switch (action.do) {
    case 'complete': {
      const did = world.dids[action.who] as string;
      if (world.gone.has(did)) return;
      const id = await mintSession(panel, did);
      const usdMicros = BigInt(action.usd) * 1_000_000n;
      const said = { completes: 1, reversals: 0, reinstatements: 0 };
      world.sessions.push({ id, did, cents: BigInt(action.usd) * 900n, said });
      await Promise.all(
        Array.from({ length: action.copies }, () => say(panel, id, { outcome: 'complete', key: `${id}:c`, usdMicros })),
      );
      await settleAgain(panel, id);
      return;
    }
    case 'reverse':
    case 'reinstate': {
      const session = world.sessions[action.which % Math.max(world.sessions.length, 1)];
      if (!session || world.gone.has(session.did)) return;
      const field = action.do === 'reverse' ? 'reversals' : 'reinstatements';
      // Partners take back and give again in turn.
      if (
        action.do === 'reverse'
          ? session.said.reversals > session.said.reinstatements
          : session.said.reversals <= session.said.reinstatements
      )
        return;
      session.said[field] += 1;
      const outcome = action.do === 'reverse' ? 'reversed' : 'reinstated';
      const key = `${session.id}:${outcome}:${session.said[field]}`;
      await say(panel, session.id, { outcome, key });
      await say(panel, session.id, { outcome, key });
      await settleAgain(panel, session.id);
      return;
    }
    case 'wait':
      panel.clock.set(new Date(panel.clock.now().getTime() + action.minutes * MINUTE));
      bank.tick();
      await releaseDue(panel.deps.database, panel.clock.now());
      return;
    case 'withdraw': {
      const url = api.withdraw(world.dids[action.who] as string);
      const answers = await Promise.all(Array.from({ length: action.times }, () => send(panel, 'GET', url)));
      for (const { statusCode } of answers) expect([200, 404]).toContain(statusCode);
      return;
    }
    case 'work': {
      bank.fail([...action.faults]);
      const deps = { ...panel.deps, issuer: bank.issuer };
      const crash = (at: string) => {
        if (at === action.crash) throw new Crash();
      };
      const work = () =>
        runPayouts(deps, crash).catch((error: unknown) => {
          if (!(error instanceof Crash)) throw error;
        });
      await Promise.all(Array.from({ length: action.workers }, work));
      bank.fail([]);
      return;
    }
    case 'saga': {
      await take(world, { do: 'withdraw', who: action.who, times: 1 });
      for (const { faults, minutes } of action.tries) {
        await take(world, { do: 'work', faults, crash: null, workers: 1 });
        await take(world, { do: 'wait', minutes });
      }
      return;
    }
    case 'delete': {
      const did = world.dids[action.who] as string;
      if (!world.gone.has(did)) await send(panel, 'DELETE', api.deleteProfile(did));
      world.gone.add(did);
    }
  }
}

/** The issuer is well, the clocks run on, and a person settles by the issuer's file what no machine may decide. */
async function heal(world: World): Promise<void> {
  const { kit: panel, bank } = world;
  const deps = { ...panel.deps, issuer: bank.issuer };
  bank.fail([]);
  for (let round = 0; round < 12; round += 1) {
    panel.clock.set(new Date(panel.clock.now().getTime() + 6 * MINUTE));
    bank.tick();
    await runPayouts(deps);
  }
  const { rows } = await panel.db.query(
    `select id, wallet_id as "walletId", amount, reference from withdrawals where state = 'manual'`,
  );
  for (const { reference, ...parked } of rows as (Parked & { reference: string })[]) {
    const issued = bank.vouchers.find((voucher) => voucher.reference === reference)?.result;
    await panel.deps.database.transaction((tx) =>
      issued?.kind === 'issued'
        ? payByHand(tx, deps, parked, issued, panel.clock.now())
        : giveBack(tx, parked, 'not-issued', panel.clock.now()),
    );
  }
}

describe.each(Array.from({ length: PARTS }, (_, part) => part))('I15, I21: the model of the money (%i)', (part) => {
  const kit = useKit({ DAILY_CAP_RAND: '100000' });
  beforeAll(async () => {
    if (CHOSEN?.schema) await kit().db.query(CHOSEN.schema);
  });
  afterEach(() => kit().clock.set(NOW));

  it('holds whatever happens', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async (steps) => {
        const panel = kit();
        panel.clock.set(NOW);
        const bank = modelIssuer(() => panel.clock.now().getTime());
        const world: World = { kit: panel, dids: [], gone: new Set(), sessions: [], bank };
        bank.whileSlow(async () => {
          panel.clock.set(new Date(panel.clock.now().getTime() + 2 * MINUTE));
          await runPayouts({ ...panel.deps, issuer: bank.issuer }).catch(() => undefined);
        });
        for (let who = 0; who < 3; who += 1) world.dids.push(await registered(panel));
        const { rows } = await panel.db.query('select id from withdrawals');
        const before = new Set(rows.map((row) => row.id));

        // Everyone has something to withdraw from the start: what follows is what matters.
        const opening: Step[] = [0, 1, 2].map((who) => ({ do: 'complete', who, usd: 10, copies: 1 }));
        for (const action of [...opening, { do: 'wait', minutes: 15 * 24 * 60 } as const, ...steps]) {
          await take(world, action);
          expect(await deepMoneyCheck(panel.deps.database), JSON.stringify(action)).toEqual({ ok: true, faults: [] });
        }
        await heal(world);

        const ours = (await panel.db.query('select id, reference, amount, state from withdrawals')).rows.filter(
          (row) => !before.has(row.id),
        );
        for (const { reference, amount, state } of ours) {
          const issued = bank.vouchers.filter((voucher) => voucher.reference === reference);
          // At most one voucher for a withdrawal, of its amount; one if it is settled, none if the money went back.
          expect(issued.length, `${state} ${reference}`).toBeLessThanOrEqual(1);
          expect(['settled', 'reversed']).toContain(state);
          if (state === 'settled') expect(issued.map((voucher) => String(voucher.amount))).toEqual([amount]);
          if (state === 'reversed') expect(issued).toEqual([]);
        }
        expect(bank.vouchers.every((voucher) => ours.some((row) => row.reference === voucher.reference))).toBe(true);

        // What each panelist has and had adds up to what they earned.
        for (const did of world.dids.filter((one) => !world.gone.has(one))) {
          const earned = world.sessions
            .filter((session) => session.did === did && isCredited(session.said))
            .reduce((sum, session) => sum + session.cents, 0n);
          const held = await panel.db.query(
            `select w.pending + w.available + w.reserved + w.owed
               + (select coalesce(sum(amount), 0) from withdrawals d where d.wallet_id = w.id and state = 'settled') as total
             from wallets w join panelists p on p.id = w.panelist_id where p.did_index = $1`,
            [panel.vault.digest('did', did)],
          );
          expect(BigInt(held.rows[0].total)).toBe(earned);
        }
      }),
      {
        numRuns: RUNS,
        endOnFailure: CHOSEN !== undefined,
        // The short form is the same every time; the long one goes where nobody has been.
        ...(process.env.LONG || process.env.MODEL_RUNS ? {} : { seed: 20261115 + part }),
      },
    );
  }, 3_600_000);
});
