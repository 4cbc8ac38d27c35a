/** A panelist who unlocks Your data with the code from the chat. */
import type { CopyFormat } from '@panel/domain/panelists/your-data';
import { api } from '@panel/domain/paths';
import { type Kit, send } from '../../test/kit.ts';
import { chatThatKeeps, deliverMessages } from '../messages/messages.testing.ts';
import { composersOf } from '../worker.ts';

export const copyOf = (did: string, format: CopyFormat): string => api.dataCopy(format)(did);

/** The codes that the chat gets when the messages are delivered. */
export async function deliverCodes(kit: Kit): Promise<string[]> {
  const texts: string[] = [];
  kit.superApp.answers(chatThatKeeps(({ text }) => void texts.push(text.body)));
  await deliverMessages(kit.depsAs('worker'), composersOf(kit.depsAs('worker')));
  kit.superApp.reset();
  return texts.flatMap((text) => /\*(\d{6})\*/.exec(text)?.[1] ?? []);
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
