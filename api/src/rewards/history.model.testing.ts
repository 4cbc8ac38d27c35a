/** A panel of three panelists, and the steps of a random history of their money. */
import { MINUTE_MS } from '@panel/domain/durations';
import { api } from '@panel/domain/paths';
import fc from 'fast-check';
import { expect } from 'vitest';
import { type Kit, registered, send } from '../../test/kit.ts';
import { updateSessionReward } from '../partners/partners.testing.ts';
import { ISSUER_FAULTS, type IssuerFault, type modelIssuer } from './issuer.model.testing.ts';
import { runPayouts } from './payouts.testing.ts';
import { releaseDueRewards } from './release.ts';
import { mintSession, reportEvent, wallet } from './rewards.testing.ts';
import { type OpenWithdrawal, payWithdrawal, returnWithdrawal } from './withdrawals.ts';

/** Longer than the partners' holding periods. */
export const HOLDING_MINUTES = 15 * 24 * 60;

class Crash extends Error {}

export type World = {
  kit: Kit;
  dids: string[];
  gone: Set<string>;
  /** What panelists owed when they deleted a profile and registered again. */
  debts: Map<string, bigint>;
  sessions: {
    id: string;
    did: string;
    cents: bigint;
    reported: { completes: number; reversals: number; reinstatements: number };
    /** Whether the profile that completed it is deleted. */
    closed?: boolean;
  }[];
  issuerModel: ReturnType<typeof modelIssuer>;
};

type Attempt = { readonly faults: IssuerFault[]; readonly minutes: number };

const anyAttempts: fc.Arbitrary<Attempt[]> = fc.array(
  fc.record({
    faults: fc.array(fc.constantFrom(...ISSUER_FAULTS), { minLength: 1, maxLength: 2 }),
    minutes: fc.constantFrom(1, 3, 10, 26),
  }),
  { minLength: 2, maxLength: 5 },
);
/** A voucher was or will be bought that the answer to a later attempt doesn't show. */
const hiddenVouchers: fc.Arbitrary<Attempt[]> = fc.constantFrom(
  [
    { faults: ['lost-after'], minutes: 26 },
    { faults: ['late'], minutes: 10 },
  ],
  [
    { faults: ['lost-after'], minutes: 10 },
    { faults: ['busy'], minutes: 10 },
  ],
  [
    { faults: ['late'], minutes: 3 },
    { faults: ['refuse'], minutes: 10 },
  ],
  // Another worker sends it while the first one waits for its refusal.
  [{ faults: ['slow-refuse', 'late'], minutes: 10 }],
);

export const step = fc.oneof(
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
      minutes: fc.constantFrom(1, 3, 10, 26, 40, HOLDING_MINUTES),
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
      faults: fc.array(fc.constantFrom(...ISSUER_FAULTS), { maxLength: 4 }),
      crash: fc.constantFrom(null, 'claimed' as const, 'issued' as const, 'recorded' as const),
      workers: fc.integer({ min: 1, max: 2 }),
    }),
  },
  {
    // One withdrawal from its first attempt to its last, because most bugs show there.
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('saga' as const),
      who: fc.nat(2),
      tries: fc.oneof(anyAttempts, hiddenVouchers),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('withdraw while one is open' as const),
      who: fc.nat(2),
      usd: fc.integer({ min: 6, max: 12 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('delete' as const, 'return' as const), who: fc.nat(2) }) },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Nothing new was reported, so nothing may change. */
const updateAgain = (panel: Kit, sessionId: string) =>
  panel.deps.database.transaction((tx) => updateSessionReward(tx, panel.config.pricing, sessionId, panel.clock.now()));

