/** The rate limits of posted forms: those of the calls that they make, and one of their own per address. */
import { api, screens } from '@panel/domain/paths';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORMS, type PostedForm, post, useWebBuild, visit } from '../../test/forms.ts';
import { newDid, registered, useKit } from '../../test/kit.ts';
import { buildApp } from '../app.ts';

const kit = useKit({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '198.51.100.1' });
const webFolder = useWebBuild();
const PROXY = '198.51.100.1';
let app: FastifyInstance;
let token = '';
beforeAll(async () => {
  app = buildApp(kit().deps, { webFolder });
  token = await visit(app);
});
afterAll(() => app.close());

const formOf = (name: string, did: string): PostedForm => FORMS[name]?.(did) ?? { url: '', fields: [] };
const from = (remoteAddress: string, form: PostedForm, forwardedFor?: string) =>
  post(app, form, { token, remoteAddress, headers: forwardedFor ? { 'x-forwarded-for': forwardedFor } : {} });

describe('T19: the limits of posted forms', () => {
  it('count a withdrawal like its call', async () => {
    const did = await registered(kit());
    for (let posts = 0; posts < 5; posts += 1) await from('127.0.0.1', formOf('the withdrawal', did));
    expect((await app.inject(api.withdraw(did))).statusCode).toBe(429);
  });

  it('say so on the page of a form that is over the limit of its device', async () => {
    const did = await registered(kit());
    const statuses: number[] = [];
    for (let posts = 0; posts < 6; posts += 1)
      statuses.push((await from('127.0.0.1', formOf('the date of birth', did))).statusCode);
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
  });

  it('600 a minute per address, whatever is posted; then a page that says to try again', async () => {
    const form = { url: `${screens.balance}?x-binu-did=some-device-1`, fields: [] };
    for (let posts = 0; posts < 600; posts += 1) await from('203.0.113.9', form);
    const refused = await from('203.0.113.9', form);
    expect([refused.statusCode, refused.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.body).toContain('Try again');
    expect((await from('203.0.113.10', form)).statusCode).toBe(303);
  });

  it('T2, T15: sixty unknown devices a minute, for the address that a trusted proxy names', async () => {
    const unknown = () => formOf('the withdrawal', newDid());
    for (let posts = 0; posts < 60; posts += 1) await from(PROXY, unknown(), '203.0.113.20');
    expect((await from(PROXY, unknown(), '203.0.113.20')).statusCode).toBe(429);
    expect((await from(PROXY, unknown(), '203.0.113.21')).statusCode).toBe(303);
    // An address that is not a trusted proxy can't name another one.
    for (let posts = 0; posts < 60; posts += 1) await from('203.0.113.30', unknown(), `203.0.113.${100 + posts}`);
    expect((await from('203.0.113.30', unknown(), '203.0.113.99')).statusCode).toBe(429);
  });
});
