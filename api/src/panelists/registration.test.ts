import { createHash } from 'node:crypto';
import { GOLDEN } from '@panel/domain/golden';
import { TERMS } from '@panel/domain/panelists/rules';
import { api } from '@panel/domain/paths';
import { asksOf } from '@panel/domain/questionnaire/definition';
import { termsText } from '@panel/domain/terms';
import { describe, expect, it, vi } from 'vitest';
import { check, goldenFor, knows, newDid, registered, rowCounts, send, useKit } from '../../test/kit.ts';

const kit = useKit();
const register = (did: string, change: (body: never) => void = () => {}) => {
  const body = goldenFor('registration', did);
  change(body as never);
  return send(kit(), 'POST', api.register, body);
};

describe('S4: registration', () => {
  it('A7: accepts the golden registration and approves the panelist', async () => {
    const did = newDid();
    const answer = await register(did);
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({ status: 'approved' });
    expect(await check(kit(), did)).toMatchObject({ status: 'approved' });
  });

  it('stores the whole submission and the current answers, with identifying answers encrypted', async () => {
    const did = await registered(kit());
    const { rows } = await kit().db.query(
      'select p.id, s.questionnaire, s.version, s.answers, s.sealed from panelists p join submissions s on s.panelist_id = p.id where p.did_index = $1',
      [kit().vault.digest('did', did)],
    );
    const { firstname, surname, dob, ethnicity, ...open } = GOLDEN.registration.answers;
    expect(rows).toMatchObject([{ questionnaire: 'registration', version: 3, answers: open }]);
    const [{ id, sealed }] = rows;
    const key = await kit().vault.panelistKeys.opener(id);
    expect(JSON.parse(key.open(`submissions:${id}`, sealed))).toEqual({ firstname, surname, dob, ethnicity });

    const current = await kit().db.query(
      `select (select answers from profiles where panelist_id = $1) as readable,
         (select jsonb_object_agg(question, encode(sealed, 'base64')) from personal_answers where panelist_id = $1) as encrypted`,
      [id],
    );
    const { readable, encrypted } = current.rows[0] as { readable: object; encrypted: Record<string, string> };
    expect(readable).toEqual(open);
    const decrypted = Object.entries(encrypted).map(([question, text]) => [
      question,
      JSON.parse(key.open(`personal_answers:${id}:${question}`, Buffer.from(text, 'base64'))),
    ]);
    expect(Object.fromEntries(decrypted)).toEqual({ firstname, surname, dob, ethnicity });
  });

  it('T28: records each consent: the terms, when, how, both flags, and a hash of what was shown', async () => {
    const did = await registered(kit());
    const { rows } = await kit().db.query(
      "select purpose, given, terms_version, recorded_at, channel, encode(text_hash, 'hex') as hash from consents c join panelists p on p.id = c.panelist_id where did_index = $1 order by c.id",
      [kit().vault.digest('did', did)],
    );
    /** Hashes the terms and a question's wording, as the registration form shows them. */
    const hashOf = (question: string) => {
      const asked = asksOf(GOLDEN.registration.definition).find((ask) => ask.question.id === question);
      const shown = JSON.stringify([termsText(), asked?.question.label]);
      return createHash('sha256').update(shown).digest('hex');
    };
    const common = { terms_version: TERMS.revised, recorded_at: kit().clock.now(), channel: 'registration' };
    const [terms, ethnicity] = [hashOf('terms'), hashOf('ethnicity')];
    const [marketing, partners] = [
      hashOf('opt_in_marketing_information'),
      hashOf('opt_in_receive_comms_from_partners'),
    ];
    expect(new Set([terms, ethnicity, marketing, partners]).size).toBe(4);
    expect(rows).toEqual([
      { purpose: 'membership', given: true, ...common, hash: terms },
      { purpose: 'special:ethnicity', given: true, ...common, hash: ethnicity },
      { purpose: 'marketing', given: true, ...common, hash: marketing },
      { purpose: 'partner_comms', given: false, ...common, hash: partners },
      { purpose: 'transfer_abroad', given: true, ...common, hash: terms },
    ]);
  });

  it.each([
    ['refuses', (_: unknown, response: { destroy(): void }) => response.destroy()],
    ['answers 500', (_: unknown, response: import('node:http').ServerResponse) => response.writeHead(500).end()],
    [
      'redirects',
      (_: unknown, response: import('node:http').ServerResponse) =>
        response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
    ],
    ['answers nonsense', (_: unknown, response: import('node:http').ServerResponse) => response.end('<html>')],
    ['answers null', (_: unknown, response: import('node:http').ServerResponse) => response.end('null')],
    ['has no number', knows('')],
  ])('answers 503 when the super-app %s, and accepts the registration once it is back', async (_, how) => {
    const did = newDid();
    const before = await rowCounts(kit());
    kit().superApp.answers(how as never);
    const answer = await register(did).finally(() => kit().superApp.reset());
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBeDefined();
    expect(answer.json().detail).toBe('Registration is currently unavailable, please try again later.');
    expect(await rowCounts(kit())).toEqual(before);
    expect((await register(did)).statusCode).toBe(201);
  });

  it('answers 409 for a number that is already registered', async () => {
    kit().superApp.answers(knows('+27820000001'));
    expect((await register(newDid())).statusCode).toBe(201);
    const before = await rowCounts(kit());
    kit().superApp.answers(knows('27820000001'));
    const destroyKeys = vi.spyOn(kit().vault.panelistKeys, 'destroy');
    const second = await register(newDid()).finally(() => kit().superApp.reset());
    expect(second.statusCode).toBe(409);
    // The key of the profile that wasn't made.
    expect(destroyKeys).toHaveBeenCalledOnce();
    destroyKeys.mockRestore();
    expect(second.json().detail).toBe('You are already a member of Bua panel');
    expect(await rowCounts(kit())).toEqual(before);
  });

  it('answers a repeat of the same registration like the first, for ten minutes, whatever the order of its keys', async () => {
    const did = await registered(kit());
    const before = await rowCounts(kit());
    const asked = kit().superApp.asked;
    const first = kit().clock.now();
    const body = goldenFor('registration', did);
    const reordered = Object.fromEntries(
      Object.entries(body)
        .reverse()
        .map(([key, value]) => [key, Object.fromEntries(Object.entries(value as object).reverse())]),
    );
    kit().clock.set(new Date(first.getTime() + 10 * 60_000 - 1));
    const again = await send(kit(), 'POST', api.register, reordered);
    kit().clock.set(new Date(first.getTime() + 10 * 60_000));
    const tooLate = await send(kit(), 'POST', api.register, body);
    kit().clock.set(first);

    expect([again.statusCode, again.json()]).toEqual([201, { status: 'approved' }]);
    expect(tooLate.statusCode).toBe(409);
    expect(await rowCounts(kit())).toEqual(before);
    expect(kit().superApp.asked).toBe(asked);
  });

  it('answers 409 for another registration of the same device', async () => {
    const did = await registered(kit());
    const other = await register(did, (body: { account: { surname: string } }) => {
      body.account.surname = 'Another';
    });
    expect(other.statusCode).toBe(409);
  });

  it('creates one panelist from two hundred concurrent registrations of one device', async () => {
    const did = newDid();
    const before = await rowCounts(kit());
    const answers = await Promise.all(Array.from({ length: 200 }, () => register(did)));
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([201]));
    const after = await rowCounts(kit());
    expect(after.panelists).toBe((before.panelists ?? 0) + 1);
    expect(after.submissions).toBe((before.submissions ?? 0) + 1);
    expect(after.consents).toBe((before.consents ?? 0) + 5);
  });

  it('creates one panelist from fifty different concurrent registrations of one device', async () => {
    const did = newDid();
    const before = await rowCounts(kit());
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        register(did, (body: { account: { surname: string } }) => {
          body.account.surname = `Number ${index}`;
        }),
      ),
    );
    const statuses = answers.map((answer) => answer.statusCode).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
    expect((await rowCounts(kit())).panelists).toBe((before.panelists ?? 0) + 1);
  });
});
