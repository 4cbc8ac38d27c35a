import { addMonths } from '@panel/domain/calendar';
import { PARTNER_BUTTONS, PARTNERS } from '@panel/domain/partners/partners';
import { api } from '@panel/domain/paths';
import { describe, expect, it } from 'vitest';
import { check, goldenFor, NOW, newDid, registered, send, useKit } from '../../test/kit.ts';

const kit = useKit();
const due = async (did: string) => {
  const { bua_second_round_survey_link, bua_quarterly_survey_link, bua_yearly_survey_link } = await check(kit(), did);
  return {
    secondRound: bua_second_round_survey_link,
    quarterly: bua_quarterly_survey_link,
    yearly: bua_yearly_survey_link,
  };
};

describe('the registration check', () => {
  it('S1: answers exactly the fields of the specification, with amounts as numbers', async () => {
    const did = await registered(kit());
    expect(await check(kit(), did)).toEqual({
      status: 'approved',
      bua_second_round_survey_link: 'http://localhost:3000/profiling-second-round',
      bua_quarterly_survey_link: null,
      bua_yearly_survey_link: null,
      ...Object.fromEntries(PARTNERS.map((id) => [PARTNER_BUTTONS[id].linkField, PARTNER_BUTTONS[id].entryPath])),
      cint_match_survey_link: '/api/v2/cint-match-integration/response/entrylink',
      cint_router_survey_link: '/api/v2/cint/response/entrylink',
      purespectrum_entry_link: '/api/v2/purespectrum/response/entrylink',
      available_reward: 0,
      pending_reward: 0,
      total_rewards: 0,
    });
  });

  it('S5: links a profiling survey only while it is due, until it is answered', async () => {
    const did = await registered(kit());
    const links = {
      secondRound: 'http://localhost:3000/profiling-second-round',
      quarterly: 'http://localhost:3000/profiling-quarterly',
      yearly: 'http://localhost:3000/profiling-yearly',
    };
    const none = { secondRound: null, quarterly: null, yearly: null };
    const answer = async (survey: 'second-round' | 'quarterly' | 'yearly') => {
      const name = survey === 'second-round' ? 'secondRound' : survey;
      const sent = await send(kit(), 'PUT', api.profiling(survey), goldenFor(name, did));
      expect([sent.statusCode, sent.json()]).toEqual([200, true]);
    };
    try {
      expect(await due(did)).toEqual({ ...none, secondRound: links.secondRound });
      await answer('second-round');
      expect(await due(did)).toEqual(none);

      kit().clock.set(new Date(addMonths(NOW, 3).getTime() - 1));
      expect(await due(did)).toEqual(none);
      kit().clock.set(addMonths(NOW, 3));
      expect(await due(did)).toEqual({ ...none, quarterly: links.quarterly });
      await answer('quarterly');
      expect(await due(did)).toEqual(none);

      kit().clock.set(addMonths(NOW, 12));
      expect(await due(did)).toEqual({ ...none, quarterly: links.quarterly, yearly: links.yearly });
      await answer('yearly');
      await answer('quarterly');
      expect(await due(did)).toEqual(none);
    } finally {
      kit().clock.set(NOW);
    }
  });

  it('S5: gives no link to a panelist who is not approved', async () => {
    const did = await registered(kit());
    await kit().db.query("update panelists set status = 'suspended' where did_index = $1", [
      kit().vault.digest('did', did),
    ]);
    expect(await check(kit(), did)).toMatchObject({
      status: 'suspended',
      bua_second_round_survey_link: null,
      cint_match_survey_link: null,
      cint_router_survey_link: null,
      purespectrum_entry_link: null,
    });
  });

  it('S9: a profiling survey pays nothing', async () => {
    const did = await registered(kit());
    await send(kit(), 'PUT', api.profiling('second-round'), goldenFor('secondRound', did));
    expect(await check(kit(), did)).toMatchObject({ available_reward: 0, pending_reward: 0, total_rewards: 0 });
  });

  it('S2: answers an unknown did with a problem', async () => {
    const answer = await send(kit(), 'GET', api.registrationCheck(newDid()));
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.json()).toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: 'Bua does not recognise your number.',
      code: 'unknown-panelist',
      requestId: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  it('S1: a did is case-sensitive', async () => {
    const did = await registered(kit(), `Case-${newDid()}`);
    expect((await send(kit(), 'GET', api.registrationCheck(did.toLowerCase()))).statusCode).toBe(404);
  });
});
