import { type ChildProcess, fork } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { memberId, sessionId } from './sandbox.testing.ts';

let taken: ReturnType<typeof createServer>;
let takenPort = 0;
beforeEach(async () => {
  taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  takenPort = (taken.address() as { port: number }).port;
});
afterEach(() => taken.close());

/** Starts the sandbox as a process. */
function start(env: Record<string, string>): { child: ChildProcess; output: () => string } {
  const child = fork(join(import.meta.dirname, 'server.ts'), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, PANEL_ORIGIN: 'http://127.0.0.1:1', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  return { child, output: () => output };
}

it('uses any free port if its default one is taken, reports it, logs no did and stops on SIGTERM', async () => {
  const { child, output } = start({ PORT: String(takenPort - 1) });
  const [{ ready, gateway }] = (await once(child, 'message')) as [{ ready: string; gateway: string }];
  expect(ready).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(ready).not.toContain(`:${takenPort}`);
  expect(gateway).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await (await fetch(ready)).text()).toContain(gateway);
  expect((await fetch(`${gateway}/?x-binu-did=demo-panelist-1`)).status).toBe(502);
  const headers = { authorization: 'Bearer any' };
  expect((await fetch(`${ready}/chat/v1/users/demo-panelist-1`, { headers })).status).toBe(200);
  expect((await fetch(`${ready}//%00/demo-panelist-1`, { headers })).ok).toBe(false);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(output()).not.toContain('demo-panelist-1');
});

it('signs PureSpectrum’s callbacks as the panel is configured to verify them', async () => {
  const panel = createHttpServer();
  const called = once(panel.listen(0, '127.0.0.1'), 'request');
  await once(panel, 'listening');
  const origin = `http://127.0.0.1:${(panel.address() as { port: number }).port}`;
  const { child } = start({ PORT: String(takenPort - 1), PANEL_ORIGIN: origin, PURESPECTRUM_SIGNATURE: 'hmac-sha256' });
  const [{ ready }] = (await once(child, 'message')) as [{ ready: string }];
  const person = `respondentId=${sessionId(1)}&memberId=${memberId(1)}&respondentLocalization=en_ZA&211=112&212=26`;
  const headers = { 'access-token': 'sandbox-secret' };
  const matched = await fetch(`${ready}/purespectrum/surveys/fusionMatch?${person}`, { headers });
  const { surveys } = (await matched.json()) as { surveys: { entryLink: string }[] };
  const { url } = await fetch(surveys[0]?.entryLink ?? '');
  for (const action of ['start', 'complete'])
    await fetch(url, { method: 'POST', body: new URLSearchParams({ action }), redirect: 'manual' });
  const [request, response] = (await called) as [IncomingMessage, ServerResponse];
  response.end();
  const [signed = '', hash] = (origin + request.url).split('&asr_s_hash=');
  expect(hash).toBe(createHmac('sha256', 'sandbox-secret').update(signed).digest('hex'));
  child.kill('SIGTERM');
  await once(child, 'exit');
  panel.close();
});

it('exits if the chosen port is taken, and says how to choose another', async () => {
  const { child, output } = start({ SANDBOX_PORT: String(takenPort) });
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(output()).toBe(`Port ${takenPort} is taken. Choose another with SANDBOX_PORT=<number>.\n`);
});
