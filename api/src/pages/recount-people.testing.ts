/** Compares every figure of Disputes, of the unknown codes and of the cards with the plain rows. */

import { DAY_MS } from '@panel/domain/durations';
import { expect, it } from 'vitest';
import type { GeneratedPanel } from '../../test/generated-panel.ts';
import type { PlainRow } from '../../test/plain-rows.ts';
import { isOpenProposal, stakeOf } from '../../test/recount-money.ts';
import { activityOf, dayOf, sum } from '../../test/recount-panel.ts';
import type { DisputesPageData } from '../disputes/disputes-page.ts';
import type { CodesPageData } from '../partners/codes-page.ts';

const latest = (times: readonly Date[]): Date => new Date(Math.max(...times.map((at) => at.getTime())));

/** To be called at the top of a test file. */
export function checkPeoplePages(world: () => GeneratedPanel): void {
  it('Disputes: its counts, what is at stake and the days to answer', async () => {
    const { now, at, pricing, page } = world();
    const { counts, atStake, daysToAnswer } = await page<DisputesPageData>('disputes');
    const open = now.disputes.filter((one) => !one.answered_at);
    const isProposed = ({ id }: PlainRow) =>
      now.proposals.some((one) => isOpenProposal(one, at) && one.facts.subject === `D-${id}`);
    const closed = now.disputes.filter(
      (one) => one.answered_at && at.getTime() - one.answered_at.getTime() < 30 * DAY_MS,
    );
    const unproposed = open.filter((one) => !isProposed(one));
    expect(counts).toEqual({
      new: unproposed.filter((one) => !one.partner_asked_at).length,
      waitingForPartner: unproposed.filter((one) => one.partner_asked_at).length,
      proposed: open.filter(isProposed).length,
      unassigned: open.filter((one) => !one.assigned_to).length,
      // The operator who looks has taken none of them.
      mine: 0,
      fiveDaysOrMore: open.filter((one) => at.getTime() - one.reported_at.getTime() >= 5 * DAY_MS).length,
      creditedIn30Days: closed.filter(({ outcome }) => outcome === 'credited').length,
      declinedIn30Days: closed.filter(({ outcome }) => outcome === 'declined').length,
    });
    const stakes = open.map((one) => stakeOf(now, one, pricing));
    expect(atStake).toEqual({
      amount: sum(stakes.map((one) => one ?? 0)),
      unknown: stakes.filter((one) => one === null).length,
    });
    expect(daysToAnswer).toBeCloseTo(
      sum(closed.map((one) => (one.answered_at.getTime() - one.reported_at.getTime()) / DAY_MS)) / closed.length,
    );
  });

  it('Codes: the sessions of each unknown code, and when it was first and last seen', async () => {
    const { now, at, page } = world();
    const { unknown } = await page<CodesPageData>('codes');
    const sessionOf = (event: PlainRow) => now.survey_sessions.find(({ id }) => id === event.session_id);
    const events = now.partner_events.filter((one) => one.is_unknown_code && sessionOf(one));
    const nameOf = ({ partner, raw_code: code }: PlainRow) => `${partner} ${code}`;
    const expected = [...new Set(events.map(nameOf))].map((name) => {
      const reports = events.filter((one) => nameOf(one) === name);
      const sessions = [...new Set(reports.flatMap((one) => sessionOf(one) ?? []))];
      const times = reports.map((one) => one.received_at);
      return {
        name,
        sessions: sessions.length,
        finished: sessions.filter((one) => one.finished_at).length,
        notFinished: sessions.filter((one) => one.returned_at && !one.finished_at).length,
        firstAt: new Date(Math.min(...times)).toISOString(),
        lastAt: latest(times).toISOString(),
      };
    });
    expect(
      unknown.map(({ partner, code, lastEvent: _, proposal: __, ...figures }) => ({
        name: `${partner} ${code}`,
        ...figures,
      })),
    ).toEqual(expected.sort((a, b) => (a.firstAt < b.firstAt ? -1 : 1)));
    // An age isn't cut off at the thirty days of the charts.
    const oldest = Math.min(...expected.map(({ firstAt }) => Date.parse(firstAt)));
    expect(oldest).toBeLessThan(at.getTime() - 30 * DAY_MS);
  });

  it('People: the wallet, the activity and the sessions of every card', async () => {
    const { now, people, vault, cardOf } = world();
    for (const did of people) {
      const card = await cardOf(did);
      const person = now.panelists.find((one) => one.did_index.equals(vault.digest('did', did)));
      const wallet = now.wallets.find((one) => one.panelist_id === person?.id);
      if (!person || !wallet) throw new Error('The panelist has no row.');
      const rewards = now.rewards.filter((one) => one.wallet_id === wallet.id);
      const standing = rewards.filter(({ state }) => state !== 'reversed');
      const pending = rewards.filter(({ state }) => state === 'pending').map((one) => one.release_at);
      const paid = now.withdrawals.filter((one) => one.wallet_id === wallet.id && one.state === 'paid');
      const asked = now.withdrawals.filter((one) => one.wallet_id === wallet.id).map((one) => one.requested_at);
      const own = now.survey_sessions.filter((one) => one.panelist_id === person.id);
      expect(card).toMatchObject({
        status: person.status,
        registeredOn: dayOf(person.registered_at),
        lastActiveOn: dayOf(latest([...activityOf(now, person), ...asked])),
        lsmGroup: now.profiles.find((one) => one.panelist_id === person.id)?.lsm_group,
        wallet: {
          available: Number(wallet.available),
          pending: Number(wallet.pending),
          reserved: Number(wallet.reserved),
          owed: 0 - Number(wallet.owed),
        },
        nextReleaseOn: pending.length === 0 ? null : dayOf(new Date(Math.min(...pending.map((one) => one.getTime())))),
        earned: sum(standing.map(({ amount }) => Number(amount))),
        paidOut: sum(paid.map(({ amount }) => Number(amount))),
      });
      expect(card.sessions.total).toBe(own.length);
      for (const { session, minutes, returnedAs, reported, reward } of card.sessions.rows) {
        const row = own.find(({ id }) => id === session);
        const seconds = row?.length_seconds ?? (row?.returned_at ? (row.returned_at - row.created_at) / 1000 : null);
        const events = now.partner_events.filter((one) => one.session_id === session && one.trust !== 'by-hand');
        expect({ minutes, returnedAs, reported, reward }).toEqual({
          minutes: seconds === null ? null : Math.round(seconds / 60),
          returnedAs: row?.finished_at ? 'finished' : row?.returned_at ? 'not-finished' : null,
          reported: events.sort((a, b) => Number(a.id) - Number(b.id)).map(({ outcome }) => outcome),
          reward: Number(standing.find((one) => one.session_id === session)?.amount ?? 0) || null,
        });
      }
    }
  });
}
