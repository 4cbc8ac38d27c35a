import { api } from '@panel/domain/paths';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDid, registered, useKit } from '../../test/kit.ts';
import { buildApp } from '../app.ts';
import { ASSET, useServer, webFolder } from '../web/web.testing.ts';

const ORIGIN = 'https://panel.test.example';
const kit = useKit({ ERROR_REPORTING: 'on', PUBLIC_ORIGIN: ORIGIN, PARTNERS: 'sandbox' });
useServer();
let app: FastifyInstance;
let did = '';
beforeAll(async () => {
  const config = { ...kit().config, allowedOrigins: [ORIGIN] };
  app = buildApp({ ...kit().deps, config }, { webFolder: webFolder() });
  await app.ready();
  did = await registered(kit());
});
afterAll(() => app.close());

const JSON_TYPE = { 'content-type': 'application/json' };
/** Every kind of answer there is. */
const ANSWERS: readonly [kind: string, status: number, request: () => InjectOptions | string][] = [
  ['a read', 200, () => api.registrationCheck(did)],
  [
    'a write',
    200,
    () => ({ method: 'PUT', url: api.preference(did), payload: { data: [{ preference: 'research', value: true }] } }),
  ],
  ['a withdrawal', 200, () => api.withdraw(did)],
  ['an unknown device', 404, () => api.registrationCheck(newDid())],
  ['an unknown call', 404, () => '/api/v2/nothing'],
  ['a path that can’t be decoded', 404, () => '/api/%E0%A4%A'],
  ['another method', 404, () => ({ method: 'PATCH' as 'PUT', url: api.withdraw(did) })],
  [
    'a preflight',
    404,
    () => ({ method: 'OPTIONS', url: api.withdraw(did), headers: { origin: 'https://evil.example' } }),
  ],
  ['a forged call', 403, () => ({ url: api.withdraw(did), headers: { origin: 'https://evil.example' } })],
  ['two devices', 400, () => `${api.withdraw(did)}?x-binu-did=${newDid()}`],
  ['no JSON', 400, () => ({ method: 'PUT', url: api.dateOfBirth, payload: '{', headers: JSON_TYPE })],
  ['another payload', 422, () => ({ method: 'PUT', url: api.dateOfBirth, payload: '{}', headers: JSON_TYPE })],
  [
    'a form',
    415,
    () => ({ method: 'PUT', url: api.dateOfBirth, payload: 'a=b', headers: { 'content-type': 'text/plain' } }),
  ],
  [
    'a long body',
    413,
    () => ({ method: 'PUT', url: api.dateOfBirth, payload: `"${'x'.repeat(70_000)}"`, headers: JSON_TYPE }),
  ],
  ['an error report', 204, () => ({ method: 'POST', url: api.telemetry, payload: { name: 'TypeError' } })],
  ['a callback', 403, () => ({ method: 'POST', url: '/partners/purespectrum/callback' })],
  ['a return from a partner', 303, () => '/partners/cint-match/return/success'],
  ['the configuration', 200, () => api.config],
  ['liveness', 200, () => '/healthz'],
  ['the description of the API', 200, () => '/openapi.html'],
  ['a page', 200, () => '/terms'],
  ['a personal page', 200, () => `/?x-binu-did=${did}`],
  ['a file', 200, () => ASSET],
  ['no file', 404, () => '/nothing.js'],
];

describe('T26, T4: every kind of answer', () => {
  it.each(ANSWERS)(
    '%s (%d) stays out of frames, says nothing of its address elsewhere, and is read as what it is',
    async (_, status, request) => {
      const answer = await app.inject(request());
      expect(answer.statusCode, answer.body.slice(0, 300)).toBe(status);
      expect(answer.headers).toMatchObject({
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'; (?!.*(unsafe|https?:|\*)).*frame-ancestors 'none'/,
        ),
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringMatching(
          /camera=\(\).*geolocation=\(\).*microphone=\(\).*payment=\(\).*usb=\(\)/,
        ),
        'strict-transport-security': 'max-age=63072000; includeSubDomains',
      });
      const names = Object.keys(answer.headers);
      expect(names.filter((name) => /^access-control|^server$|powered/.test(name))).toEqual([]);
      const isPersonal = answer.raw.req.url?.includes(did) || answer.raw.req.url?.startsWith('/api/');
      if (isPersonal) expect(answer.headers['cache-control']).toBe('no-store');
      for (const cookie of [answer.headers['set-cookie'] ?? []].flat())
        expect(cookie).toMatch(/^__Host-XSRF-TOKEN=[\w.-]+; Path=\/; SameSite=Strict; Secure$/);
    },
  );
});
