import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GOLDEN } from '@panel/domain/golden';
import { api } from '@panel/domain/paths';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { check, goldenFor, NOW, newDid, registered, send, useKit } from '../../test/kit.ts';
import { deliverMessages } from '../messages/delivery.ts';
import { recordEvent } from '../partners/callbacks.ts';
import type { PartnerEvent } from '../partners/partner.ts';
import { deepMoneyCheck } from '../rewards/money-check.ts';
import { runPayouts } from '../rewards/payouts.ts';
import { earnAvailable, mintSession, wallet } from '../rewards/testing.ts';
import type { Command } from './command.ts';
import { messages } from './messages.ts';
import { money, payouts, reconcile, rewards } from './money.ts';
import { erase, exportPerson, show, status } from './people.ts';
import { sample } from './sample.ts';

const kit = useKit({ DAILY_CAP_RAND: '100000' });
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'panel-operator-'));
});
afterEach(() => {
  kit().clock.set(NOW);
  process.exitCode = 0;
});
afterAll(() => rm(folder, { recursive: true }));

/** What the operator types when asked. */
let asked = '';

/** Runs a command and gives what it said. */
async function run(command: Command, values: Record<string, string | boolean>, ...words: string[]): Promise<string> {
  const said: string[] = [];
  const context = {
    deps: kit().deps,
    values: { as: 'thandi', ...values },
    words,
    say: (line: string) => void said.push(line),
    ask: async () => asked,
    progress: () => {},
  };
  await command.run(context);
  return said.join('\n');
}
const audited = async () =>
  (await kit().db.query('select actor, second_actor, command, reason from audit order by id desc limit 1')).rows[0];

