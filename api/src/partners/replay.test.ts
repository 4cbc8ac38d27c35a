import { DAY_MS } from '@panel/domain/durations';
import { PARTNERS, type Partner } from '@panel/domain/partners/partners';
import { describe, expect, it } from 'vitest';
import { registered, useKit } from '../../test/kit.ts';
import { numbers, shuffled } from '../../test/numbers.ts';
import { insertSessions, pendingOf } from './partners.testing.ts';
import type { Call, TestSession } from './protocol.testing.ts';
import { protocolOf } from './protocols.testing.ts';

const EVENTS = process.env.LONG ? 1000 : 100;
const PANELISTS = 20;
const AT_ONCE = 32;
const SEED = 20_261_117;
const kit = useKit({ LOG_LEVEL: 'error' });

describe('S7, T6: a callback that is sent repeatedly', () => {
  it(`is recorded once and credited once: ${EVENTS} events, up to 20 copies of each, shuffled, ${AT_ONCE} at a time`, async () => {
    const dids: string[] = [];
    const sessions: TestSession[] = [];
    for (let at = 0; at < PANELISTS; at += 1) {
      const did = await registered(kit());
      dids.push(did);
      sessions.push(
        ...(await insertSessions(kit(), PARTNERS[at % PARTNERS.length] as Partner, did, EVENTS / PANELISTS)),
      );
    }

    const callsOf = (session: TestSession, at: number): readonly Call[] =>
      protocolOf(session.partner).completions.map((report) => report(session, { usd: '0.50', survey: String(at + 1) }));
    const inOrder = sessions.flatMap((session, at) =>
      Array.from({ length: 1 + ((at * 7) % 20) }, (_, copy) => {
        const ways = callsOf(session, at);
        return ways[copy % ways.length] as Call;
      }),
    );
    const calls = shuffled(inOrder, numbers(SEED));

    const start = kit().clock.now().getTime();
    const statuses = new Set<number>();
    let next = 0;
    const sender = async () => {
      for (let at = next++; at < calls.length; at = next++) {
        // The last of them come a day later.
        if (at === Math.floor(calls.length * 0.8)) kit().clock.set(new Date(start + DAY_MS));
        let status = 503;
        // Like a partner, resends what timed out.
        while (status === 503) status = (await kit().app.inject(calls[at] as Call)).statusCode;
        statuses.add(status);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sender));

    const order = `shuffled with the seed ${SEED}`;
    expect([...statuses].sort(), order).toEqual([200, 303]);
    const { rows } = await kit().db.query(
      'select effect, count(*)::int as n, count(distinct session_id)::int as sessions from partner_events group by effect',
    );
    expect(rows, order).toEqual([{ effect: 'credited', n: EVENTS, sessions: EVENTS }]);
    expect((await kit().db.query('select count(*)::int as n from rewards')).rows[0].n, order).toBe(EVENTS);
    for (const did of dids) expect(await pendingOf(kit(), did), order).toBe((EVENTS / PANELISTS) * 450);
  });
});
