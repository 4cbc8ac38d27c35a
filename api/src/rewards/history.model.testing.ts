/** A panel of three panelists, and what the steps of a random history do with their money. */
import { southAfricanDate } from '@panel/domain/calendar';
import { MINUTE_MS } from '@panel/domain/durations';
import { api } from '@panel/domain/paths';
import { expect } from 'vitest';
import { type Kit, registered, send } from '../../test/kit.ts';
import { updateSessionReward } from '../partners/partners.testing.ts';
import type { modelIssuer } from './issuer.model.testing.ts';
import { runPayouts } from './payouts.testing.ts';
import { releaseDueRewards } from './release.ts';
import { mintSession, reportEvent, wallet } from './rewards.testing.ts';
import { HOLDING_MINUTES, type Step } from './steps.model.testing.ts';
import { type OpenWithdrawal, payWithdrawal, returnWithdrawal } from './withdrawals.ts';

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
  /** Late screen-outs that deserve a thank-you. */
  thanked: { did: string; day: string; closed?: boolean }[];
  issuerModel: ReturnType<typeof modelIssuer>;
};

export const THANK_YOU_CENTS = 50n;
export const THANK_YOUS_A_DAY = 2;
const LATE_MINUTES = 5;

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
    case 'turns': {
      const session = world.sessions[action.which % Math.max(world.sessions.length, 1)];
      if (!session) return;
      const { id, reported } = session;
      for (const copies of action.copies) {
        const [outcome, field] =
          reported.reversals <= reported.reinstatements
            ? (['reversed', 'reversals'] as const)
            : (['reinstated', 'reinstatements'] as const);
        reported[field] += 1;
        const key = `${id}:${outcome}:${reported[field]}`;
        for (let sent = 0; sent < copies; sent += 1) await reportEvent(panel, id, { outcome, key });
      }
      await updateAgain(panel, id);
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
      for (const one of [...world.sessions, ...world.thanked]) if (one.did === did) one.closed = true;
      return;
    }
    case 'screen out': {
      const did = world.dids[action.who] as string;
      if (world.gone.has(did)) return;
      for (const minutes of action.visits) {
        const id = await mintSession(panel, did);
        await takeStep(world, { do: 'wait', minutes });
        const day = southAfricanDate(panel.clock.now());
        const today = world.thanked.filter((one) => one.did === did && one.day === day && !one.closed).length;
        if (minutes >= LATE_MINUTES && today < THANK_YOUS_A_DAY) world.thanked.push({ did, day });
        // Some partners report it under more than one key.
        const keys = Array.from({ length: action.copies }, (_, copy) => `${id}:s${copy % 2}`);
        await Promise.all(keys.map((key) => reportEvent(panel, id, { outcome: 'screenout', key })));
      }
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
