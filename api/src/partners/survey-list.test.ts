import { LIST_TIMEOUT_MS } from '@panel/domain/partners/survey-list';
import { api } from '@panel/domain/paths';
import { describe, expect, it } from 'vitest';
import { newDid, registered, send } from '../../test/kit.ts';
import { deliver } from './partners.testing.ts';
import { spectrumComplete } from './purespectrum/contract.testing.ts';
import { choose, type ListAnswer, list, OFFERS, openedSessions, useListPartners } from './survey-list.testing.ts';

const { kit, url, answers, later, asked } = await useListPartners();

describe('the surveys to choose from', () => {
  it('come with their reward and length, best pay per minute first, and without their partner', async () => {
    Object.assign(answers, {
      purespectrum: [
        { id: 1, cpi: 1, minutes: 10 },
        { id: 2, cpi: 1.55, minutes: 12.4 },
      ],
      router: [
        { id: 3, cpi: 1, minutes: 0.2 },
        { id: 4, cpi: 2, minutes: 40 },
      ],
    });
    const did = await registered(kit());
    const answer = await send(kit(), 'GET', api.surveys(did));
    expect(answer.json().surveys.map(({ reward, minutes }: Record<string, number>) => [reward, minutes])).toEqual([
      [9, 1],
      [13.95, 12],
      [9, 10],
      [18, 40],
    ]);
    expect(Object.keys(answer.json().surveys[0])).toEqual(['number', 'reward', 'minutes']);
    expect(answer.body).not.toContain('http');
  });

  it('are at most ten, and the same survey keeps its number', async () => {
    answers.purespectrum = Array.from({ length: 10 }, (_, n) => ({ id: 800 + n, cpi: 1, minutes: 5 + n }));
    answers.router = [{ id: 800, cpi: 3, minutes: 5 }];
    const [first, other] = [await list(kit(), await registered(kit())), await list(kit(), await registered(kit()))];
    expect(first).toHaveLength(10);
    expect(other).toEqual(first);
    expect(new Set(first.map(({ number }: { number: number }) => number)).size).toBe(10);
  });

  it('leave out surveys without a price, a length or an allowed link, and those already completed', async () => {
    const did = await registered(kit());
    const [offer] = await list(kit(), did);
    await choose(kit(), did, offer);
    const [session] = await openedSessions(kit(), did);
    await deliver(kit(), spectrumComplete(session, { survey: session.survey, usd: '2.00' }));
    answers.purespectrum = (response) =>
      response.end(
        JSON.stringify({
          surveys: [
            { surveyId: 1, estimatedLoi: 5, entryLink: `${url}/1` },
            { surveyId: 2, cpi: 1, entryLink: `${url}/2` },
            { surveyId: 3, cpi: 1, estimatedLoi: 5, entryLink: 'https://elsewhere.example/' },
            { surveyId: session.survey, cpi: 2, estimatedLoi: 10, entryLink: `${url}/4` },
            { surveyId: 5, cpi: 3, estimatedLoi: 5, entryLink: `${url}/5` },
          ],
        }),
      );
    expect((await list(kit(), did)).map(({ reward }: { reward: number }) => reward)).toEqual([27]);
  });

  it('are kept for two minutes, and asked for once by calls at the same time', async () => {
    const did = await registered(kit());
    const before = asked();
    await Promise.all([list(kit(), did), list(kit(), did), list(kit(), did)]);
    later(1.9);
    await list(kit(), did);
    expect(asked() - before).toBe(2);
    later(0.2);
    await list(kit(), did);
    expect(asked() - before).toBe(4);
  });

  it('are only for approved panelists, and not for unknown ones', async () => {
    const did = await registered(kit());
    await kit().db.query("update panelists set status = 'suspended' where did_index = $1", [
      kit().vault.digest('did', did),
    ]);
    const before = asked();
    expect(await list(kit(), did)).toEqual([]);
    expect((await choose(kit(), did, { number: 1001, reward: 9 })).json()).toEqual({ url: '' });
    for (const answer of [
      await send(kit(), 'GET', api.surveys(newDid())),
      await choose(kit(), newDid(), { number: 1001, reward: 9 }),
    ])
      expect(answer.statusCode).toBe(404);
    expect(asked()).toBe(before);
  });

  it('can’t be chosen with a reward that is no amount', async () => {
    const did = await registered(kit());
    for (const reward of [-1e308, 1e308, '9', null]) {
      const answer = await send(kit(), 'POST', api.surveys(did), { number: 1001, reward });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().errors).toEqual([{ field: 'reward', message: 'Wrong type of value.' }]);
    }
  });

  it('don’t include a blocked partner’s', async () => {
    const did = await registered(kit());
    const { rows } = await kit().db.query(
      `insert into partner_blocks (partner, blocked_at) values ('purespectrum', now()) returning id`,
    );
    expect(await list(kit(), did)).toEqual([]);
    await kit().db.query('delete from partner_blocks where id = $1', [rows[0].id]);
  });

  it('of one partner are shown while the other is slow, down or broken', async () => {
    const faults: ListAnswer[] = [
      (response) => response.writeHead(500).end(),
      (response) => response.end('<p>maintenance'),
      (response) => response.end('{"surveys":7}'),
      // Never answers: it is left out after two seconds.
      () => undefined,
    ];
    for (const fault of faults) {
      answers.router = fault;
      const start = Date.now();
      expect(await list(kit(), await registered(kit()))).toHaveLength(2);
      expect(Date.now() - start).toBeLessThan(LIST_TIMEOUT_MS + 5000);
    }
  });

  it('are unavailable if no partner answers, and asked for again at once', async () => {
    const did = await registered(kit());
    const down: ListAnswer = (response) => response.writeHead(500).end();
    Object.assign(answers, { purespectrum: down, router: down });
    expect((await send(kit(), 'GET', api.surveys(did))).statusCode).toBe(503);
    Object.assign(answers, { purespectrum: OFFERS, router: [] });
    expect(await list(kit(), did)).toHaveLength(2);
  });
});
