/** The chat of the did's own number reports what a person with a leaked did can do. */

import { HOUR_MS } from '@panel/domain/durations';
import { api } from '@panel/domain/paths';
import { formatRand } from '@panel/domain/rewards/amounts';
import { afterEach, describe, expect, it } from 'vitest';
import { NOW, registered, send, useKit } from '../../test/kit.ts';
import { runPayouts } from '../rewards/payouts.testing.ts';
import { ENOUGH, earnAvailable } from '../rewards/rewards.testing.ts';
import { composersOf } from '../worker/worker.ts';
import { chatThatKeeps, deliverMessages, type Sent } from './messages.testing.ts';

const CONTACT = '0800 123 456 or help@panel.example';
const kit = useKit({ DAILY_CAP_RAND: '100000', PANEL_CONTACT: CONTACT });
const deliver = () => deliverMessages(kit().deps, composersOf(kit().deps));

let inbox: Sent[] = [];
const texts = () => inbox.map(({ text }) => text.body);
/** A chat that finds one number for every device; it accepts messages while `isUp`. */
const chat = (isUp: boolean) =>
  kit().superApp.answers(
    isUp
      ? chatThatKeeps((sent) => inbox.push(sent))
      : chatThatKeeps(() => {}, { answer: (response) => response.writeHead(429).end() }),
  );

afterEach(() => {
  inbox = [];
  kit().superApp.reset();
  kit().clock.set(NOW);
});

describe('T4: the chat tells the panelist, with the panel’s contact,', () => {
  it('that a withdrawal was requested, before the voucher and once for a double tap', async () => {
    const did = await registered(kit());
    await earnAvailable(kit(), did);
    await Promise.all([send(kit(), 'GET', api.withdraw(did)), send(kit(), 'GET', api.withdraw(did))]);
    chat(true);
    await deliver();
    expect(texts()).toEqual([
      `You asked to withdraw ${formatRand(ENOUGH)} from your Bua Panel balance. The 1Voucher follows in this chat. If this was not you, contact ${CONTACT}.`,
    ]);
    await runPayouts(kit().deps);
    await deliver();
    expect(texts()).toHaveLength(2);
    expect(texts()[1]).toContain('1Voucher PIN');
  });

  it('that the profile was deleted; the device is erased once the chat has accepted the message', async () => {
    const did = await registered(kit());
    const devices = async () =>
      (await kit().db.query("select did_sealed from messages where kind = 'profile-deleted'")).rows;
    chat(false);
    expect((await send(kit(), 'DELETE', api.deleteProfile(did))).json()).toBe(true);
    await deliver();
    expect(inbox).toEqual([]);
    expect(await devices()).toEqual([{ did_sealed: expect.any(Buffer) }]);
    expect(JSON.stringify(await devices())).not.toContain(did);

    chat(true);
    kit().clock.set(new Date(NOW.getTime() + 5 * 60_000));
    await deliver();
    await deliver();
    expect(inbox.map(({ to }) => to)).toEqual(['27820001111']);
    expect(texts()).toEqual([
      `Your Bua Panel profile was deleted, and with it what you told us. If this was not you, contact ${CONTACT}.`,
    ]);
    expect(await devices()).toEqual([{ did_sealed: null }]);
  });

  it('S10: and erases the device of a deleted profile after a day without the chat', async () => {
    await send(kit(), 'DELETE', api.deleteProfile(await registered(kit())));
    chat(false);
    await deliver();
    kit().clock.set(new Date(NOW.getTime() + 25 * HOUR_MS));
    await deliver();
    expect(inbox).toEqual([]);
    expect((await kit().db.query('select from messages where did_sealed is not null')).rows).toEqual([]);
  });
});
