/** A caller who tries dids learns only whether each is registered, and nothing else from the response. */
import { randomBytes } from 'node:crypto';
import { encodeCode } from '@panel/domain/panelists/data-lock';
import { encodeConsent } from '@panel/domain/panelists/your-data';
import { api } from '@panel/domain/paths';
import { beforeAll, describe, expect, it } from 'vitest';
import { newDid, registered, send, useKit } from '../../test/kit.ts';
import { recordStatements } from '../../test/statements.ts';

const kit = useKit();
const sent = recordStatements();
/** The long form is `npm run test:long`. */
const TRIED = process.env.LONG ? 5000 : 1000;
/** Concurrent requests, as many as one event-loop tick reads together. */
const TOGETHER = 50;

type Call = readonly [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: (did: string) => string, payload?: object];
/** The calls of Your data. */
const DATA_CALLS: readonly Call[] = [
  ['GET', api.yourData],
  ['GET', api.dataCopy('text')],
  ['POST', api.dataCode],
  ['POST', api.dataUnlock, encodeCode('123456')],
  ['DELETE', api.dataUnlock],
  ['PUT', api.consent, encodeConsent('marketing', true)],
];

/** The whole response, except what is new for every request. */
async function answerTo(did: string, call: Call = ['GET', api.registrationCheck]): Promise<string> {
  const [method, path, payload] = call;
  const { statusCode, headers, body } = await send(kit(), method, path(encodeURIComponent(did)), payload);
  const { date, ...rest } = headers;
  const { requestId, ...problem } = JSON.parse(body);
  expect([date, requestId]).toEqual([expect.any(String), expect.stringMatching(/^[\da-f]{32}$/)]);
  // As text, so that the order of headers and fields counts too.
  return JSON.stringify([statusCode, rest, problem, body.length]);
}

const deleted = async (): Promise<string> => {
  const did = await registered(kit());
  expect((await send(kit(), 'DELETE', api.deleteProfile(did))).json()).toBe(true);
  return did;
};

let unknown = '';
beforeAll(async () => {
  unknown = await answerTo(newDid());
  expect(unknown).toContain('"code":"unknown-panelist"');
});

describe('T2: trying dids', () => {
  it(`${TRIED} random ones of every length get exactly the same response`, async () => {
    const answers = new Set<string>();
    for (let tried = 0; tried < TRIED; tried += TOGETHER) {
      const dids = Array.from({ length: TOGETHER }, (_, index) =>
        randomBytes(48)
          .toString('base64url')
          .slice(0, 8 + ((tried + index) % 57)),
      );
      for (const answer of await Promise.all(dids.map((did) => answerTo(did)))) answers.add(answer);
    }
    expect([...answers]).toEqual([unknown]);
  });

  it.each([
    ['a deleted one', deleted],
    ['one that is too short', async () => 'a'.repeat(7)],
    ['one that is too long', async () => 'a'.repeat(65)],
    ['one that is far too long', async () => 'a'.repeat(3000)],
    ['one with an invalid character', async () => "a' or 1=1 --"],
    ['one that isn’t ASCII', async () => 'déjà-vu-1'],
    ['one with a line break', async () => 'device-1\r\nx: y'],
    ['one with a zero byte', async () => 'device-1\0'],
  ])('%s gets exactly the same response as an unknown one', async (_, did) => {
    expect(await answerTo(await did())).toBe(unknown);
  });

  it('gets the same response from the calls of Your data for an unknown, a deleted and a malformed one', async () => {
    const dids = [newDid(), await deleted(), 'a'.repeat(7), "a' or 1=1 --"];
    for (const call of DATA_CALLS)
      expect(new Set(await Promise.all(dids.map((did) => answerTo(did, call))))).toEqual(new Set([unknown]));
  });

  it('a registered one and an unknown one take the same statements', async () => {
    const statementsFor = async (did: string) => {
      sent.clear();
      await send(kit(), 'GET', api.registrationCheck(did));
      return [...sent.texts];
    };
    const known = await statementsFor(await registered(kit()));
    expect(known).toHaveLength(1);
    for (const did of [newDid(), await deleted()]) expect(await statementsFor(did)).toEqual(known);
  });
});
