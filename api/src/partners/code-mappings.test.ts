/** Two people map an unknown code to an outcome. It applies to later events and to the sessions listed, and pays nothing. */

import type { Fact } from '@panel/domain/console/today-page';
import { addMs, MINUTE_MS } from '@panel/domain/durations';
import { MAPPABLE_OUTCOMES, OUTCOMES } from '@panel/domain/partners/outcomes';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { auditOf, type Browser, useConsole } from '../console/console.testing.ts';
import type { TodayPageData } from '../pages/today.ts';
import { wallet } from '../rewards/rewards.testing.ts';
import { routerCallback } from './cint-router/contract.testing.ts';
import type { CodesPageData } from './codes-page.ts';
import { alarms, deliver, eventsOf, panelistWithSession, pendingOf, sessionRow } from './partners.testing.ts';
import type { Call } from './protocol.testing.ts';
import { spectrumChange, spectrumComplete } from './purespectrum/contract.testing.ts';

const { kit, signIn } = useConsole({ THANK_YOU_RAND: '0.5' });
let [fieldwork, finance] = [] as unknown as [Browser, Browser];
/** Each test has a separate code. */
let code = '';
let codes = 0;
beforeEach(async () => {
  codes += 1;
  code = `qf-${codes}`;
  fieldwork = await signIn('fieldwork-1', 'fieldwork');
  finance = await signIn('finance-1', 'finance');
});

const openCode = async () => ((await fieldwork.page(`codes?partner=cint-router&code=${code}`)) as CodesPageData).open;
const propose = async (outcome: string, inputs: object = {}) => {
  const event = (await openCode())?.lastEvent ?? '0';
  const values = { partner: 'cint-router', code, event, outcome, reason: 'release notes', ...inputs };
  return fieldwork.operate('map-code', values);
};
const map = async (outcome: string) => finance.approve((await propose(outcome)).json().proposal);
/** A new session that ends with the code. */
async function ended(): Promise<{ id: string; did: string; call: Call }> {
  const { did, session } = await panelistWithSession(kit(), 'cint-router');
  const call = routerCallback(session, code);
  await deliver(kit(), call);
  return { id: session.sessionId, did, call };
}
const outcomeOf = async (id: string): Promise<string> => (await sessionRow(kit(), id)).outcome;

describe('an unknown code', () => {
  it('is listed with its sessions at once, and gets its outcome from two people', async () => {
    const [first, second] = [await ended(), await ended()];
    const open = await openCode();
    expect(open).toMatchObject({ sessions: 2, finished: 0, notFinished: 0, proposal: null });
    expect(open?.list.rows.map(({ session, outcome }) => [session, outcome])).toEqual(
      expect.arrayContaining([
        [first.id, 'technical'],
        [second.id, 'technical'],
      ]),
    );
    const proposed = await propose('overquota');
    expect(proposed.statusCode).toBe(202);
    const { proposal } = proposed.json();
    expect(await openCode()).toMatchObject({ proposal });
    expect(await outcomeOf(first.id)).toBe('technical');
    const { proposals }: TodayPageData = await finance.page('today');
    const facts: readonly Fact[] = proposals.find(({ id }) => id === proposal)?.facts ?? [];
    expect(Object.fromEntries(facts.map(({ label, now }) => [label, 'text' in now && now.text]))).toEqual({
      Partner: 'Cint router',
      Code: code,
      Outcome: 'Over quota',
      'Mapped until now to': 'nothing',
      'Sessions that get this outcome': '2',
      Rewards: 'none change',
    });
    // A code in use is reported again before the approval.
    const third = await ended();
    expect((await finance.approve(proposal)).json().message).toBe('The code is mapped. 3 sessions got the outcome.');
    for (const { id } of [first, second, third]) expect(await outcomeOf(id)).toBe('overquota');
    const { unknown, mapped }: CodesPageData = await fieldwork.page('codes');
    expect(unknown.map((one) => one.code)).not.toContain(code);
    expect(mapped).toContainEqual(expect.objectContaining({ partner: 'cint-router', code, outcome: 'overquota' }));
    expect((await auditOf(kit())).at(-1)).toEqual({
      actor: 'fieldwork-1',
      second_actor: 'finance-1',
      operation: 'map-code',
      step: 'done',
      inputs: { partner: 'cint-router', code, outcome: 'overquota' },
      subject: `cint-router ${code}`,
      reason: 'release notes',
    });
  });

  it('has its outcome in every process at once after the approval, without an alarm', async () => {
    await ended();
    const other = buildApp(kit().depsAs('api'));
    expect((await map('screenout')).statusCode).toBe(200);
    const before = alarms(kit());
    const { session } = await panelistWithSession(kit(), 'cint-router');
    expect((await other.inject(routerCallback(session, code))).statusCode).toBe(200);
    await other.close();
    expect(await outcomeOf(session.sessionId)).toBe('screenout');
    expect(alarms(kit())).toBe(before);
    expect(await openCode()).toBeNull();
  });

  it('is the same event when it is sent again after the mapping', async () => {
    const { id, call } = await ended();
    await map('quality');
    const before = alarms(kit());
    await deliver(kit(), call);
    expect(await eventsOf(kit(), id)).toEqual(['quality: noted']);
    expect([await outcomeOf(id), alarms(kit())]).toEqual(['quality', before]);
    const later = await ended();
    await deliver(kit(), later.call);
    expect([await eventsOf(kit(), later.id), alarms(kit())]).toEqual([['quality: noted'], before]);
  });

  it('can be mapped again, and sessions that have an outcome keep it', async () => {
    const { id } = await ended();
    await map('screenout');
    expect((await map('duplicate')).statusCode).toBe(200);
    expect([await outcomeOf(id), await outcomeOf((await ended()).id)]).toEqual(['screenout', 'duplicate']);
  });
});

