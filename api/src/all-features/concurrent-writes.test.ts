/** Concurrent calls of different panelists. */
import { api } from '@panel/domain/paths';
import { describe, expect, it } from 'vitest';
import { registered, send, useKit } from '../../test/kit.ts';
import { recordEvent } from '../partners/callbacks.ts';
import { deliver, ONE_DOLLAR, panelistWithSession, pendingOf } from '../partners/partners.testing.ts';
import { spectrumComplete } from '../partners/purespectrum/contract.testing.ts';
import { earnAvailable, walletIdOfDid } from '../rewards/rewards.testing.ts';

const kit = useKit({ DAILY_CAP_RAND: '100000' });

/** Locks a panelist's wallet until the returned function is called. */
async function lockWallet(did: string): Promise<() => Promise<void>> {
  const other = await kit().db.connect();
  await other.query('begin');
  await other.query('select from wallets where id = $1 for update', [await walletIdOfDid(kit(), did)]);
  return async () => {
    await other.query('commit');
    other.release();
  };
}

const withdraw = async (did: string) => (await send(kit(), 'GET', api.withdraw(did))).json();
const withMoney = async () => {
  const did = await registered(kit());
  await earnAvailable(kit(), did);
  return did;
};

describe('concurrent withdrawals', () => {
  it('T8: do not wait for another panelist’s locked wallet, whose own withdrawal waits for the lock', async () => {
    const dids = await Promise.all(Array.from({ length: 4 }, withMoney));
    const unlock = await lockWallet(dids[1] as string);
    const answers = dids.map(withdraw);
    const isAnswered = dids.map(() => false);
    for (const [index, answer] of answers.entries())
      void answer.then(() => {
        isAnswered[index] = true;
      });
    expect(await Promise.all([answers[0], answers[2], answers[3]])).toEqual([true, true, true]);
    expect(isAnswered[1]).toBe(false);
    await unlock();
    expect(await answers[1]).toBe(true);
  });
});

describe('S7: concurrent callbacks', () => {
  it('credit no panelist for an event whose key is already used', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => panelistWithSession(kit(), 'purespectrum')));
    const recorded = await Promise.all(
      people.map(({ session: { sessionId } }, index) => {
        const dedupeKey = index === 2 ? 'another key' : 'one key';
        const event = { sessionId, dedupeKey, outcome: 'complete', rawCode: '21', usdMicros: 1_000_000n } as const;
        return recordEvent(kit().deps.database, kit().config.pricing, {
          partner: 'purespectrum',
          event,
          channel: 'callback',
          at: kit().clock.now(),
        });
      }),
    );
    expect(recorded.map(({ effect }) => effect).sort()).toEqual(['credited', 'credited', 'quarantined']);
    const pending = await Promise.all(people.map(({ did }) => pendingOf(kit(), did)));
    expect(pending).toEqual(recorded.map(({ effect }) => (effect === 'credited' ? ONE_DOLLAR : 0)));
    expect(pending[2]).toBe(ONE_DOLLAR);
  });

  it('do not wait for another panelist’s locked wallet', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => panelistWithSession(kit(), 'purespectrum')));
    const unlock = await lockWallet(people[0]?.did as string);
    const answers = people.map(({ session }) => deliver(kit(), spectrumComplete(session)));
    await Promise.all(answers.slice(1));
    expect(await Promise.all(people.map(({ did }) => pendingOf(kit(), did)))).toEqual([0, ONE_DOLLAR, ONE_DOLLAR]);
    await unlock();
    await answers[0];
    expect(await pendingOf(kit(), people[0]?.did as string)).toBe(ONE_DOLLAR);
  });
});
