/** Approvers' notices in tests: an operator who proposes, the receivers, and rounds of the worker's job. */
import { addMs } from '@panel/domain/durations';
import type { FastifyBaseLogger } from 'fastify';
import { beforeEach, vi } from 'vitest';
import { NOW } from '../test/kit.ts';
import { attentionWatcher } from './alarms.ts';
import { type Browser, useConsole } from './console/console.testing.ts';
import type { AppDependencies } from './dependencies.ts';
import type { NoticesConfig } from './platform/notices/notice-channels.ts';
import { useMailServer, useWebhook } from './platform/notices/receivers.testing.ts';
import { noticeSender } from './platform/notices/send-notices.ts';
import { payoutForReview } from './rewards/rewards.testing.ts';

export const WEBHOOK_SECRET = 'mB8pY2qVt5xWd9sKf3hJz7nRc4gLa6eU';

/** For the whole file. Each test begins without notices. */
export function useNotices() {
  const { kit, signIn } = useConsole();
  const webhook = useWebhook();
  const mailServer = useMailServer();
  const log = { warn: vi.fn(), error: vi.fn() };
  let finance: Browser;
  beforeEach(async () => {
    kit().clock.set(NOW);
    await kit().db.query('delete from notices');
    log.warn.mockClear();
    log.error.mockClear();
    finance = await signIn('finance-1', 'finance');
  });
  const mail = (requireTLS: boolean): NoticesConfig['mail'] => ({
    server: {
      host: '127.0.0.1',
      port: mailServer.port,
      secure: false,
      requireTLS,
      auth: { user: 'panel', pass: 'mail-password' },
    },
    from: 'panel@panel.example',
    to: ['finance-1@panel.example', 'finance-2@panel.example'],
  });
  const workerWith = (notices: NoticesConfig) => {
    const deps = kit().depsAs('worker');
    return { ...deps, config: { ...deps.config, notices } };
  };
  const bodies = () => webhook.calls.map(({ body }) => JSON.parse(body));
  return {
    kit,
    webhook,
    mailServer,
    log,
    mail,
    workerWith,
    bodies,
    titles: () => bodies().map(({ title }) => title),
    finance: () => finance,
    after: (ms: number) => kit().clock.set(addMs(NOW, ms)),
    toWebhook: (): NoticesConfig => ({ webhook: { url: webhook.url, secret: WEBHOOK_SECRET }, mail: null }),
    sendTo: (notices: NoticesConfig, signal = new AbortController().signal) =>
      noticeSender(workerWith(notices), log, signal)(),
    /** Proposes to resolve a payout of R60. Returns the proposal's number. */
    async propose(): Promise<string> {
      const { id } = await payoutForReview(kit());
      await kit().db.query('delete from notices');
      const answer = await finance.operate('resolve-payout', { id, outcome: 'not-issued', reason: 'Thandi phoned' });
      return answer.json().proposal;
    },
  };
}

/** One round of looking for alarms, and one of sending, to a webhook that can't be reached. */
export async function watchAndSend(deps: AppDependencies, log: FastifyBaseLogger): Promise<void> {
  await attentionWatcher(deps, log)();
  const notices = { webhook: { url: 'http://127.0.0.1:1', secret: WEBHOOK_SECRET }, mail: null };
  await noticeSender({ ...deps, config: { ...deps.config, notices } }, log, new AbortController().signal)();
}