export async function takeStep(world: World, action: Step): Promise<void> {
  const { kit: panel, issuerModel } = world;
  switch (action.do) {
    case 'complete': {
      const did = world.dids[action.who] as string;
      if (world.gone.has(did)) return;
      const id = await mintSession(panel, did);
      const usdMicros = BigInt(action.usd) * 1_000_000n;
      const reported = { completes: 1, reversals: 0, reinstatements: 0 };
      world.sessions.push({ id, did, cents: BigInt(action.usd) * 900n, reported });
      await Promise.all(
        Array.from({ length: action.copies }, () =>
          reportEvent(panel, id, { outcome: 'complete', key: `${id}:c`, usdMicros }),
        ),
      );
      await updateAgain(panel, id);
      return;
    }
    case 'reverse':
    case 'reinstate': {
      const session = world.sessions[action.which % Math.max(world.sessions.length, 1)];
      if (!session) return;
      const field = action.do === 'reverse' ? 'reversals' : 'reinstatements';
      // Partners take back and reinstate in turn.
      if (
        action.do === 'reverse'
          ? session.reported.reversals > session.reported.reinstatements
          : session.reported.reversals <= session.reported.reinstatements
      )
        return;
      session.reported[field] += 1;
      const outcome = action.do === 'reverse' ? 'reversed' : 'reinstated';
      const key = `${session.id}:${outcome}:${session.reported[field]}`;
      await reportEvent(panel, session.id, { outcome, key });
      await reportEvent(panel, session.id, { outcome, key });
      await updateAgain(panel, session.id);
      return;
    }
    case 'wait':
      panel.clock.set(new Date(panel.clock.now().getTime() + action.minutes * MINUTE_MS));
      issuerModel.tick();
      await releaseDueRewards(panel.deps.database, panel.clock.now());
      return;
    case 'withdraw': {
      const url = api.withdraw(world.dids[action.who] as string);
      const answers = await Promise.all(Array.from({ length: action.times }, () => send(panel, 'GET', url)));
      for (const { statusCode } of answers) expect([200, 404]).toContain(statusCode);
      return;
    }
    case 'work': {
      issuerModel.fail([...action.faults]);
      const deps = { ...panel.deps, issuer: issuerModel.issuer };
      const crash = (at: string) => {
        if (at === action.crash) throw new Crash();
      };
      const work = () =>
        runPayouts(deps, crash).catch((error: unknown) => {
          if (!(error instanceof Crash)) throw error;
        });
      await Promise.all(Array.from({ length: action.workers }, work));
      issuerModel.fail([]);
      return;
    }
    case 'saga': {
      await takeStep(world, { do: 'withdraw', who: action.who, times: 1 });
      for (const { faults, minutes } of action.tries) {
        await takeStep(world, { do: 'work', faults, crash: null, workers: 1 });
        await takeStep(world, { do: 'wait', minutes });
      }
      return;
    }
    case 'withdraw while one is open': {
      const { who, usd } = action;
      await takeStep(world, { do: 'withdraw', who, times: 1 });
      await takeStep(world, { do: 'complete', who, usd, copies: 1 });
      await takeStep(world, { do: 'wait', minutes: HOLDING_MINUTES });
      await takeStep(world, { do: 'withdraw', who, times: 2 });
      return;
    }
    case 'delete': {
      const did = world.dids[action.who] as string;
      if (world.gone.has(did)) return;
      world.debts.set(did, BigInt((await wallet(panel, did)).owed));
      await send(panel, 'DELETE', api.deleteProfile(did));
      world.gone.add(did);
      for (const session of world.sessions) if (session.did === did) session.closed = true;
      return;
    }
    case 'return': {
      const did = world.dids[action.who] as string;
      if (world.gone.delete(did)) await registered(panel, did);
    }
  }
}

/** The issuer works again, time passes, and two people resolve what needs review by the issuer's file. */
export async function heal(world: World): Promise<void> {
  const { kit: panel, issuerModel } = world;
  const deps = { ...panel.deps, issuer: issuerModel.issuer };
  issuerModel.fail([]);
  for (let round = 0; round < 12; round += 1) {
    panel.clock.set(new Date(panel.clock.now().getTime() + 6 * MINUTE_MS));
    issuerModel.tick();
    await runPayouts(deps);
  }
  const { rows } = await panel.db.query(
    `select id, wallet_id as "walletId", amount, reference from withdrawals where state = 'needs-review'`,
  );
  for (const { reference, ...withdrawal } of rows as (OpenWithdrawal & { reference: string })[]) {
    const issued = issuerModel.vouchers.find((voucher) => voucher.reference === reference)?.result;
    await panel.deps.database.transaction((tx) =>
      issued?.kind === 'issued'
        ? payWithdrawal(tx, panel.vault, withdrawal, issued, panel.clock.now())
        : returnWithdrawal(tx, withdrawal, 'not-issued', panel.clock.now()),
    );
  }
}
