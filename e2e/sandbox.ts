/** Sets what the sandbox's partners do, and its clock; reads its chat. */
import { expect, inject } from 'vitest';

export async function setSandbox(path: string, body: object): Promise<void> {
  const response = await fetch(`${inject('sandbox')}/__sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.ok, await response.text()).toBe(true);
}

type Inbox = { readonly devices: readonly { readonly messages: readonly { readonly body: string }[] }[] };

/** The code for Your data that a panelist's chat got, once it is there. */
export async function codeInChat(did: string): Promise<string> {
  let code = '';
  await expect
    .poll(
      async () => {
        const response = await fetch(`${inject('sandbox')}/__sandbox/inbox?did=${did}`);
        const { devices } = (await response.json()) as Inbox;
        const bodies = devices.flatMap(({ messages }) => messages.map(({ body }) => body));
        code = bodies.flatMap((body) => /\*(\d{6})\*/.exec(body)?.[1] ?? [])[0] ?? '';
        return code;
      },
      { timeout: 60_000 },
    )
    .not.toBe('');
  return code;
}
