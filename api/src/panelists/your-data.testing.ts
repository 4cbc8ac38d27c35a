/** A panelist who unlocks Your data with the code from the chat. */
import { encodeCode } from '@panel/domain/panelists/data-lock';
import { COPY_FORMATS, type CopyFormat } from '@panel/domain/panelists/your-data';
import { api } from '@panel/domain/paths';
import { expect } from 'vitest';
import { type Kit, send } from '../../test/kit.ts';
import { chatThatKeeps, deliverMessages } from '../messages/messages.testing.ts';
import { composersOf } from '../worker/worker.ts';

export const copyOf = (did: string, format: CopyFormat): string => api.dataCopy(format)(did);

/** The codes that the chat gets when the messages are delivered. */
export async function deliverCodes(kit: Kit): Promise<string[]> {
  const texts: string[] = [];
  kit.superApp.answers(chatThatKeeps(({ text }) => void texts.push(text.body)));
  await deliverMessages(kit.depsAs('worker'), composersOf(kit.depsAs('worker')));
  kit.superApp.reset();
  return codesIn(texts);
}

/** The codes in chat messages. */
const codesIn = (texts: readonly string[]): string[] => texts.flatMap((text) => /\*(\d{6})\*/.exec(text)?.[1] ?? []);

/** Reads everything from a running server with the code in the chat. Returns the token. Each response must contain the name. */
export async function readWithCode(
  origin: string,
  did: string,
  chat: readonly string[],
  name: string,
): Promise<string> {
  const unlocked = await fetch(origin + api.dataUnlock(did), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(encodeCode(codesIn(chat)[0] ?? '')),
  });
  const [cookie = ''] = unlocked.headers.get('set-cookie')?.split(';', 1) ?? [];
  for (const path of [api.yourData(did), ...COPY_FORMATS.map((format) => api.dataCopy(format)(did))])
    expect(await (await fetch(origin + path, { headers: { cookie } })).text()).toContain(name);
  return cookie.slice(cookie.indexOf('=') + 1);
}

export async function requestCode(kit: Kit, did: string): Promise<string> {
  const answer = await send(kit, 'POST', api.dataCode(did));
  const code = (await deliverCodes(kit)).at(-1);
  if (code === undefined) throw new Error(`no code was sent: ${answer.statusCode} ${answer.body}`);
  return code;
}

/** Returns the cookie of the unlocked phone. */
export async function unlock(kit: Kit, did: string): Promise<string> {
  const { headers } = await send(kit, 'POST', api.dataUnlock(did), { code: await requestCode(kit, did) });
  return String(headers['set-cookie']).split(';', 1)[0] ?? '';
}

/** A call with a cookie, as a page of ours makes it. */
export const getWith = (kit: Kit, url: string, cookie: string, headers: Record<string, string> = {}) =>
  kit.app.inject({ method: 'GET', url, headers: { cookie, 'sec-fetch-site': 'same-origin', ...headers } });
