import { addMs, MINUTE_MS } from '@panel/domain/durations';
import { expect, it } from 'vitest';
import { NOW, registered } from '../../test/kit.ts';
import { useConsole } from '../console/console.testing.ts';
import { finishSurvey, report } from '../disputes/disputes.testing.ts';
import { runPayouts } from '../rewards/payouts.testing.ts';
import { withdrawing } from '../rewards/rewards.testing.ts';
import type { TodayPageData } from './today.ts';

const { kit, signIn } = useConsole();

it('a dispute is counted once on Today: as a dispute, or as a proposal once a credit is proposed', async () => {
  const [support, finance] = [await signIn('support-1', 'support'), await signIn('finance-1', 'finance')];
  const waiting = async () =>
    Object.fromEntries(
      (await finance.page('today')).waiting.map(({ kind, count }: { kind: string; count: number }) => [kind, count]),
    );
  const badge = async () =>
    (await finance.get('/api/console/session')).json().pages.find(({ page }: { page: string }) => page === 'disputes')
      .waiting;
  const did = await registered(kit());
  await report(kit(), did, await finishSurvey(kit(), did));
  expect([await waiting(), await badge()]).toEqual([{ disputes: 1 }, 1]);
  const inputs = { dispute: 'D-1', amount: '12', answer: 'We have added R12.', reason: 'asked the partner' };
  const { proposal } = (await support.operate('credit-dispute', inputs)).json();
  expect([await waiting(), await badge()]).toEqual([{ proposals: 1 }, 0]);
  await finance.refuse(proposal, 'not now');
  expect([await waiting(), await badge()]).toEqual([{ disputes: 1 }, 1]);
});

it('a payout in review is as old on Money as on Today', async () => {
  kit().clock.set(NOW);
  await withdrawing(kit());
  kit().issuer.answers({ kind: 'unknown', code: 'timeout' });
  for (const minutes of [5, 40]) {
    kit().clock.set(addMs(NOW, minutes * MINUTE_MS));
    await runPayouts(kit().deps);
  }
  const finance = await signIn('finance-1', 'finance');
  const { waiting }: TodayPageData = await finance.page('today');
  expect(waiting.find(({ kind }) => kind === 'withdrawals')?.oldest).toBe(NOW.toISOString());
  expect((await finance.page('money')).needsReview).toMatchObject([{ since: NOW.toISOString() }]);
});
