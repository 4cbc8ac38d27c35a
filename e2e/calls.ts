/** Calls to the product and its sandbox, without a browser. */
import { setTimeout as sleep } from 'node:timers/promises';
import { goldenFor } from '@panel/domain/golden';
import { api } from '@panel/domain/paths';

const post = (address: string, body: object): Promise<Response> =>
  fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

export const sendRegistration = (origin: string, did: string): Promise<Response> =>
  post(origin + api.register, goldenFor('registration', did));

/** The code for Your data in a chat. */
export const codeIn = (texts: readonly string[]): string =>
  texts.flatMap((text) => /\*(\d{6})\*/.exec(text)?.[1] ?? [])[0] ?? '';

const MAX_CLOCK_READINGS = 200;

/** Sets what the sandbox's parties do, and reads what they got. */
export const sandboxAt = (origin: string) => {
  const read = async <Answer>(path: string): Promise<Answer> => {
    const answer = await fetch(`${origin}/__sandbox/${path}`);
    return answer.json() as Answer;
  };
  async function set(path: string, body: object): Promise<void> {
    const answer = await post(`${origin}/__sandbox/${path}`, body);
    if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}: ${await answer.text()}`);
  }
  /** Moves the clock, and waits until the product has read it: at its second reading it uses what it read first. */
  async function moveClock(offsetMs: number): Promise<void> {
    await set('clock', { offsetMs });
    // The answer to that was a reading too.
    for (let ours = 2; ours < MAX_CLOCK_READINGS; ours += 1) {
      const { readings } = await read<{ readonly readings: number }>('clock');
      if (readings - ours >= 2) return;
      await sleep(100);
    }
    throw new Error('the product did not read the sandbox’s clock');
  }
  /** The texts that a device's chat got, or all of them. */
  async function chatTexts(did?: string): Promise<string[]> {
    type Inbox = { readonly devices: readonly { readonly messages: readonly { readonly body: string }[] }[] };
    const { devices } = await read<Inbox>(did ? `inbox?did=${did}` : 'inbox');
    return devices.flatMap(({ messages }) => messages.map(({ body }) => body));
  }
  return { read, set, moveClock, chatTexts };
};
