import type { ServerResponse } from 'node:http';
import { api } from '@panel/domain/paths';
import { afterEach, expect, it } from 'vitest';
import { goldenFor, newDid, send, useKit } from '../../test/kit.ts';
import { runPayouts } from '../rewards/payouts.testing.ts';
import { withdrawalOf, withdrawing } from '../rewards/rewards.testing.ts';

const kit = useKit({ DAILY_CAP_RAND: '100000' });
afterEach(() => kit().superApp.reset());

const NO_NUMBERS: readonly unknown[] = [
  null,
  true,
  [],
  {},
  '',
  -1,
  { toString: null },
  [['27821234567']],
  '\ud800',
  1e308,
];
const answer = (number: unknown) => (_: unknown, response: ServerResponse) =>
  void response.writeHead(200).end(JSON.stringify({ user_profile: { number } }));

it.each(NO_NUMBERS)(
  'T23: does not accept %j as a number: no panelist is found by it, and a registration gets 503',
  async (number) => {
    kit().superApp.answers(answer(number));
    expect(await kit().deps.chat.lookUp('some-device-1')).toEqual({
      kind: 'unreachable',
      reason: 'no number',
      fault: 'device',
    });
    expect((await send(kit(), 'POST', api.register, goldenFor('registration', newDid()))).statusCode).toBe(503);
  },
);

it('T23: such an answer about one device delays no other voucher', async () => {
  const [broken, other] = [await withdrawing(kit()), await withdrawing(kit())];
  kit().superApp.answers((request, response) =>
    answer(request.url?.includes(broken) ? { toString: null } : '27821234567')(request, response),
  );
  await runPayouts(kit().deps);
  expect(await withdrawalOf(kit(), other)).toMatchObject({ state: 'paid' });
  expect(await withdrawalOf(kit(), broken)).toMatchObject({ state: 'reserved' });
});
