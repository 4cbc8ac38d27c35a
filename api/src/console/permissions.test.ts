/** Calls every console route over HTTP with every role, and signed out. The rows come from the definitions. */
import { OPERATIONS } from '@panel/domain/console/all-operations';
import { CONSOLE_PAGES, PAGE_DEFINITIONS, ROLES, type Role } from '@panel/domain/console/pages';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildConsoleApp } from '../console-app.ts';
import { type Browser, browser, useConsole } from './console.testing.ts';

const { kit, app, signIn } = useConsole();
const ALL_ROLES = [...ROLES];
const twoPeople = Object.values(OPERATIONS).filter(({ approvers }) => approvers !== null);
const rolesOf = (pick: (operation: (typeof twoPeople)[number]) => readonly Role[] | null): Role[] =>
  ROLES.filter((role) => twoPeople.some((operation) => pick(operation)?.includes(role)));

type Row = readonly [route: string, roles: readonly Role[] | 'public'];
const ROWS: readonly Row[] = [
  ...Object.values(OPERATIONS).map(({ name, roles }): Row => [`POST /api/console/operations/${name}`, roles]),
  ...CONSOLE_PAGES.map((page): Row => [`GET /api/console/pages/${page}`, PAGE_DEFINITIONS[page].roles]),
  ['GET /api/console/tasks/:task', PAGE_DEFINITIONS.sample.roles],
  ['GET /api/console/sample-count', PAGE_DEFINITIONS.sample.roles],
  ['GET /api/console/session', ALL_ROLES],
  ['POST /api/console/proposals/:id/approve', rolesOf(({ approvers }) => approvers)],
  ['POST /api/console/proposals/:id/refuse', rolesOf(({ approvers, roles }) => [...(approvers ?? []), ...roles])],
  ['POST /api/console/proposals/:id/reopen', rolesOf(({ approvers, roles }) => [...(approvers ?? []), ...roles])],
  ['GET /healthz', 'public'],
  ['GET /sign-in', 'public'],
  ['GET /sign-in/callback', 'public'],
  ['POST /sign-out', 'public'],
];

const browsers = new Map<Role | 'signed out', Browser>();
// Each time, because one of the operations signs an operator out everywhere.
beforeEach(async () => {
  for (const role of ROLES) browsers.set(role, await signIn(`${role}-1`, role));
  browsers.set('signed out', browser(kit(), app(), 'console=unknown'));
});

describe('every route of the console', () => {
  it('has a row here', () => {
    const found: string[] = [];
    const built = buildConsoleApp(kit().deps, {
      onRoute: ({ method, url }) => void found.push(`${[method].flat().join()} ${url}`),
    });
    expect(found.sort()).toEqual(ROWS.map(([route]) => route).sort());
    return built.close();
  });

  it.each(ROWS.filter(([, roles]) => roles !== 'public'))('%s is only for %o', async (route, roles) => {
    const [method, path = ''] = route.split(' ');
    const url = path.replace(':id', 'P-0');
    for (const [who, one] of browsers) {
      const { statusCode } = await (method === 'GET' ? one.get(url) : one.post(url, {}));
      if (who === 'signed out') expect(statusCode, who).toBe(401);
      else if (roles.includes(who)) expect([200, 202, 400, 409], who).toContain(statusCode);
      else expect(statusCode, who).toBe(403);
    }
  });

  it('lets an auditor open cards, export the audit and manage their own sessions, but change nothing else', () => {
    const allowed = Object.values(OPERATIONS).filter(({ roles }) => (roles as readonly Role[]).includes('auditor'));
    expect(allowed.map(({ name }) => name)).toEqual([
      'open-card',
      'open-disputed-card',
      'export-audit',
      'create-token',
      'end-session',
      'end-sessions',
    ]);
    for (const { approvers } of twoPeople) expect(approvers).not.toContain('auditor');
  });

  it('refuses requests from another site with an operator’s cookie', async () => {
    const { cookie } = await signIn('finance-1', 'finance');
    const { origin } = kit().config.console;
    const freeze = (headers: Record<string, string>) =>
      app().inject({
        method: 'POST',
        url: '/api/console/operations/freeze-payouts',
        headers: { cookie, ...headers },
        payload: { reason: 'forged' },
      });
    for (const headers of [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin, 'sec-fetch-site': 'same-site' },
      { origin, 'sec-fetch-site': 'none' },
    ])
      expect((await freeze(headers)).statusCode).toBe(403);
    const read = await app().inject({
      url: '/api/console/session',
      headers: { cookie, 'sec-fetch-site': 'cross-site' },
    });
    expect(read.statusCode).toBe(403);
    expect((await freeze({ origin, 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200);
  });
});
