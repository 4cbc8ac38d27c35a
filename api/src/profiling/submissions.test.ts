import { setImmediate } from 'node:timers/promises';
import { addMonths } from '@panel/domain/calendar';
import { GOLDEN } from '@panel/domain/golden';
import { api } from '@panel/domain/paths';
import { describe, expect, it, onTestFinished } from 'vitest';
import { contents, goldenFor, idOf, NOW, registered, rowCounts, send, useKit } from '../../test/kit.ts';
import { profileAnswers } from './store.ts';

const kit = useKit();
const current = async (did: string, question: string) => {
  const id = await idOf(kit(), did);
  return (await profileAnswers(kit().deps.database, kit().vault, id, [question]))[question];
};

describe('profiling submissions', () => {
  it.each([
    ['second-round', 'secondRound'],
    ['quarterly', 'quarterly'],
    ['yearly', 'yearly'],
  ] as const)('Q6: %s is stored with its version', async (survey, name) => {
    const did = await registered(kit());
    const { definition, answers } = GOLDEN[name];
    await send(kit(), 'PUT', api.profiling(survey), goldenFor(name, did));
    const { rows } = await kit().db.query(
      'select version, answers, sealed, submitted_at from submissions where panelist_id = $1 and questionnaire = $2',
      [await idOf(kit(), did), definition.id],
    );
    expect(rows).toEqual([{ version: definition.version, answers, sealed: null, submitted_at: NOW }]);
  });

  it('a question asked by two questionnaires has one current answer, the last', async () => {
    const did = await registered(kit());
    expect(await current(did, 'province')).toBe('kwazulu_natal');
    await send(kit(), 'PUT', api.profiling('yearly'), goldenFor('yearly', did));
    expect(await current(did, 'province')).toBe('western_cape');
    expect(await current(did, 'nationality')).toBe('south_africa');
  });

  it('a repeat has no effect, in sequence or concurrently', async () => {
    const did = await registered(kit());
    const submit = () => send(kit(), 'PUT', api.profiling('quarterly'), goldenFor('quarterly', did));
    await submit();
    const before = await contents(kit());
    const answers = await Promise.all(Array.from({ length: 30 }, submit));
    expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.body}`))).toEqual(new Set(['200 true']));
    expect(await contents(kit())).toEqual(before);
  });

  it('R13: a malformed did gets 404, and leaves no unhandled rejection, which would end the process', async () => {
    const unhandled: unknown[] = [];
    const record = (reason: unknown) => void unhandled.push(reason);
    process.on('unhandledRejection', record);
    onTestFinished(() => void process.off('unhandledRejection', record));
    const { statusCode } = await send(kit(), 'PUT', api.profiling('quarterly'), goldenFor('quarterly', 'a b'));
    await setImmediate();
    expect([statusCode, unhandled]).toEqual([404, []]);
  });

  it('the same answers a quarter later are a new submission', async () => {
    const did = await registered(kit());
    const submit = () => send(kit(), 'PUT', api.profiling('quarterly'), goldenFor('quarterly', did));
    await submit();
    const before = await rowCounts(kit());
    kit().clock.set(addMonths(NOW, 3));
    await submit().finally(() => kit().clock.set(NOW));
    expect((await rowCounts(kit())).submissions).toBe((before.submissions ?? 0) + 1);
  });

  it('S11: taking part makes a panelist active', async () => {
    const did = await registered(kit());
    const later = addMonths(NOW, 5);
    kit().clock.set(later);
    await send(kit(), 'PUT', api.profiling('quarterly'), goldenFor('quarterly', did)).finally(() =>
      kit().clock.set(NOW),
    );
    const { rows } = await kit().db.query('select last_active_at from panelists where id = $1', [
      await idOf(kit(), did),
    ]);
    expect(rows[0].last_active_at).toEqual(later);
  });
});

describe('the stand-alone questions', () => {
  it('D1: a date of birth replaces the one of the registration', async () => {
    const did = await registered(kit());
    expect(await current(did, 'dob')).toBe('1994-04-27');
    const answer = await send(kit(), 'PUT', api.dateOfBirth, goldenFor('dateOfBirth', did));
    expect([answer.statusCode, answer.json()]).toEqual([200, true]);
    expect(await current(did, 'dob')).toBe('1987-12-31');
  });

  it('D2: so does a first language', async () => {
    const did = await registered(kit());
    const answer = await send(kit(), 'PUT', api.firstLanguage, goldenFor('firstLanguage', did));
    expect([answer.statusCode, answer.json()]).toEqual([200, true]);
    expect(await current(did, 'first_language')).toBe('sesotho');
  });

  it.each([
    ['2008-11-15', 200, undefined],
    ['2008-11-16', 400, 'Minimum age is 18.'],
    ['1926-11-16', 200, undefined],
    ['1926-11-15', 400, 'Maximum age is 99.'],
    ['1990-02-31', 400, 'Enter a valid date of birth.'],
  ])('D4: %s is answered with %i', async (dob, status, detail) => {
    const did = await registered(kit());
    const answer = await send(kit(), 'PUT', api.dateOfBirth, { account: { user_id: did, dob } });
    expect(answer.statusCode).toBe(status);
    if (detail) expect(answer.json().detail).toContain(detail);
    expect(await current(did, 'dob')).toBe(status === 200 ? dob : '1994-04-27');
  });

  it('D4: ages count in South African time', async () => {
    const did = await registered(kit());
    const submit = () => send(kit(), 'PUT', api.dateOfBirth, { account: { user_id: did, dob: '2008-11-16' } });
    kit().clock.set('2026-11-15T21:59:59Z');
    expect((await submit()).statusCode).toBe(400);
    kit().clock.set('2026-11-15T22:00:00Z');
    expect((await submit().finally(() => kit().clock.set(NOW))).statusCode).toBe(200);
  });
});
