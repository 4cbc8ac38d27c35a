import { api } from '@panel/domain/paths';
import { describe, expect, it } from 'vitest';
import { check, registered, send } from '../../test/kit.ts';
import { routerCallback } from './cint-router/contract.testing.ts';
import { deliver } from './partners.testing.ts';
import { spectrumComplete } from './purespectrum/contract.testing.ts';
import { choose, list, openedSessions, useListPartners } from './survey-list.testing.ts';

const { kit, url, answers, asked } = await useListPartners();

describe('a survey that is chosen', () => {
  it('opens a session for it, and the list is asked for again', async () => {
    const did = await registered(kit());
    const [best] = await list(kit(), did);
    expect(best.reward).toBe(18);
    const answer = (await choose(kit(), did, best)).json();
    const [session] = await openedSessions(kit(), did);
    expect(session).toMatchObject({ partner: 'purespectrum', survey: '70002', shown: '1800' });
    expect(answer.url).toBe(`${url}/start/70002/${session.sessionId}`);
    const before = asked();
    await list(kit(), did);
    expect(asked()).toBeGreaterThan(before);
  });

  it('of Cint’s router opens with the session in its link', async () => {
    Object.assign(answers, { purespectrum: [], router: [{ id: 42, cpi: 1, minutes: 6 }] });
    const did = await registered(kit());
    const [offer] = await list(kit(), did);
    const answer = (await choose(kit(), did, offer)).json();
    const [session] = await openedSessions(kit(), did);
    expect(answer.url).toBe(`${url}/?offer_id=42&ssi=${session.sessionId}`);
    await deliver(kit(), routerCallback(session, 'complete', { survey: '42' }));
    expect(await check(kit(), did)).toMatchObject({ pending_reward: 9 });
  });

  it('is credited with what was shown, even if a dollar is worth less by then', async () => {
    const did = await registered(kit());
    const [best] = await list(kit(), did);
    await choose(kit(), did, best);
    const [session] = await openedSessions(kit(), did);
    const { pricing } = kit().deps.config;
    const before = { ...pricing };
    Object.assign(pricing, { zarPerUsdMicros: pricing.zarPerUsdMicros / 2n, sharePpm: 100_000 });
    await deliver(kit(), spectrumComplete(session, { survey: session.survey, usd: '2.00' }));
    Object.assign(pricing, before);
    expect(await check(kit(), did)).toMatchObject({ pending_reward: best.reward });
  });

  it.each([
    ['has filled up', [{ id: 70_001, cpi: 1, minutes: 10 }]],
    ['pays less by now', [{ id: 70_002, cpi: 1.99, minutes: 10 }]],
    ['pays more by now', [{ id: 70_002, cpi: 2.01, minutes: 10 }]],
  ])('isn’t opened if it %s', async (_, now) => {
    const did = await registered(kit());
    const [best] = await list(kit(), did);
    answers.purespectrum = now;
    expect((await choose(kit(), did, best)).json()).toEqual({ url: '' });
    expect(await openedSessions(kit(), did)).toEqual([]);
  });

  it('isn’t opened for a reward that was never shown, or under a number that doesn’t exist', async () => {
    const did = await registered(kit());
    const [best] = await list(kit(), did);
    for (const choice of [
      { ...best, reward: 1800 },
      { number: 999_999_999, reward: 18 },
      { number: -1, reward: 18 },
    ])
      expect((await choose(kit(), did, choice)).json()).toEqual({ url: '' });
    expect(await openedSessions(kit(), did)).toEqual([]);
  });

  it('fails with 503 while its partner is down', async () => {
    const did = await registered(kit());
    const [best] = await list(kit(), did);
    answers.purespectrum = (response) => response.writeHead(500).end();
    expect((await choose(kit(), did, best)).statusCode).toBe(503);
  });

  it.each([
    [422, {}],
    [400, { number: 1 }],
    [400, { number: '1', reward: 1 }],
    [400, { number: 1, reward: '1' }],
    [400, { number: 1, reward: 1, x: 1 }],
  ])('is refused with %i as %o', async (status, body) => {
    expect((await send(kit(), 'POST', api.surveys(await registered(kit())), body)).statusCode).toBe(status);
  });
});
