import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from './sandbox.testing.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

const KEY = { authorization: 'Bearer any' };
const JOB = '00000000-0000-4000-8000-000000000001';
const user = (did: string) => sandbox.get(`/chat/v1/users/${did}`, KEY);
const numberOf = async (did: string): Promise<string> => (await (await user(did)).json()).user_profile.number;
const send = (to: string, text = 'Hello', { job = JOB, ...changed }: { job?: string } & Record<string, unknown> = {}) =>
  fetch(`${sandbox.url}/chat/v1/message?job_id=${job}`, {
    method: 'POST',
    headers: { ...KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ to, recipient_type: 'individual', type: 'text', text: { body: text }, ...changed }),
  });
const texts = async (): Promise<string[]> =>
  (await sandbox.read('inbox')).devices.flatMap(({ messages }: { messages: { body: string }[] }) =>
    messages.map(({ body }) => body),
  );

describe('a device', () => {
  it('has one number, which it shares with its twin', async () => {
    const number = await numberOf('demo-panelist-1');
    expect(number).toMatch(/^27\d{12}$/);
    expect(await numberOf('demo-panelist-1')).toBe(number);
    expect(await numberOf('twin-demo-panelist-1')).toBe(number);
    expect(await numberOf('demo-panelist-2')).not.toBe(number);
  });

  it('is not found if it is unknown, and needs a key', async () => {
    expect((await user('unknown-device')).status).toBe(404);
    expect((await user('short')).status).toBe(404);
    expect((await sandbox.get('/chat/v1/users/demo-panelist-1')).status).toBe(401);
    await sandbox.set({ party: 'chat', mode: 'unknown-user', times: 1 });
    expect((await user('demo-panelist-1')).status).toBe(404);
    expect((await user('demo-panelist-1')).status).toBe(200);
  });
});

describe('a message', () => {
  it('arrives with its device, newest first, and twice if it is sent twice', async () => {
    const number = await numberOf('demo-panelist-1');
    await send('27000000000000', 'other');
    expect(await (await send(number, 'one')).json()).toEqual({ id: expect.any(String) });
    await send(number, 'two');
    await send(number, 'two');
    expect(await texts()).toEqual(['two', 'two', 'one', 'other']);
    const { devices } = await sandbox.read('inbox?did=demo-panelist-1');
    expect(devices).toMatchObject([{ number, dids: ['demo-panelist-1'], messages: [{ jobId: JOB }, {}, {}] }]);
  });

  it.each([
    ['no job', { job: '' }],
    ['no text', { text: {} }],
    ['another type', { type: 'image' }],
    ['no recipient type', { recipient_type: 'all' }],
    ['an unknown priority', { priority: 'urgent' }],
    ['a did for a number', { to: 'demo-panelist-1' }],
  ])('is refused with %s', async (_, changed) => {
    expect((await send('27000000000000', 'x', changed)).status).toBe(400);
    expect(await texts()).toEqual([]);
  });

  it('is refused, rate limited, lost after arrival, slow, or fails because the chat is down', async () => {
    await sandbox.set({ party: 'chat', mode: 'refuse', times: 1 });
    // Looking up a number isn't affected and doesn't count.
    await numberOf('demo-panelist-1');
    expect((await send('27000000000000', 'refused')).status).toBe(400);
    await sandbox.set({ party: 'chat', mode: 'too-many', times: 1 });
    expect((await send('27000000000000', 'one too many')).status).toBe(429);
    await sandbox.set({ party: 'chat', mode: 'lost-reply', times: 1 });
    await expect(send('27000000000000', 'lost')).rejects.toThrow();
    await sandbox.set({ party: 'chat', mode: 'down', times: 2 });
    expect((await send('27000000000000', 'down')).status).toBe(503);
    expect((await user('demo-panelist-1')).status).toBe(503);
    await sandbox.set({ party: 'chat', mode: 'slow', times: 1, delayMs: 60 });
    const before = Date.now();
    expect((await send('27000000000000', 'slow')).status).toBe(200);
    expect(Date.now() - before).toBeGreaterThanOrEqual(55);
    expect(await texts()).toEqual(['slow', 'lost']);
  });
});
