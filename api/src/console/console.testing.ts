/** Operators for tests: each is a browser with a separate session on the console's server. */

import type { AuditStep } from '@panel/domain/console/audit';
import type { InputValues } from '@panel/domain/console/operation';
import { MAX_SESSION_MS, type Role } from '@panel/domain/console/pages';
import { addMs } from '@panel/domain/durations';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { type Kit, useKit } from '../../test/kit.ts';
import { buildConsoleApp } from '../console-app.ts';
import { startSession } from './sessions.ts';

export function useConsole(environment: Record<string, string> = {}) {
  const kit = useKit({ DAILY_CAP_RAND: '100000', ...environment });
  let app: FastifyInstance;
  beforeAll(async () => {
    app = buildConsoleApp(kit().depsAs('console'));
    await app.ready();
  });
  afterAll(() => app.close());
  return { kit, app: () => app, signIn: (account: string, role: Role) => signedInBrowser(kit(), app, account, role) };
}

/** Each call opens another browser for the account. */
export async function signedInBrowser(kit: Kit, app: FastifyInstance, account: string, role: Role) {
  const at = kit.clock.now();
  const session = { subject: `sub-${account}`, account, role, authenticatedAt: at, endsAt: addMs(at, MAX_SESSION_MS) };
  const token = await kit.deps.database.transaction((tx) => startSession(tx, session, at));
  return browser(kit, app, `console=${token}`);
}

export function browser(kit: Kit, app: FastifyInstance, cookie: string) {
  const headers = { cookie, origin: kit.config.console.origin, 'sec-fetch-site': 'same-origin' };
  const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
    app.inject({ method, url, headers, ...(payload && { payload }) });
  return {
    cookie,
    get: (url: string) => call('GET', url),
    post: (url: string, payload: object = {}) => call('POST', url, payload),
    page: async (name: string) => (await call('GET', `/api/console/pages/${name}`)).json(),
    operate: (name: string, inputs: object = {}) => call('POST', `/api/console/operations/${name}`, inputs),
    approve: (id: string, reason?: string) => call('POST', `/api/console/proposals/${id}/approve`, { reason }),
    refuse: (id: string, reason: string) => call('POST', `/api/console/proposals/${id}/refuse`, { reason }),
  };
}
export type Browser = ReturnType<typeof browser>;

export const auditOf = async (kit: Kit) =>
  (await kit.db.query('select actor, second_actor, operation, step, inputs, subject, reason from audit order by id'))
    .rows as {
    actor: string;
    second_actor: string | null;
    operation: string;
    step: AuditStep;
    inputs: InputValues;
    subject: string | null;
    reason: string | null;
  }[];