describe('T27: a mapping moves no money', () => {
  it('refuses every outcome that moves money', async () => {
    await ended();
    for (const outcome of OUTCOMES.filter((one) => !MAPPABLE_OUTCOMES.some((mappable) => mappable === one))) {
      const refused = await propose(outcome);
      expect([outcome, refused.statusCode]).toEqual([outcome, 400]);
    }
    for (const outcome of ['complete', 'reversed', 'reinstated'])
      await expect(
        kit().db.query(
          `insert into partner_code_mappings (partner, code, outcome, mapped_at) values ('cint-router', 'x', $1, now())`,
          [outcome],
        ),
      ).rejects.toThrow('violates check constraint');
  });

  it('keeps the reward and the outcome of a session that is complete', async () => {
    const { did, session } = await panelistWithSession(kit(), 'purespectrum');
    await deliver(kit(), spectrumComplete(session));
    code = `21>${900 + codes}`;
    await deliver(kit(), spectrumChange(session, code));
    const pending = await pendingOf(kit(), did);
    const { unknown }: CodesPageData = await fieldwork.page('codes');
    const event = unknown.find((one) => one.code === code)?.lastEvent;
    const proposed = await propose('quality', { partner: 'purespectrum', event });
    const approved = await finance.approve(proposed.json().proposal);
    expect(approved.json().message).toBe('The code is mapped. 0 sessions got the outcome.');
    expect([await outcomeOf(session.sessionId), await pendingOf(kit(), did)]).toEqual(['complete', pending]);
    expect(pending).toBe(900);
  });

  it('is listed above the partners’ own codes, which are a file too', async () => {
    const { builtIn }: CodesPageData = await fieldwork.page('codes');
    expect(builtIn).toContainEqual({
      partner: 'cint-router',
      sender: null,
      code: '20',
      outcome: 'duplicate',
      meaning: 'entered before',
    });
    const { body } = await fieldwork.get('/api/console/pages/codes?format=csv&table=built-in');
    const lines = body.trimEnd().split('\r\n');
    expect([lines[0], lines.length]).toEqual(['\ufeffpartner,sender,code,outcome,meaning', builtIn.length + 1]);
  });

  it('pays no thank-you for a code that is mapped to a screen-out', async () => {
    await ended();
    await map('screenout');
    const { did, session } = await panelistWithSession(kit(), 'cint-router');
    kit().clock.set(addMs(kit().clock.now(), 6 * MINUTE_MS));
    await deliver(kit(), routerCallback(session, code));
    expect([await outcomeOf(session.sessionId), (await wallet(kit(), did)).available]).toEqual(['screenout', 0]);
  });

  it('lets the partner’s completion count afterwards', async () => {
    const { id, did } = await ended();
    await map('blocked');
    await deliver(kit(), routerCallback({ partner: 'cint-router', sessionId: id, pid: '' }, 'complete'));
    expect([await outcomeOf(id), await pendingOf(kit(), did)]).toEqual(['complete', 900]);
  });
});

describe('a mapping is refused', () => {
  it.each([
    [
      'a code in the partner’s table',
      { code: 'overquota' },
      'This code is in the partner’s table, so it can’t be mapped.',
    ],
    ['a code that was never reported', { code: 'never' }, 'The partner hasn’t reported this code.'],
    ['a code that stands for several unreadable ones', { code: '?' }, 'Enter a code as Status codes shows it.'],
  ])('for %s', async (_, inputs, message) => {
    const refused = await propose('screenout', inputs);
    expect([400, 409]).toContain(refused.statusCode);
    expect(refused.body).toContain(message);
  });

  it('while another proposal for the code is open', async () => {
    await ended();
    await propose('screenout');
    expect((await propose('overquota')).statusCode).toBe(409);
  });

  it('to the person who proposed it', async () => {
    await ended();
    const event = (await openCode())?.lastEvent;
    const values = { partner: 'cint-router', code, event, outcome: 'screenout', reason: 'seen' };
    const { proposal } = (await finance.operate('map-code', values)).json();
    expect((await finance.approve(proposal)).statusCode).toBe(409);
  });
});
