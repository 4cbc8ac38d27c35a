import { api } from '@panel/domain/paths';
import { describe, expect, it } from 'vitest';
import { contents, registered, send, useKit } from '../../test/kit.ts';

const kit = useKit();
const preference = (value: unknown) => ({ data: [{ preference: 'research', value }] });
const optedOut = async (did: string) => (await send(kit(), 'GET', api.preference(did))).json();

describe('the research preference', () => {
  it('O1: a new panelist has not opted out', async () => {
    expect(await optedOut(await registered(kit()))).toBe(false);
  });

  it('O3: an update returns its new value, and the check then the opposite', async () => {
    const did = await registered(kit());
    for (const receive of [false, false, true]) {
      const answer = await send(kit(), 'PUT', api.preference(did), preference(receive));
      expect([answer.statusCode, answer.json()]).toEqual([200, receive]);
      expect(await optedOut(did)).toBe(!receive);
    }
  });

  it('O4: 409 for a panelist without a preference on record', async () => {
    const did = await registered(kit());
    await kit().db.query(
      'delete from preferences where panelist_id = (select id from panelists where did_index = $1)',
      [kit().vault.digest('did', did)],
    );
    const answer = await send(kit(), 'GET', api.preference(did));
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'no-preference']);
    expect((await send(kit(), 'PUT', api.preference(did), preference(false))).json()).toBe(false);
    expect(await optedOut(did)).toBe(true);
  });

  it.each([
    [{ data: [{ preference: 'research' }] }, 400],
    [{ data: [{ preference: 'Research', value: true }] }, 400],
    [{ data: [{ preference: 'marketing', value: true }] }, 400],
    [preference('true'), 400],
    [preference(1), 400],
    [preference(null), 400],
    [{ data: [] }, 400],
    [{ data: {} }, 400],
    [{ data: [preference(true), preference(false)] }, 400],
    [{ ...preference(true), did: 'x' }, 400],
    [{}, 422],
    [[], 422],
    [{ preference: 'research', value: true }, 422],
  ])('S3: %j is refused with %i and changes nothing', async (body, status) => {
    const did = await registered(kit());
    const before = await contents(kit());
    const answer = await send(kit(), 'PUT', api.preference(did), body);
    expect(answer.statusCode).toBe(status);
    expect(await contents(kit())).toEqual(before);
  });
});
