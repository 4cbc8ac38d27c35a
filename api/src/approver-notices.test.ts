/** How approvers get notices outside the console. */
import { createHmac } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@panel/domain/durations';
import type { FastifyBaseLogger } from 'fastify';
import { describe, expect, it } from 'vitest';
import { NOW } from '../test/kit.ts';
import { useNotices, WEBHOOK_SECRET } from './notices.testing.ts';
import { applyRetention } from './retention.ts';
import { payoutForReview } from './rewards/rewards.testing.ts';
import { startWorker } from './worker.ts';

const { kit, webhook, mailServer, log, mail, workerWith, bodies, titles, finance, after, toWebhook, sendTo, propose } =
  useNotices();

describe('T27: a proposal that waits', () => {
  it('is told to the webhook once, signed, with its number, title, amount and link and nothing else', async () => {
    const proposal = await propose();
    await sendTo(toWebhook());
    await sendTo(toWebhook());
    expect(bodies()).toEqual([
      {
        id: `proposal ${proposal} ${NOW.toISOString()}`,
        at: NOW.toISOString(),
        kind: 'proposal',
        title: `${proposal} is waiting for approval: Resolve a payout`,
        proposal,
        operation: 'Resolve a payout',
        amount: 60,
        link: `${kit().config.console.origin}/proposal?id=${proposal}`,
      },
    ]);
    const { headers, body } = webhook.calls[0] ?? { headers: {}, body: '' };
    const seconds = String(NOW.getTime() / 1000);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'panel-timestamp': seconds,
      'panel-signature': `sha256=${createHmac('sha256', WEBHOOK_SECRET).update(`${seconds}.${body}`).digest('hex')}`,
    });
  });

  it('is told to each mailbox once', async () => {
    const proposal = await propose();
    const notices = { webhook: null, mail: mail(false) };
    await sendTo(notices);
    await sendTo(notices);
    expect(mailServer.mails).toMatchObject([
      {
        from: 'panel@panel.example',
        to: ['finance-1@panel.example', 'finance-2@panel.example'],
        login: '\0panel\0mail-password',
      },
    ]);
    const [head = '', text] = (mailServer.mails[0]?.data ?? '').split('\n\n');
    expect(head).toContain(`Subject: Bua Panel: ${proposal} is waiting for approval: Resolve a payout`);
    expect(text?.replaceAll('=\n', '').replaceAll('=3D', '=')).toBe(
      [
        `${proposal} is waiting for approval: Resolve a payout.`,
        'Amount: R60',
        `${kit().config.console.origin}/proposal?id=${proposal}`,
        '',
      ].join('\n'),
    );
    expect(head + text).not.toContain('Thandi');
  });

  it('is told once if it is proposed twice', async () => {
    const { id } = await payoutForReview(kit());
    await kit().db.query('delete from notices');
    const resolve = () => finance().operate('resolve-payout', { id, outcome: 'not-issued', reason: 'x' });
    const answers = [await resolve(), await resolve()].map(({ statusCode }) => statusCode);
    expect(answers).toEqual([202, 409]);
    await sendTo(toWebhook());
    expect(webhook.calls).toHaveLength(1);
  });

  it('is told by the worker', async () => {
    await propose();
    const worker = startWorker(workerWith(toWebhook()), kit().app.log as FastifyBaseLogger);
    await expect.poll(() => titles().join()).toContain('is waiting for approval');
    await worker.stop();
  });
});

describe('a notice', () => {
  it('is retried with backoff, only where it was not accepted', async () => {
    await propose();
    webhook.answer = 503;
    const both = { ...toWebhook(), mail: mail(false) };
    await sendTo(both);
    await sendTo(both);
    expect([webhook.calls.length, mailServer.mails.length]).toEqual([1, 1]);
    expect(log.warn.mock.calls[0]?.[0]).toMatchObject({ attempts: 1, failures: ['webhook: status 503'] });
    after(30_000);
    await sendTo(both);
    after(60_000);
    await sendTo(both);
    expect(webhook.calls).toHaveLength(2);
    webhook.answer = 204;
    after(90_000);
    await sendTo(both);
    after(HOUR_MS);
    await sendTo(both);
    expect([webhook.calls.length, mailServer.mails.length]).toEqual([3, 1]);
    expect(new Set(bodies().map(({ id }) => id)).size).toBe(1);
  });

  it('is given up after a day, with an error in the log', async () => {
    await propose();
    webhook.answer = 500;
    for (let passed = 0; passed < 2 * DAY_MS; passed += 30 * MINUTE_MS) {
      after(passed);
      await sendTo(toWebhook());
    }
    expect(log.error.mock.calls.map(([, text]) => text)).toEqual(['a notice was given up']);
    expect(webhook.calls.length).toBeGreaterThan(20);
    expect(webhook.calls.length).toBeLessThan(40);
  });

  it('is never sent late: not after a day without a channel', async () => {
    await propose();
    expect(await sendTo({ webhook: null, mail: null })).toBe(0);
    after(DAY_MS);
    await sendTo(toWebhook());
    expect(webhook.calls).toEqual([]);
  });

  it('is not sent over a mail connection that is not encrypted, if the panel is live', async () => {
    await propose();
    await sendTo({ webhook: null, mail: mail(true) });
    expect(mailServer.mails).toEqual([]);
    expect(log.warn.mock.calls[0]?.[0]).toMatchObject({ failures: ['mail: ETLS'] });
  });

  it('R12: does not delay a stop while the mail server hangs', async () => {
    await propose();
    mailServer.isSilent = true;
    const stop = new AbortController();
    const sending = sendTo({ webhook: null, mail: mail(false) }, stop.signal);
    await expect.poll(async () => (await kit().db.query('select from notices where attempts = 1')).rowCount).toBe(1);
    stop.abort();
    await sending;
    expect(log.warn.mock.calls[0]?.[0]).toMatchObject({ failures: ['mail: timeout'] });
  });

  it('R12: nor while the webhook hangs, and then begins no e-mail', async () => {
    await propose();
    webhook.isSilent = true;
    mailServer.isSilent = true;
    const stop = new AbortController();
    const sending = sendTo({ ...toWebhook(), mail: mail(false) }, stop.signal);
    await expect.poll(() => webhook.calls.length).toBe(1);
    stop.abort();
    await sending;
    expect(log.warn.mock.calls[0]?.[0]).toMatchObject({ failures: ['webhook: timeout', 'mail: timeout'] });
  });

  it('T29: is deleted after 30 days', async () => {
    await propose();
    const left = async () => (await kit().db.query('select from notices')).rowCount;
    after(30 * DAY_MS);
    await applyRetention(kit().depsAs('worker'));
    expect(await left()).toBe(1);
    after(30 * DAY_MS + 1);
    await applyRetention(kit().depsAs('worker'));
    expect(await left()).toBe(0);
  });
});
