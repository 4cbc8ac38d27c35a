/** A sandbox and a panel that only listens, for tests over real HTTP. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox } from './sandbox.ts';

export type Heard = { readonly method: string; readonly url: string; readonly body: string };

export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function startSandbox() {
  const panel = { origin: '', heard: [] as Heard[], statuses: [] as number[] };
  const panelServer = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    panel.heard.push({ method: request.method ?? '', url: panel.origin + request.url, body });
    response.writeHead(panel.statuses.shift() ?? 200).end();
  });
  panel.origin = await listen(panelServer);
  const { server, world } = createSandbox(panel.origin);
  world.retryMs = 5;
  const url = await listen(server);

  const post = (path: string, body: object) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    url,
    panel,
    world,
    post,
    get: (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers, redirect: 'manual' }),
    read: async (name: string) => (await fetch(`${url}/__sandbox/${name}`)).json(),
    set: async (scenario: object) => {
      const answer = await post('/__sandbox/scenario', scenario);
      if (!answer.ok) throw new Error(await answer.text());
    },
    /** Presses buttons of a partner's page; gives where the last one leads. */
    async press(party: string, session: string, ...actions: string[]): Promise<string> {
      let location = '';
      for (const action of actions) {
        const answer = await fetch(`${url}/${party}/session/${session}`, {
          method: 'POST',
          redirect: 'manual',
          body: new URLSearchParams({ action }),
        });
        location = answer.headers.get('location') ?? `status ${answer.status}`;
      }
      return location;
    },
    /** Waits until the panel has heard so many calls, and then a little for one too many. */
    async heard(count: number): Promise<Heard[]> {
      for (let wait = 0; wait < 400 && panel.heard.length < count; wait++) await pause(10);
      await pause(40);
      return panel.heard;
    },
    async close() {
      for (const each of [server, panelServer]) {
        each.closeAllConnections();
        await new Promise((resolve) => each.close(resolve));
      }
    },
  };
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
export const sessionId = (n: number): string => `s_${String(n).padStart(32, '0')}`;
export const memberId = (n: number): string => `p_${String(n).padStart(32, '0')}`;
