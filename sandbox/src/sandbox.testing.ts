/** A sandbox, and a panel that records the callbacks it gets, for tests over real HTTP. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';
import { createSandbox } from './sandbox.ts';
import { resetState } from './state.ts';

type PanelCall = { readonly method: string; readonly url: string; readonly body: string };
export const LONG_WAIT = { timeout: 60_000, interval: 2 };

export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function startSandbox() {
  /** `statuses` are those of the panel's next responses; then 200. */
  const panel = { origin: '', calls: [] as PanelCall[], statuses: [] as number[] };
  const panelServer = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    panel.calls.push({ method: request.method ?? '', url: panel.origin + request.url, body });
    response.writeHead(panel.statuses.shift() ?? 200).end();
  });
  panel.origin = await listen(panelServer);
  const { server, state } = createSandbox(panel.origin);
  state.retryMs = 5;
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
    state,
    post,
    get: (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers, redirect: 'manual' }),
    read: async (name: string) => (await fetch(`${url}/__sandbox/${name}`)).json(),
    set: async (scenario: object) => {
      const response = await post('/__sandbox/scenario', scenario);
      if (!response.ok) throw new Error(await response.text());
    },
    /** Presses buttons of a partner's page; returns where the last one redirects to. */
    async press(party: string, session: string, ...actions: string[]): Promise<string> {
      let location = '';
      for (const action of actions) {
        const response = await fetch(`${url}/${party}/session/${session}`, {
          method: 'POST',
          redirect: 'manual',
          body: new URLSearchParams({ action }),
        });
        location = response.headers.get('location') ?? `status ${response.status}`;
      }
      return location;
    },
    /** Waits until the panel has accepted every callback and none is scheduled; returns all calls that it got. */
    async panelCalls(): Promise<PanelCall[]> {
      const isAccepted = ({ status }: { status: number | null }) => status !== null && status < 500;
      await vi.waitUntil(() => state.timers.size === 0 && state.deliveries.every(isAccepted), LONG_WAIT);
      return panel.calls;
    },
    async close() {
      // A callback that is sent again could reach the next test's panel, at the same port.
      resetState(state);
      for (const each of [server, panelServer]) {
        each.closeAllConnections();
        await new Promise((resolve) => each.close(resolve));
      }
    },
  };
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;
export const sessionId = (n: number): string => `s_${String(n).padStart(32, '0')}`;
export const memberId = (n: number): string => `p_${String(n).padStart(32, '0')}`;