describe('T27: operators', () => {
  it('see the standing of a panelist, and nothing that says who they are', async () => {
    const did = await registered(kit());
    await earnAvailable(kit(), did, 6000);
    const shown = await run(show, { did });
    expect(shown).toMatch(/status +approved/);
    expect(shown).toContain('available   R60');
    for (const secret of [did, GOLDEN.registration.answers.firstname, GOLDEN.registration.answers.dob])
      expect(shown).not.toContain(secret);
    expect(await audited()).toMatchObject({ actor: 'thandi', command: 'show' });
  });

  it('approve, suspend and block, each with a reason and a name', async () => {
    const did = await registered(kit());
    for (const to of ['suspended', 'blocked', 'approved']) {
      await run(status, { did, to, reason: 'quality' });
      expect(await check(kit(), did)).toMatchObject({ status: to });
      expect(await audited()).toEqual({
        actor: 'thandi',
        second_actor: null,
        command: `status ${to}`,
        reason: 'quality',
      });
    }
    await expect(run(status, { did, to: 'king', reason: 'x' })).rejects.toThrow('--to must be one of');
    await expect(run(status, { did, to: 'blocked' })).rejects.toThrow('--reason is needed');
    await expect(run(status, { did, to: 'blocked', reason: 'x', as: '' })).rejects.toThrow('--as is needed');
    await expect(run(status, { did: newDid(), to: 'blocked', reason: 'x' })).rejects.toThrow('No panelist');
    expect(await check(kit(), did)).toMatchObject({ status: 'approved' });
  });

  it('S11: draw a sample by profile and age, and invite nobody twice for one task', async () => {
    await kit().db.query('delete from panelists');
    const dids = [await registered(kit()), await registered(kit()), await registered(kit())];
    await send(kit(), 'PUT', api.dateOfBirth, { account: { user_id: dids[2] as string, dob: '1960-01-01' } });
    expect(await run(sample, {})).toBe('3 panelists');
    expect(await run(sample, { province: 'kwazulu_natal', gender: 'female', age: '25-34' })).toBe('2 panelists');
    expect(await run(sample, { province: 'gauteng' })).toBe('0 panelists');
    expect(await run(sample, { lsm_appliances: 'tv' })).toBe('3 panelists');
    await expect(run(sample, { province: 'atlantis' })).rejects.toThrow('--province must be one of');
    await expect(run(sample, { age: '34-25' })).rejects.toThrow('--age is a range');

    const task = { age: '25-34', invite: 'bread-study', text: 'A study about bread: tap Discover.' };
    expect(await run(sample, task)).toContain('2 invited now');
    expect(await run(sample, task)).toContain('0 invited now');
    await expect(run(sample, { ...task, text: 'Another' })).rejects.toThrow('another text');
    await send(kit(), 'PUT', api.preference(dids[0] as string), { data: [{ preference: 'research', value: false }] });
    expect(await run(sample, {})).toBe('2 panelists');
    const texts: string[] = [];
    kit().superApp.answers(async (request, response) => {
      if (request.method === 'GET') return void response.end('{"user_profile":{"number":"27820001111"}}');
      for await (const chunk of request) texts.push(String(chunk));
      response.end('{}');
    });
    await deliverMessages(kit().deps);
    kit().superApp.reset();
    expect(texts.filter((text) => text.includes('study about bread'))).toHaveLength(1);
  });

  it('decide about a parked payout by two people: issued, or not', async () => {
    const park = async () => {
      const did = await registered(kit());
      await earnAvailable(kit(), did, 6000);
      await send(kit(), 'GET', api.withdraw(did));
      kit().issuer.answers({ kind: 'unknown', code: 'timeout' });
      await runPayouts(kit().deps);
      kit().clock.set(new Date(NOW.getTime() + 30 * 60_000));
      await runPayouts(kit().deps);
      kit().clock.set(NOW);
      return did;
    };
    const dids = [await park(), await park()];
    const listed = await run(payouts, {}, 'list');
    expect(listed).toContain('2 waiting');
    const [first, second] = listed.split('\n').map((line) => line.split(' ')[0]) as [string, string];
    const decide = (values: Record<string, string | boolean>) =>
      run(payouts, { reason: 'asked the issuer', second: 'sipho', ...values }, 'resolve');
    await expect(decide({ id: first, second: 'thandi', 'not-issued': true })).rejects.toThrow('somebody else');
    await expect(decide({ id: first })).rejects.toThrow('--issued or --not-issued');
    await expect(decide({ id: first, issued: true, 'not-issued': true })).rejects.toThrow('--issued or --not-issued');
    asked = 'no pin';
    await expect(decide({ id: first, issued: true, serial: 'S77', transaction: 'T1' })).rejects.toThrow(
      '8 to 20 digits',
    );
    asked = '1234567890123456';
    await decide({ id: first, issued: true, serial: 'S77', transaction: 'T1' });
    await decide({ id: second, 'not-issued': true });
    await expect(decide({ id: first, 'not-issued': true })).rejects.toThrow('No payout of this id');
    const balances = await Promise.all(dids.map((did) => wallet(kit(), did)));
    expect(balances.map(({ available, reserved }) => [available, reserved]).sort()).toEqual([
      [0, 0],
      [6000, 0],
    ]);
    expect(await audited()).toMatchObject({ actor: 'thandi', second_actor: 'sipho', reason: 'asked the issuer' });
    expect(await deepMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] });
  });

  it('decide by two people about a completion over the daily cap, and about a reward that is in doubt', async () => {
    const did = await registered(kit());
    const sessionId = await mintSession(kit(), did);
    const event = {
      sessionId,
      outcome: 'complete',
      dedupeKey: sessionId,
      rawCode: '21',
      usdMicros: 3_000_000n,
    } as const;
    const low = { ...kit().config.pricing, dailyCapCents: 100n };
    const { effect, eventId } = await recordEvent(kit().deps.database, low, 'purespectrum', event, 'callback', NOW);
    expect(effect).toBe('over-daily-cap');
    expect(await run(rewards, {}, 'list')).toMatch(new RegExp(`^${eventId}  purespectrum  R27 .*\n1 waiting$`));

    const decide = (what: string, values = {}) =>
      run(rewards, { event: String(eventId), second: 'sipho', reason: 'asked the partner', ...values }, what);
    await expect(decide('credit', { second: 'thandi' })).rejects.toThrow('somebody else');
    await expect(decide('credit', { event: '999999' })).rejects.toThrow('No event of this id');
    expect((await wallet(kit(), did)).pending).toBe(0);
    expect(await decide('credit')).toBe('Done: credited.');
    expect(await decide('credit')).toBe('It is credited already.');
    expect((await wallet(kit(), did)).pending).toBe(2700);
    expect(await run(rewards, {}, 'list')).toBe('0 waiting');

    for (const pending of [0, 2700, 0]) {
      await decide(pending === 0 ? 'reverse' : 'credit');
      expect((await wallet(kit(), did)).pending).toBe(pending);
    }
    expect(await audited()).toMatchObject({ actor: 'thandi', second_actor: 'sipho', command: 'rewards reverse' });
    expect(await deepMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] });
  });

  it('credit nothing that has no price, and are not offered what the partner took back', async () => {
    const did = await registered(kit());
    const unpriced = await mintSession(kit(), did);
    const record = (event: PartnerEvent, pricing = kit().config.pricing) =>
      recordEvent(kit().deps.database, pricing, 'purespectrum', event, 'callback', NOW);
    const odd = { sessionId: unpriced, outcome: 'technical', dedupeKey: unpriced, rawCode: '99' } as const;
    const { eventId } = await record(odd);
    const values = { event: String(eventId), second: 'sipho', reason: 'asked the partner' };
    await expect(run(rewards, values, 'credit')).rejects.toThrow('nothing to credit');
    const { rows } = await kit().db.query('select outcome from partner_events where session_id = $1', [unpriced]);
    expect(rows).toEqual([{ outcome: 'technical' }]);

    const sessionId = await mintSession(kit(), did);
    const complete = {
      sessionId,
      outcome: 'complete',
      dedupeKey: sessionId,
      rawCode: '21',
      usdMicros: 3_000_000n,
    } as const;
    await record(complete, { ...kit().config.pricing, dailyCapCents: 100n });
    await record({ sessionId, outcome: 'reversed', dedupeKey: `${sessionId}:r`, rawCode: '22' });
    expect(await run(rewards, {}, 'list')).toBe('0 waiting');
  });

  it('leave what is over the daily cap uncredited, and it is off the list', async () => {
    const did = await registered(kit());
    const sessionId = await mintSession(kit(), did);
    const event = { sessionId, outcome: 'complete', dedupeKey: sessionId, rawCode: '21', usdMicros: 1n } as const;
    const none = { ...kit().config.pricing, sharePpm: 1_000_000, zarPerUsdMicros: 10n ** 12n, dailyCapCents: 0n };
    const { effect, eventId } = await recordEvent(kit().deps.database, none, 'purespectrum', event, 'callback', NOW);
    expect(effect).toBe('over-daily-cap');
    await run(rewards, { event: String(eventId), second: 'sipho', reason: 'a bot' }, 'reverse');
    expect(await run(rewards, {}, 'list')).toBe('0 waiting');
    expect((await wallet(kit(), did)).pending).toBe(0);
  });

  it('learn from /healthz/attention what waits for them', async () => {
    const look = async () => {
      const answer = await kit().app.inject('/healthz/attention');
      return [answer.statusCode, answer.json()];
    };
    await kit().db.query("update messages set state = 'sent' where state = 'manual'");
    const quiet = { ok: true, payouts: 0, messages: 0, rewards: 0, frozen: false };
    expect(await look()).toEqual([200, quiet]);
    await run(payouts, { reason: 'something is odd' }, 'freeze');
    expect(await look()).toEqual([503, { ...quiet, ok: false, frozen: true }]);
    await run(payouts, { reason: 'it was nothing', second: 'sipho' }, 'resume');

    const did = await registered(kit());
    await earnAvailable(kit(), did, 6000);
    await send(kit(), 'GET', api.withdraw(did));
    await runPayouts(kit().deps);
    await kit().db.query("update messages set state = 'manual' where kind = 'voucher' and state = 'waiting'");
    expect((await look())[1]).toMatchObject({ ok: false, payouts: 0 });
    await kit().db.query("update messages set state = 'sent' where state = 'manual'");
    expect((await look())[0]).toBe(200);
  });

  it('freeze payouts alone and let them go on by two: what was asked for meanwhile waits, and then arrives', async () => {
    const did = await registered(kit());
    await earnAvailable(kit(), did, 6000);
    await run(payouts, { reason: 'something is odd' }, 'freeze');
    await run(payouts, { reason: 'again' }, 'freeze');
    expect((await send(kit(), 'GET', api.withdraw(did))).json()).toBe(true);
    await runPayouts(kit().deps);
    expect((await wallet(kit(), did)).reserved).toBe(6000);
    await expect(run(payouts, { reason: 'it was nothing', second: 'thandi' }, 'resume')).rejects.toThrow(
      'somebody else',
    );
    expect(await run(payouts, { reason: 'it was nothing', second: 'sipho' }, 'resume')).toContain('something is odd');
    await runPayouts(kit().deps);
    expect(await wallet(kit(), did)).toMatchObject({ available: 0, reserved: 0 });
  });

  it('check the money, green and red', async () => {
    for (const deep of [false, true])
      expect(await run(money, { deep }, 'check')).toBe('Every cent is where it should be.');
    await kit().db.query(
      'update wallets set available = available + 1 where id = (select id from wallets order by id limit 1)',
    );
    for (const deep of [false, true]) expect(await run(money, { deep }, 'check')).toContain('The books do not agree.');
    expect(process.exitCode).toBe(1);
    await kit().db.query(
      'update wallets set available = available - 1 where id = (select id from wallets order by id limit 1)',
    );
  });

  it('hold the issuer’s files against the withdrawals, and stop payouts at a voucher that should not be', async () => {
    const withdraw = async (cents: number) => {
      const did = await registered(kit());
      await earnAvailable(kit(), did, cents);
      await send(kit(), 'GET', api.withdraw(did));
      await runPayouts(kit().deps);
    };
    await withdraw(7000);
    const file = join(folder, 'settlement.csv');
    const settle = async (lines: readonly string[]) => {
      await writeFile(file, ['reference;amount;serialNumber;transactionId;transactionDate', ...lines].join('\n'));
      return run(reconcile, {}, file);
    };
    const inState = async (state: string) =>
      (await kit().db.query('select reference, amount from withdrawals where state = $1', [state])).rows as {
        reference: string;
        amount: string;
      }[];
    const resume = () => run(payouts, { reason: 'understood', second: 'sipho' }, 'resume');
    const lines = (await inState('settled')).map(
      ({ reference, amount }, index) => `${reference};${amount};S-1;T-${index};2026-11-14 10:00:00`,
    );
    const agreed = `matched ${lines.length}, issued but open with us 0, theirs only 0, amount differs 0, issued twice 0, issued and given back 0, ours only 0`;
    expect(await settle(lines)).toBe(agreed);
    expect(process.exitCode).toBe(0);
    // Read again, and with what was paid after it: nothing new.
    await withdraw(8000);
    expect(await settle(lines)).toBe(agreed);
    expect(await resume()).toBe('Payouts were not frozen.');

    const said = await settle([...lines, 'Wstrange;5000;S;T;2026-11-14']);
    expect(said).toContain('theirs only: Wstrange R50');
    expect(said).toContain('Payouts are frozen');
    expect(process.exitCode).toBe(1);
    expect(await resume()).toContain('They were frozen: 1 in the issuer');

    // The same reference in the file of another day, as another purchase.
    expect(await settle([`${lines[0]?.replace(';T-0;', ';T-other;')}`])).toContain('issued twice: W');
    await resume();

    const [returned] = await inState('reversed');
    expect(await settle([`${returned?.reference};${returned?.amount};S-1;T-9;2026-11-14`])).toContain(
      'issued and given back: W',
    );
    await resume();

    expect(await settle(['W;5000;S;T;2026-11-30'])).toContain('ours only: W');
    await resume();
    await expect(settle(['W;many;S;T;2026-11-30'])).rejects.toThrow('Line 2');
  });

  it('send a parked message about money again', async () => {
    const did = await registered(kit());
    await earnAvailable(kit(), did, 6000);
    await send(kit(), 'GET', api.withdraw(did));
    await runPayouts(kit().deps);
    await kit().db.query(
      "update messages set state = 'manual' where subject = (select d.id::text from withdrawals d join wallets w on w.id = d.wallet_id join panelists p on p.id = w.panelist_id where p.did_index = $1)",
      [kit().vault.digest('did', did)],
    );
    const parked = (await run(messages, {}, 'list')).split('\n');
    const id = parked[0]?.split(' ')[0] as string;
    expect(parked.at(-1)).toBe('1 waiting');
    await run(messages, { id, reason: 'the chat is back' }, 'resend');
    await expect(run(messages, { id, reason: 'again' }, 'resend')).rejects.toThrow('No message of this id');
    const { rows } = await kit().db.query('select state, unknowns from messages where id = $1', [id]);
    expect(rows).toEqual([{ state: 'waiting', unknowns: 0 }]);
    expect(await audited()).toMatchObject({ command: 'messages resend', reason: 'the chat is back' });
  });

  it('export everything about a person, and erase them', async () => {
    const did = await registered(kit());
    const other = await registered(kit());
    await send(kit(), 'PUT', api.profiling('quarterly'), goldenFor('quarterly', did));
    const file = join(folder, 'person.json');
    await run(exportPerson, { did, to: file, reason: 'asked by mail' });
    const person = await readFile(file, 'utf8');
    const { firstname, surname, dob } = GOLDEN.registration.answers;
    for (const known of [did, firstname, surname, dob, 'isizulu', 'minibus_taxi', '2024-11-26'])
      expect(person).toContain(known);
    expect(person).not.toContain(other);
    asked = did;
    await run(erase, { reason: 'asked by mail' });
    expect((await send(kit(), 'GET', api.registrationCheck(did))).statusCode).toBe(404);
    expect(await check(kit(), other)).toMatchObject({ status: 'approved' });
    expect(await audited()).toMatchObject({ command: 'erase', reason: 'asked by mail' });
    expect(JSON.stringify((await kit().db.query('select * from audit')).rows)).not.toContain(did);
  });

  it('are told how each command is used, without a database', () => {
    const cli = (...args: string[]) =>
      execFileSync(process.execPath, ['--import', 'tsx', fileURLToPath(new URL('cli.ts', import.meta.url)), ...args], {
        encoding: 'utf8',
      });
    expect(cli('--help')).toContain('npm run panel -- payouts list');
    expect(cli('sample', '--help')).toContain('nobody twice for one task');
    expect(() => cli('nonsense')).toThrow();
  });
});
