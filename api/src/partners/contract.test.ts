/** What holds for every partner, over its own protocol. What only one of them does is tested in its folder. */
import { createHash } from 'node:crypto';
import { GOLDEN } from '@panel/domain/golden';
import { entryLink } from '@panel/domain/partners/entry-link';
import { OUTCOMES } from '@panel/domain/partners/outcomes';
import { PARTNER_CONTRACTS, PARTNERS, type Partner } from '@panel/domain/partners/partners';
import { afterAll, describe, expect, it } from 'vitest';
import { startSandbox } from '../../../sandbox/src/sandbox.testing.ts';
import { NOW, newDid, registered, send, useKit } from '../../test/kit.ts';
import { identify } from '../identity/panelists.ts';
import { adapterOf } from './adapters.ts';
import { outcomeOfCode } from './codes.ts';
import {
  alarms,
  deliver,
  enterSurvey,
  eventsOf,
  insertSessions,
  ONE_DOLLAR,
  panelistWithSession,
  pendingOf,
  sessionRow,
} from './partners.testing.ts';
import { type Call, SECRET, type TestSession } from './protocol.testing.ts';
import { protocolOf } from './protocols.testing.ts';

const sandbox = await startSandbox();
afterAll(() => sandbox.close());
const kit = useKit({ SANDBOX_URL: sandbox.url });

/** The golden panelist was born on 27 April 1994; the calls are on 15 November 2026. */
const PERSON = {
  age: NOW.getFullYear() - Number(GOLDEN.registration.answers.dob.slice(0, 4)),
  gender: GOLDEN.registration.answers.gender as 'male' | 'female',
};
const statusFor = ({ url }: Call) => (url.includes('/callback') ? 200 : 303);
const events = async () => (await kit().db.query('select count(*)::int as n from partner_events')).rows[0].n;
const permutations = <T>(items: readonly T[]): T[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));

