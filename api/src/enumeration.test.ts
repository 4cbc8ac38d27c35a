/** Somebody who tries dids learns of each only whether it is on the panel, and nothing from how that is answered. */
import { randomBytes } from 'node:crypto';
import { api } from '@panel/domain/paths';
import { beforeAll, describe, expect, it } from 'vitest';
import { newDid, registered, send, useKit } from '../test/kit.ts';
import { recordStatements } from '../test/statements.ts';

const kit = useKit();
const sent = recordStatements();
/** The long form is `npm run test:long`. */
const TRIED = process.env.LONG ? 5000 : 1000;
/** Requests under way at once, as many as one event-loop tick reads together. */
const TOGETHER = 50;

/** The whole answer, but for what is new for every request. */
async function answerTo(did: string): Promise<string> {
  const { statusCode, headers, body } = await send(kit(), 'GET', api.registrationCheck(encodeURIComponent(did)));
  const { date, ...rest } = headers;
  const { requestId, ...problem } = JSON.parse(body);
  expect([date, requestId]).toEqual([expect.any(String), expect.stringMatching(/^[\da-f-]{36}$/)]);
  // As text, so that the order of the headers and the fields counts too.
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
  it(`${TRIED} random ones of every length are answered alike, to the byte`, async () => {
    const answers = new Set<string>();
    for (let tried = 0; tried < TRIED; tried += TOGETHER) {
      const dids = Array.from({ length: TOGETHER }, (_, index) =>
        randomBytes(48)
          .toString('base64url')
          .slice(0, 8 + ((tried + index) % 57)),
      );
      for (const answer of await Promise.all(dids.map(answerTo))) answers.add(answer);
    }
    expect([...answers]).toEqual([unknown]);
  });

  it.each([
    ['a deleted one', deleted],
    ['one that is too short', async () => 'a'.repeat(7)],
    ['one that is too long', async () => 'a'.repeat(65)],
    ['one with a character that none has', async () => "a' or 1=1 --"],
    ['one that is no ASCII', async () => 'déjà-vu-1'],
    ['one with a line break', async () => 'device-1\r\nx: y'],
    ['one with a zero byte', async () => 'device-1\0'],
  ])('%s is answered like an unknown one, to the byte', async (_, did) => {
    expect(await answerTo(await did())).toBe(unknown);
  });

  it('one that is on the panel and one that is not take the same statements', async () => {
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