describe.each(PARTNERS)('%s', (partner) => {
  const protocol = protocolOf(partner);
  const [complete] = protocol.completions;

  describe('S6: its entry link', () => {
    /** The address that we made: some partners' own links are the answer to a request. */
    const addressFor = async (did: string): Promise<string> => {
      const before = sandbox.state.requests.length;
      const { url } = (await send(kit(), 'GET', entryLink(partner)(did))).json();
      const asked = sandbox.state.requests.slice(before).find((request) => request.party === partner);
      return asked ? `${sandbox.url}/${partner}${asked.path}` : url;
    };
    /** The ids that an address names. */
    const idsIn = (address: string) => ({
      sessionId: /s_[0-9a-f]{32}/.exec(address)?.[0] ?? '',
      pid: /p_[0-9a-f]{32}/.exec(address)?.[0] ?? '',
    });

    it('has exactly what the partner may know, signed', async () => {
      const address = await addressFor(await registered(kit()));
      expect(address).toBe(protocol.entry({ ...idsIn(address), ...PERSON }, sandbox.url));
    });

    it('has a gender and no age if the panelist’s key is lost', async () => {
      const did = await registered(kit());
      await kit().vault.panelistKeys.destroy([(await identify(kit().deps.database, kit().vault, did)).id]);
      const address = await addressFor(did);
      expect(address).toBe(protocol.entry({ ...idsIn(address), gender: PERSON.gender }, sandbox.url));
    });

    it('S5: is only for approved panelists, and not for unknown ones', async () => {
      const did = await registered(kit());
      await kit().db.query("update panelists set status = 'suspended' where did_index = $1", [
        kit().vault.digest('did', did),
      ]);
      const before = sandbox.state.requests.length;
      expect((await send(kit(), 'GET', entryLink(partner)(did))).json()).toEqual({ url: '' });
      expect((await send(kit(), 'GET', entryLink(partner)(newDid()))).statusCode).toBe(404);
      expect(sandbox.state.requests).toHaveLength(before);
    });

    it('leads to one of its hosts, and opens a survey there', async () => {
      const { url, sessionId } = await enterSurvey(kit(), partner, await registered(kit()));
      const answer = await fetch(url, { redirect: 'manual' });
      expect(answer.headers.get('location')).toBe(`/${partner}/session/${sessionId}`);
    });
  });

  describe('S7: a completed survey', () => {
    it.each(protocol.completions)('is credited once, as pending (way %#)', async (report) => {
      const { did, session } = await panelistWithSession(kit(), partner);
      const status = statusFor(report(session));
      for (let n = 0; n < 3; n += 1) expect((await deliver(kit(), report(session))).statusCode).toBe(status);
      expect(await pendingOf(kit(), did)).toBe(ONE_DOLLAR);
      expect(await eventsOf(kit(), session.sessionId)).toEqual(['complete: credited']);
      expect(await sessionRow(kit(), session.sessionId)).toMatchObject({ outcome: 'complete', ended_at: NOW });
    });

    it('counts once, in whatever ways and order it is reported', async () => {
      for (const ways of permutations(protocol.completions)) {
        const { did, session } = await panelistWithSession(kit(), partner);
        for (const report of ways) await deliver(kit(), report(session));
        expect(await eventsOf(kit(), session.sessionId)).toEqual(['complete: credited']);
        expect(await pendingOf(kit(), did)).toBe(ONE_DOLLAR);
      }
    });

    it.each(protocol.completions)('without a price earns nothing until a message has one (way %#)', async (report) => {
      const { did, session } = await panelistWithSession(kit(), partner);
      const before = alarms(kit());
      await deliver(kit(), report(session, { usd: '' }));
      expect([await pendingOf(kit(), did), alarms(kit()) - before]).toEqual([0, 1]);
      await deliver(kit(), report(session));
      expect(await pendingOf(kit(), did)).toBe(ONE_DOLLAR);
    });

    it('is set apart if its content changed; an operator is alerted once', async () => {
      const { did, session } = await panelistWithSession(kit(), partner);
      await deliver(kit(), complete(session));
      const before = alarms(kit());
      for (let n = 0; n < 2; n += 1) {
        const answer = await deliver(kit(), complete(session, { usd: '99.00' }));
        expect(answer.statusCode).toBe(statusFor(complete(session)));
      }
      expect([await pendingOf(kit(), did), alarms(kit()) - before]).toEqual([ONE_DOLLAR, 1]);
      const { rows } = await kit().db.query(
        "select from partner_events where partner = $1 and effect = 'quarantined'",
        [partner],
      );
      expect(rows).toHaveLength(1);
      const logged = JSON.parse(kit().log.findLast((line) => line.includes('needs review')) ?? '{}');
      const first = await kit().db.query('select id from partner_events where session_id = $1', [session.sessionId]);
      expect(logged.event).toBe(first.rows[0].id);
    });

    it.each(protocol.unknownCodes)(
      'does not follow from an unknown code; an operator is alerted (way %#)',
      async (report) => {
        const { did, session } = await panelistWithSession(kit(), partner);
        const before = alarms(kit());
        await deliver(kit(), report(session));
        expect(await eventsOf(kit(), session.sessionId)).toEqual(['technical: noted']);
        expect([await pendingOf(kit(), did), alarms(kit()) - before]).toEqual([0, 1]);
      },
    );

    it.each(protocol.ends)('does not follow from another end: %s', async (outcome, report) => {
      const { did, session } = await panelistWithSession(kit(), partner);
      await deliver(kit(), report(session));
      expect(await eventsOf(kit(), session.sessionId)).toEqual([`${outcome}: noted`]);
      expect(await pendingOf(kit(), did)).toBe(0);
    });

    it('is recorded without a session if its session is another partner’s', async () => {
      const other = PARTNERS.find((one) => one !== partner) as Partner;
      const { did, session } = await panelistWithSession(kit(), other);
      await deliver(kit(), complete(session));
      expect(await eventsOf(kit(), session.sessionId)).toEqual([]);
      expect(await pendingOf(kit(), did)).toBe(0);
    });
  });

  describe('S7: a reversal', () => {
    it.each(protocol.histories)('ends as %s, in any order (history %#)', async (expected, history) => {
      const orders = permutations(history);
      const did = await registered(kit());
      const sessions = await insertSessions(kit(), partner, did, orders.length);
      // A few at a time, because they all wait for the same wallet lock.
      const sendEvents = async (session: TestSession, at: number) => {
        for (const report of orders[at] ?? []) {
          const call = report(session, { usd: '0.10', survey: String(at + 1) });
          expect((await deliver(kit(), call)).statusCode).toBe(statusFor(call));
        }
      };
      for (let at = 0; at < sessions.length; at += 4)
        await Promise.all(sessions.slice(at, at + 4).map((session, n) => sendEvents(session, at + n)));
      expect(await pendingOf(kit(), did)).toBe(expected === 'complete' ? orders.length * 90 : 0);
      for (const { sessionId } of sessions) expect((await sessionRow(kit(), sessionId)).outcome).toBe(expected);
    });

    it('stays if the completion is repeated; an operator is alerted', async () => {
      const { did, session } = await panelistWithSession(kit(), partner);
      for (const report of [complete, protocol.reversed]) await deliver(kit(), report(session));
      expect(await pendingOf(kit(), did)).toBe(0);
      const before = alarms(kit());
      expect((await deliver(kit(), complete(session))).statusCode).toBe(statusFor(complete(session)));
      expect([await pendingOf(kit(), did), alarms(kit()) - before]).toEqual([0, 1]);
      const line = JSON.parse(kit().log.findLast((text) => text.includes('needs review')) as string);
      expect(line).toMatchObject({
        partner,
        outcome: 'complete',
        effect: 'repeat-of-undone',
        event: expect.any(String),
      });
    });
  });

  describe('a browser’s return', () => {
    it('has every name of the adapter', () => {
      const { partners } = kit().config;
      const returns = adapterOf(partner).connect(partners[partner], false).returns;
      expect([...returns.keys()].sort()).toEqual(Object.keys(protocol.returns).sort());
    });

    it.each([...Object.entries(protocol.returns), ['constructor', 'unavailable']])(
      'named %s shows %s, and pays nothing because it is unsigned',
      async (name, page) => {
        const { did, session } = await panelistWithSession(kit(), partner);
        const before = await events();
        const url = `/partners/${partner}/return/${name}?${protocol.returned(session)}`;
        const answer = await deliver(kit(), { method: 'GET', url });
        expect([answer.statusCode, answer.headers.location]).toEqual([
          303,
          `/survey-result/${page}?partner=${partner}`,
        ]);
        expect(answer.headers['referrer-policy']).toBe('no-referrer');
        expect(await events()).toBe(before);
        expect(await pendingOf(kit(), did)).toBe(0);
        // If a partner signs its returns, an unsigned one isn't from that partner.
        const returned_at = PARTNER_CONTRACTS[partner].signsReturns ? null : NOW;
        expect(await sessionRow(kit(), session.sessionId)).toEqual({ outcome: null, returned_at, ended_at: null });
      },
    );
  });

  describe('a signature', () => {
    it.each(protocol.golden)('%s matches the golden one', (_, sign, text, expected) => {
      expect(sign(SECRET, text)).toBe(expected);
    });
  });

  describe('the status tables', () => {
    const { codes } = adapterOf(partner);
    const stored = (sender: (typeof codes)[number]['sender'], code: string) => protocol.stored?.(sender, code) ?? code;

    it.each(codes)(
      'have one row for each code, with a meaning and the outcome that a session gets (table %#)',
      ({ sender, rows }) => {
        const known = rows.map(([code]) => code);
        expect(known).toEqual([...new Set(known)]);
        for (const [code, outcome, meaning] of rows) {
          expect(OUTCOMES).toContain(outcome);
          expect(meaning).not.toBe('');
          expect(outcomeOfCode(partner, stored(sender, code)), code).toBe(outcome);
        }
      },
    );

    it('credit only what the partner calls a complete', () => {
      const credited = codes
        .flatMap(({ rows }) => rows)
        .filter(([, outcome]) => outcome === 'complete' || outcome === 'reinstated');
      expect(credited.map(([code]) => code)).toEqual(protocol.credited);
    });

    it.each(protocol.unknown)('have no row for %j', (code) => {
      expect(outcomeOfCode(partner, code)).toBeNull();
    });
  });
});

describe('S6: the entry links of all partners', () => {
  it('carry a different pseudonym for each partner and panelist, and never the did or a name', async () => {
    const before = sandbox.state.requests.length;
    const [did, other] = [await registered(kit()), await registered(kit())];
    const links: Awaited<ReturnType<typeof enterSurvey>>[] = [];
    for (const partner of PARTNERS)
      for (const who of [did, did, other]) links.push(await enterSurvey(kit(), partner, who));
    expect(new Set(links.map(({ pid }) => pid)).size).toBe(2 * PARTNERS.length);
    expect(new Set(links.map(({ sessionId }) => sessionId)).size).toBe(3 * PARTNERS.length);
    for (const { pid, sessionId } of links) {
      expect(pid).toMatch(/^p_[0-9a-f]{32}$/);
      expect(sessionId).toMatch(/^s_[0-9a-f]{32}$/);
    }
    const { firstname, surname, dob } = GOLDEN.registration.answers;
    const sent = JSON.stringify([links, sandbox.state.requests.slice(before)]).toLowerCase();
    const hash = (text: string) => createHash('sha256').update(text).digest('hex');
    for (const secret of [did, other, firstname, surname, dob, hash(did), hash(other)])
      expect(sent).not.toContain(secret.toLowerCase());
  });
});
